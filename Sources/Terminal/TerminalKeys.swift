/// Parses the bytes that a terminal sends into keys and text: UTF-8, ECMA-48 control sequences, and xterm's bracketed paste
/// and SGR mouse protocol.
package struct TerminalKeys: Sendable {
    private var unread: [UInt8] = []
    private var isPasting = false

    package init() {}

    /// A key, text that was typed or pasted, or the left mouse button.
    package enum Key: Hashable, Sendable {
        /// Text without control characters. Line ends and tabs in pasted text are spaces.
        case text(String)
        case enter, escape, tab, backTab, backspace, delete
        case left, right, up, down, pageUp, pageDown, home, end
        /// A letter with Ctrl, in lower case.
        case control(Character)
        /// A character with Alt, or after Escape.
        case alt(Character)
        /// The left mouse button is pressed, dragged or released in a cell. Columns and rows count from 0.
        case press(column: Int, row: Int)
        case drag(column: Int, row: Int)
        case release
    }

    /// Whether an Escape was read that is a key unless more bytes follow it at once.
    package var isWaiting: Bool { !unread.isEmpty && unread.first == Self.escape && !isPasting }

    /// The complete keys in the bytes, which continue an incomplete one of the previous call.
    package mutating func read(_ bytes: [UInt8]) -> [Key] {
        unread += bytes
        var keys: [Key] = []
        var rest = unread[...]
        while let first = rest.first {
            if first == Self.escape {
                guard let length = Self.sequenceLength(rest) else { break }
                if let key = key(ofSequence: Array(rest.prefix(length))) { keys.append(key) }
                rest = rest.dropFirst(length)
            } else if first < 0x20 || first == 0x7F {
                rest = rest.dropFirst()
                guard let key = isPasting ? Self.pasted(first) : Self.key(ofControl: first) else { continue }
                keys.append(key)
            } else {
                let (text, length) = Self.text(atStartOf: rest)
                // An incomplete character.
                guard length > 0 else { break }
                if !text.isEmpty { keys.append(.text(text)) }
                rest = rest.dropFirst(length)
            }
        }
        unread = Array(rest)
        return keys
    }

    /// The Escape key, if one was read and nothing follows it. What else is incomplete is discarded.
    package mutating func flush() -> [Key] {
        defer { unread = [] }
        return unread == [Self.escape] ? [.escape] : []
    }

    private static let escape: UInt8 = 0x1B
    /// The longest sequence that is read as one.
    private static let longestSequence = 32

    private static func key(ofControl byte: UInt8) -> Key? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 1...26: .control(Character(UnicodeScalar(byte + 0x60)))
        default: nil
        }
    }

    private static func pasted(_ control: UInt8) -> Key? { [0x09, 0x0A, 0x0D].contains(control) ? .text(" ") : nil }

    /// The text up to the next control character, and its length in bytes; a length of 0 if the first character is
    /// incomplete. Bytes that are not UTF-8 are left out.
    private static func text(atStartOf bytes: ArraySlice<UInt8>) -> (text: String, length: Int) {
        let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        var text = ""
        var rest = run
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            if rest.count < length, rest.endIndex == bytes.endIndex, first >= 0xC0 { break }
            if let character = String(validating: rest.prefix(length), as: UTF8.self) {
                // Control characters of ISO 6429 have two bytes in UTF-8.
                if !("\u{80}"..."\u{9F}").contains(character) { text += character }
                rest = rest.dropFirst(length)
            } else {
                rest = rest.dropFirst()
            }
        }
        return (text, run.count - rest.count)
    }

    /// The length of a sequence in bytes, from ESC to its final byte; nil if it is incomplete.
    private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.dropFirst().first {
        case nil: return nil
        case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
        case UInt8(ascii: "["):
            let final = bytes.dropFirst(2).prefix(longestSequence).firstIndex { (0x40...0x7E).contains($0) }
            return final.map { $0 - bytes.startIndex + 1 } ?? (bytes.count > longestSequence ? longestSequence : nil)
        // Two Escape keys.
        case escape: return 1
        // A character with Alt.
        case .some(let next): return next < 0x80 ? 2 : 1
        }
    }

    private mutating func key(ofSequence bytes: [UInt8]) -> Key? {
        if bytes == Array("\u{1B}[200~".utf8) { isPasting = true }
        if bytes == Array("\u{1B}[201~".utf8) { isPasting = false }
        guard !isPasting else { return nil }
        guard bytes.count >= 3, let last = bytes.last else {
            guard bytes.count == 2, let last = bytes.last else { return .escape }
            return last == 0x7F || last == 0x08 ? .control("w") : .alt(Character(UnicodeScalar(last)))
        }
        let parameters = bytes[2..<(bytes.count - 1)]
        if parameters.first == UInt8(ascii: "<") {
            return Self.mouse(parameters.dropFirst(), isDown: last == UInt8(ascii: "M"))
        }
        switch Character(UnicodeScalar(last)) {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H": return .home
        case "F": return .end
        case "Z": return .backTab
        case "M" where bytes[1] == UInt8(ascii: "O"): return .enter
        case "~":
            switch Self.numbers(parameters).first {
            case 1, 7: return .home
            case 3: return .delete
            case 4, 8: return .end
            case 5: return .pageUp
            case 6: return .pageDown
            default: return nil
            }
        default: return nil
        }
    }

    /// `button;column;row`, with cells counted from 1. Bits 0 and 1 of the button are its number (0 is the left one), bit 5
    /// is set for a movement, bits 6 and 7 for the wheel and other buttons.
    private static func mouse(_ parameters: ArraySlice<UInt8>, isDown: Bool) -> Key? {
        let numbers = numbers(parameters)
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let (button, column, row) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
        guard button & 0b1100_0011 == 0 else { return nil }
        if !isDown { return .release }
        return button & 0b10_0000 != 0 ? .drag(column: column, row: row) : .press(column: column, row: row)
    }

    /// The numbers between semicolons; 0 for an empty or invalid one.
    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
            Int(String(decoding: digits.prefix(6), as: UTF8.self)) ?? 0
        }
    }
}
