import CLinux
import Glibc
import LinuxPlatform
import Systemd

/// The alternate screen of the terminal of standard input and output, with unbuffered keys. The terminal is restored by
/// `leave`, and when a signal that can be caught ends the process.
struct TerminalScreen {
    private var saved = termios()
    private let extras: TerminalExtras
    private var isEntered = false

    /// Switches to the alternate screen.
    ///
    /// - Throws: The error of tcgetattr(3) if the input is not a terminal.
    init(_ extras: TerminalExtras) throws(SystemError) {
        self.extras = extras
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw SystemError("tcgetattr", number: errno) }
        for signal in 1...Self.lastSignal where !Self.harmless.contains(signal) {
            suntracker_guard_terminal_against(signal)
        }
        enter()
    }

    /// Writes text and control sequences. Errors are ignored: SIGHUP follows when the terminal is gone.
    func write(_ text: String) {
        try? writeAll(Array(text.utf8), to: STDOUT_FILENO, named: "the terminal")
    }

    /// Switches to the alternate screen again, after `leave` or after another process used the terminal.
    mutating func enter() {
        // The modes may have been changed by the shell since `leave`.
        if !isEntered { tcgetattr(STDIN_FILENO, &saved) }
        isEntered = true
        var raw = saved
        // No line editing and no echo; Ctrl-C and Ctrl-Z still send signals.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        suntracker_guard_terminal(STDIN_FILENO, STDOUT_FILENO, &saved, leaving, leaving.utf8.count)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        // The alternate screen, without a cursor.
        write("\u{1B}[?1049h\u{1B}[?25l" + extras.entering)
    }

    /// Restores the terminal.
    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        write(leaving)
        // Unread reports of the mouse are discarded; the shell would read them as input.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
        suntracker_unguard_terminal()
    }

    private var leaving: String { extras.leaving + "\u{1B}[?25h\u{1B}[?1049l" }

    /// The signals that do not end a process, and those that are handled as events.
    private static let harmless = [
        SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP, SIGKILL, SIGINT, SIGTERM, SIGHUP,
        SIGQUIT,
    ]
    /// The last of the real-time signals.
    private static let lastSignal: Int32 = 64
}

/// What a terminal reports besides keys: the control sequences that switch it on and off.
struct TerminalExtras: Sendable {
    fileprivate let entering: String
    fileprivate let leaving: String

    static let none = TerminalExtras(entering: "", leaving: "")
    /// Buttons of the mouse, and moves with a button down, in SGR format (xterm).
    static let mouse = TerminalExtras(
        entering: "\u{1B}[?1002h\u{1B}[?1006h", leaving: "\u{1B}[?1006l\u{1B}[?1002l")
    /// The beginning and the end of pasted text (xterm's bracketed paste).
    static let paste = TerminalExtras(entering: "\u{1B}[?2004h", leaving: "\u{1B}[?2004l")
}

/// The size of a terminal window in cells.
struct WindowSize: Hashable, Sendable {
    /// The columns, at least 1.
    let columns: Int
    /// The rows, at least 1.
    let rows: Int

    /// A size that every terminal has.
    static let usual = WindowSize(columns: 80, rows: 24)
}

extension WindowSize {
    /// The window of the terminal of a descriptor; nil for no terminal, or one that does not report its size.
    init?(of descriptor: Int32) {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
