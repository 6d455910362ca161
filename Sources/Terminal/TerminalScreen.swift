import CLinux
import Glibc
package import Systemd

/// The alternate screen of a terminal, with unbuffered keys, and what of `TerminalInput` is asked for. The terminal is restored at the end of
/// the value's life, and when a signal that can be caught ends the process.
package struct TerminalScreen: ~Copyable {
    private let input: Int32
    private let output: Int32
    private var saved: termios
    private let extras: TerminalInput
    private var isEntered = false

    /// Switches to the alternate screen, and hides the cursor.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"
    /// Switches to the alternate screen.
    ///
    /// - Throws: The error of tcgetattr(3) if the input is not a terminal.
    package init(input: Int32, output: Int32, _ extras: TerminalInput = []) throws(SystemError) {
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
    package var size: (columns: Int, rows: Int)? { Self.size(of: output) }

    /// The columns and rows of the terminal of a descriptor; nil for no terminal, or one that does not report them.
    package static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes text and control sequences. Errors are ignored: SIGHUP follows when the terminal is gone.
    package func write(_ text: String) {
        Self.write(text, to: output)
    }

    /// Switches to the alternate screen again, after `leave` or after another process used the terminal.
    package mutating func enter() {
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
    package mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        Self.leave(input, output, saved, extras)
    }

    private static func leave(_ input: Int32, _ output: Int32, _ saved: termios, _ extras: TerminalInput) {
        write(sequence(leaving: extras), to: output)
        var saved = saved
        // Unread reports of the mouse are discarded; the shell would read them as input.
        tcsetattr(input, TCSAFLUSH, &saved)
        suntracker_unguard_terminal()
    }

    private static func sequence(leaving extras: TerminalInput) -> String { extras.leaving + leaving }

    /// The signals that do not end a process, and those that are handled as events.
    private static let harmless = [
        SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP, SIGKILL, SIGINT, SIGTERM, SIGHUP,
        SIGQUIT,
    ]
    /// The last of the real-time signals.
    private static let lastSignal: Int32 = 64

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// What a terminal reports besides keys.
package struct TerminalInput: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Buttons of the mouse, and moves with a button down, in SGR format (xterm).
    package static let mouse = TerminalInput(rawValue: 1)
    /// The beginning and the end of pasted text (xterm's bracketed paste).
    package static let paste = TerminalInput(rawValue: 2)

    fileprivate var entering: String {
        (contains(.mouse) ? "\u{1B}[?1002h\u{1B}[?1006h" : "") + (contains(.paste) ? "\u{1B}[?2004h" : "")
    }

    fileprivate var leaving: String {
        (contains(.paste) ? "\u{1B}[?2004l" : "") + (contains(.mouse) ? "\u{1B}[?1006l\u{1B}[?1002l" : "")
    }
}
