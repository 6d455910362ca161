import CLinux
import Glibc
public import Systemd

/// The alternate screen of a terminal, if need be with the mouse, and keys as they are pressed. When the value goes, the terminal is as
/// it was, and also when a signal ends the process, whichever it is, as far as it can be caught.
public struct TerminalScreen: ~Copyable {
    private let input: Int32
    private let output: Int32
    private var saved: termios
    private let hasMouse: Bool
    private var isEntered = false

    /// Alternate screen, no cursor.
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"
    /// The mouse's buttons and its moves with a button down, as SGR reports (xterm).
    private static let mouse = "\u{1B}[?1002h\u{1B}[?1006h"
    private static let noMouse = "\u{1B}[?1006l\u{1B}[?1002l"

    /// Takes the terminal over.
    ///
    /// - Throws: the error of tcgetattr(3), if the input is no terminal.
    public init(input: Int32, output: Int32, mouse hasMouse: Bool) throws(SystemError) {
        (self.input, self.output, self.hasMouse) = (input, output, hasMouse)
        saved = termios()
        guard tcgetattr(input, &saved) == 0 else { throw SystemError("tcgetattr", number: errno) }
        for signal in 1...Self.lastSignal where !Self.harmless.contains(signal) {
            suntracker_guard_terminal_against(signal)
        }
        enter()
    }

    deinit {
        guard isEntered else { return }
        Self.leave(input, output, saved, hasMouse)
    }

    /// The columns and rows of the window; nil where the terminal does not tell.
    public var size: (columns: Int, rows: Int)? { Self.size(of: output) }

    /// The columns and rows of the window that a descriptor writes to; nil for what is no terminal, or does not tell.
    public static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard suntracker_window_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes text and control sequences. A terminal that has gone away tells so by a signal.
    public func write(_ text: String) {
        Self.write(text, to: output)
    }

    /// Takes the terminal over again, after `leave` or after somebody else has had it.
    public mutating func enter() {
        // As the shell left it, not as this left it.
        if !isEntered { tcgetattr(input, &saved) }
        isEntered = true
        var raw = saved
        // Keys one by one and unseen; Ctrl-C and Ctrl-Z stay signals.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        let sequence = Self.sequence(leaving: hasMouse)
        suntracker_guard_terminal(input, output, &saved, sequence, sequence.utf8.count)
        tcsetattr(input, TCSADRAIN, &raw)
        write(Self.entering + (hasMouse ? Self.mouse : ""))
    }

    /// Gives the terminal back as it was.
    public mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        Self.leave(input, output, saved, hasMouse)
    }

    private static func leave(_ input: Int32, _ output: Int32, _ saved: termios, _ hasMouse: Bool) {
        write(sequence(leaving: hasMouse), to: output)
        var saved = saved
        // Flushing, lest the shell reads what the mouse still says.
        tcsetattr(input, TCSAFLUSH, &saved)
        suntracker_unguard_terminal()
    }

    private static func sequence(leaving hasMouse: Bool) -> String { (hasMouse ? noMouse : "") + leaving }

    /// The signals that do not end a process, and those that the sessions at a terminal take as events.
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
