/// Parses the bytes that a terminal sends into keys and text: UTF-8, ECMA-48 control sequences, and xterm's bracketed paste
/// and SGR mouse protocol.
struct TerminalKeys: Sendable {
    private var unread: [UInt8] = []
    private var isPasting = false

    /// A key, text that was typed or pasted, or the left mouse button.
    enum Key: Hashable, Sendable {
        /// Text without control characters. Line ends and tabs in pasted text are spaces.
        case text(String)
        case enter, escape, tab, backTab, backspace
        case left, right, up, down, pageUp, pageDown, home, end
        /// Ctrl-U, which erases the line.
        case erase
        /// The left mouse button is pressed, dragged or released in a cell. Columns and rows count from 0.
        case press(column: Int, row: Int)
        case drag(column: Int, row: Int)
        case release
    }

    /// How long the bytes after an Escape may take if they belong to it.
    static let escapeDelay = Duration.milliseconds(50)

    /// Whether an Escape was read that is a key unless more bytes follow it at once.
    var isWaiting: Bool { unread.first == Self.escape }

    /// The complete keys in the bytes, which continue an incomplete one of the previous call.
    mutating func read(_ bytes: [UInt8]) -> [Key] {
        unread += bytes
        var keys: [Key] = []
        var rest = unread[...]
        while let first = rest.first {
            let length: Int
            if first == Self.escape {
                guard let end = Self.sequenceLength(rest) else { break }
                length = end
                if let key = key(ofSequence: Array(rest.prefix(length))) { keys.append(key) }
            } else if Self.isControl(first) {
                length = 1
                if let key = isPasting ? Self.key(ofPasted: first) : Self.key(ofControl: first) { keys.append(key) }
            } else {
                let text: String
                (text, length) = Self.text(atStartOf: rest)
                // An incomplete character.
                guard length > 0 else { break }
                if !text.isEmpty { keys.append(.text(text)) }
            }
            rest = rest.dropFirst(length)
        }
        unread = Array(rest)
        return keys
    }

    /// The Escape key, if one was read and nothing follows it. What else is incomplete is discarded.
    mutating func flush() -> [Key] {
        defer { unread = [] }
        return unread == [Self.escape] ? [.escape] : []
    }

    private static let escape: UInt8 = 0x1B

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func key(ofControl byte: UInt8) -> Key? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x15: .erase
        default: nil
        }
    }

    private static func key(ofPasted byte: UInt8) -> Key? { [0x09, 0x0A, 0x0D].contains(byte) ? .text(" ") : nil }

    /// The text up to the next control character, and its length in bytes, without an incomplete character at the end of
    /// the bytes. Bytes that are not UTF-8, and the control characters of ISO 6429, are left out of the text.
    private static func text(atStartOf bytes: ArraySlice<UInt8>) -> (text: String, length: Int) {
        var run = bytes.prefix { !isControl($0) }
        if run.endIndex == bytes.endIndex, let last = run.lastIndex(where: { $0 & 0xC0 != 0x80 }), run[last] >= 0xC0 {
            let length = run[last] < 0xE0 ? 2 : run[last] < 0xF0 ? 3 : 4
            if run.endIndex - last < length { run = run[..<last] }
        }
        let scalars = String(decoding: run, as: UTF8.self).unicodeScalars.filter {
            $0 != "\u{FFFD}" && !("\u{80}"..."\u{9F}").contains($0)
        }
        return (String(String.UnicodeScalarView(scalars)), run.count)
    }

    /// The length of a sequence in bytes, from ESC to its final byte; nil if it is incomplete.
    private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.dropFirst().first {
        case nil: return nil
        case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
        case UInt8(ascii: "["):
            return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 - bytes.startIndex + 1 }
        // The Escape key, and another one.
        default: return 1
        }
    }

    private mutating func key(ofSequence bytes: [UInt8]) -> Key? {
        if bytes == Array("\u{1B}[200~".utf8) { isPasting = true }
        if bytes == Array("\u{1B}[201~".utf8) { isPasting = false }
        guard !isPasting else { return nil }
        guard bytes.count >= 3, let last = bytes.last else { return .escape }
        let parameters = bytes[2..<(bytes.count - 1)]
        if parameters.first == UInt8(ascii: "<") {
            return Self.mouse(parameters.dropFirst(), isDown: last == UInt8(ascii: "M"))
        }
        return switch Character(UnicodeScalar(last)) {
        case "M" where bytes[1] == UInt8(ascii: "O"): .enter
        case "~": Self.numbers(parameters).first.flatMap { Self.numbered[$0] }
        case let letter: Self.lettered[letter]
        }
    }

    /// The keys by the final letter of their sequence.
    private static let lettered: [Character: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "Z": .backTab,
    ]
    /// The keys by the number before a final tilde.
    private static let numbered: [Int: Key] = [
        1: .home, 7: .home, 4: .end, 8: .end, 5: .pageUp, 6: .pageDown,
    ]

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
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
    }
}
