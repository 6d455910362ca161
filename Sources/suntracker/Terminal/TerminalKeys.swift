/// Parses the bytes that a terminal sends into keys: ASCII characters, and the control sequences (ECMA-48) of the arrow
/// keys and their neighbours. Everything else is ignored, including the Escape key.
struct TerminalKeys: Sendable {
    enum Key: Hashable, Sendable {
        case character(Character)
        case left, right, up, down, pageUp, pageDown, home, end
    }

    private enum State {
        case text
        /// After ESC.
        case escape
        /// After ESC O, before one more byte.
        case letter
        /// After ESC [ and these parameters.
        case parameters([UInt8])
    }
    private var state = State.text

    /// The keys in the bytes, which continue an incomplete sequence of the previous call.
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
