// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import LinuxPlatform
import Systemd

/// The alternate screen of the terminal of standard input and output, with unbuffered keys. The terminal is restored by
/// `leave`, and before the process ends because of a signal that can be caught.
struct TerminalScreen {
    private var saved = termios()
    private var isEntered = false

    /// Switches to the alternate screen.
    ///
    /// - Throws: The error of tcgetattr(3) if the input is not a terminal.
    init() throws(SystemError) {
        guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw SystemError("tcgetattr", number: errno) }
        for signal in 1...Self.lastSignal where !Self.harmless.contains(signal) {
            suntracker_guard_terminal_against(signal)
        }
        enter()
    }

    /// Writes text and control sequences. Failures are ignored, because SIGHUP follows when the terminal is closed.
    func write(_ text: String) {
        try? writeAll(Array(text.utf8), to: STDOUT_FILENO, named: "the terminal")
    }

    /// Switches to the alternate screen again, after `leave` or after another process used the terminal.
    mutating func enter() {
        // The shell may have changed the modes since `leave`.
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
        suntracker_guard_terminal(STDIN_FILENO, STDOUT_FILENO, &saved, Self.leaving, Self.leaving.utf8.count)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        // Selects the alternate screen, hides the cursor, and truncates lines that are wider than the window.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    mutating func leave() {
        guard isEntered else { return }
        isEntered = false
        write(Self.leaving)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
        suntracker_unguard_terminal()
    }

    private static let leaving = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// The signals that do not end a process, and the signals that are handled as events.
    private static let harmless = [
        SIGCHLD, SIGURG, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGSTOP, SIGKILL, SIGINT, SIGTERM, SIGHUP,
        SIGQUIT,
    ]
    private static let lastSignal: Int32 = 64
}

extension TerminalScreen {
    /// The control sequences that redraw the screen with these lines, which may contain control sequences for colours.
    /// Lines below the window are left out.
    ///
    /// Each row is erased before its line is written. Clearing the whole screen first would flicker. Erasing after the
    /// line would be wrong in xterm: behind a line that fills its row, the cursor is still on the last character, which
    /// would be erased.
    static func frame(_ lines: [String], rows: Int) -> String {
        let drawn = lines.prefix(rows).map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
        // A line end in the last row would scroll the window.
        return "\u{1B}[H" + drawn + (lines.count < rows ? "\r\n\u{1B}[J" : "")
    }
}

/// Parses the bytes that a terminal sends into keys: ASCII characters, and the control sequences (ECMA-48) of the arrow
/// keys and their neighbours. Everything else is ignored, including the Escape key.
struct TerminalKeys: Sendable {
    enum Key: Hashable, Sendable {
        case character(Character)
        case left, right, up, down, pageUp, pageDown, home, end
    }

    private enum State {
        case text
        case escape
        /// After ESC O, before one more byte.
        case letter
        /// After ESC [ and these parameters.
        case parameters([UInt8])
    }
    private var state = State.text

    mutating func read(_ bytes: [UInt8]) -> [Key] { bytes.compactMap { read($0) } }

    private mutating func read(_ byte: UInt8) -> Key? {
        let former = state
        state = .text
        switch (former, byte) {
        case (_, 0x1B): state = .escape
        case (.escape, UInt8(ascii: "O")): state = .letter
        case (.escape, UInt8(ascii: "[")): state = .parameters([])
        case (.parameters(let parameters), 0x20..<0x40): state = .parameters(parameters + [byte])
        case (.parameters(let parameters), UInt8(ascii: "~")):
            let number = parameters.prefix { $0 != UInt8(ascii: ";") }
            return Self.numbered[String(decoding: number, as: UTF8.self)]
        case (.parameters, _), (.letter, _): return Self.lettered[byte]
        case (.text, 0x20..<0x7F), (.escape, 0x20..<0x7F): return .character(Character(UnicodeScalar(byte)))
        default: break
        }
        return nil
    }

    /// The keys by the final letter of their sequence.
    private static let lettered: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]
    /// The keys by the number before a final tilde, in xterm, the Linux console and rxvt.
    private static let numbered: [String: Key] = [
        "1": .home, "7": .home, "4": .end, "8": .end, "5": .pageUp, "6": .pageDown,
    ]
}
