import CLinux
import Glibc
import LinuxPlatform
import Systemd

/// The alternate screen of a terminal, with unbuffered keys. The terminal is restored at the end of the value's life, and
/// when a signal that can be caught ends the process.
struct TerminalScreen: ~Copyable {
    // No constants: with them, Swift 6.2 does not let the initializer of a noncopyable value call a mutating method.
    private var input: Int32
    private var output: Int32
    private var saved: termios
    private var extras: TerminalExtras
    private var isEntered = false

    /// Switches to the alternate screen, and hides the cursor.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"
    /// Switches to the alternate screen.
    ///
    /// - Throws: The error of tcgetattr(3) if the input is not a terminal.
    init(input: Int32, output: Int32, _ extras: TerminalExtras = .none) throws(SystemError) {
        (self.input, self.output, self.extras) = (input, output, extras)
        saved = termios()
        guard tcgetattr(input, &saved) == 0 else { throw SystemError("tcgetattr", number: errno) }
        for signal in 1...Self.lastSignal where !Self.harmless.contains(signal) {
            suntracker_guard_terminal_against(signal)
        }
        enter()
    }

    deinit {
        guard isEntered else { return }
        Self.leave(input, output, saved, extras)
    }

    /// The columns and rows of the window; nil if the terminal does not report them.
    var size: WindowSize? { Self.size(of: output) }

    /// The columns and rows of the terminal of a descriptor; nil for no terminal, or one that does not report them.
    static func size(of descriptor: Int32) -> WindowSize? {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Writes text and control sequences. Errors are ignored: SIGHUP follows when the terminal is gone.
    func write(_ text: String) {
        Self.write(text, to: output)
    }

    /// Switches to the alternate screen again, after `leave` or after another process used the terminal.
    mutating func enter() {
        // The modes may have been changed by the shell since `leave`.
        if !isEntered { tcgetattr(input, &saved) }
        isEntered = true
        var raw = saved
        // No line editing and no echo; Ctrl-C and Ctrl-Z still send signals.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        let sequence = Self.sequence(leaving: extras)
        suntracker_guard_terminal(input, output, &saved, sequence, sequence.utf8.count)
        tcsetattr(input, TCSADRAIN, &raw)
        write(Self.entering + extras.entering)
    }

    /// Restores the terminal.
    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        Self.leave(input, output, saved, extras)
    }

    private static func leave(_ input: Int32, _ output: Int32, _ saved: termios, _ extras: TerminalExtras) {
        write(sequence(leaving: extras), to: output)
        var saved = saved
        // Unread reports of the mouse are discarded; the shell would read them as input.
        tcsetattr(input, TCSAFLUSH, &saved)
        suntracker_unguard_terminal()
    }

    private static func sequence(leaving extras: TerminalExtras) -> String { extras.leaving + leaving }

    /// The signals that do not end a process, and those that are handled as events.
    private static let harmless = [
        SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP, SIGKILL, SIGINT, SIGTERM, SIGHUP,
        SIGQUIT,
    ]
    /// The last of the real-time signals.
    private static let lastSignal: Int32 = 64

    private static func write(_ text: String, to descriptor: Int32) {
        try? writeAll(Array(text.utf8), to: descriptor, named: "the terminal")
    }
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
