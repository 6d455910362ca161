/// Parses keys and mouse reports from the bytes that a terminal sends (ECMA-48 control sequences; xterm's SGR mouse
/// protocol).
package struct ChartKeys: Sendable {
    private var unread: [UInt8] = []

    package init() {}

    /// The complete inputs in the bytes, which continue an incomplete sequence of the previous call.
    package mutating func read(_ bytes: [UInt8]) -> [ChartBrowser.Key] {
        unread += bytes
        var keys: [ChartBrowser.Key] = []
        var rest = unread[...]
        while let first = rest.first {
            guard first == Self.escape else {
                rest.removeFirst()
                if let key = Self.key(ofCharacter: first) { keys.append(key) }
                continue
            }
            guard let length = Self.sequenceLength(rest) else { break }
            if let key = Self.key(ofSequence: rest.prefix(length)) { keys.append(key) }
            rest = rest.dropFirst(length)
        }
        unread = Array(rest)
        return keys
    }

    private static let escape: UInt8 = 0x1B

    private static func key(ofCharacter byte: UInt8) -> ChartBrowser.Key? {
        switch Character(UnicodeScalar(byte)) {
        case "q", "Q": .quit
        case "1": .period(.threeMonths)
        case "2": .period(.sixMonths)
        case "3": .period(.year)
        case "\t": .tab
        case "t", "T": .today
        case "h": .left
        case "j": .down
        case "k": .up
        case "l": .right
        default: nil
        }
    }

    /// The length of a sequence in bytes, from ESC to its final byte; nil if it is incomplete.
    private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.dropFirst().first {
        case nil: return nil
        case UInt8(ascii: "O"): return bytes.count >= 3 ? 3 : nil
        case UInt8(ascii: "["):
            return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 - bytes.startIndex + 1 }
        // The Escape key itself; what follows is separate input.
        default: return 1
        }
    }

    private static func key(ofSequence bytes: ArraySlice<UInt8>) -> ChartBrowser.Key? {
        guard bytes.count >= 3, let last = bytes.last else { return nil }
        let parameters = bytes.dropFirst(2).dropLast()
        if parameters.first == UInt8(ascii: "<") {
            return mouse(parameters.dropFirst(), isDown: last == UInt8(ascii: "M"))
        }
        switch Character(UnicodeScalar(last)) {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H": return .home
        case "F": return .end
        case "Z": return .backTab
        case "~":
            switch numbers(parameters).first {
            case 1, 7: return .home
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
    private static func mouse(_ parameters: ArraySlice<UInt8>, isDown: Bool) -> ChartBrowser.Key? {
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
