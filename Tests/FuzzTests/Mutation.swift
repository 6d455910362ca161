// SPDX-License-Identifier: MIT
import TestSupport

/// Damage to a valid input.
struct Mutation {
    /// Tokens with a meaning to the reader.
    let words: [[UInt8]]
    var random: SeededRandom

    /// Bytes at which sums overflow, texts end, or readers change their state.
    private static let telling: [[UInt8]] =
        [[0], [0xFF], [0x80], [0xC3], [0xED, 0xA0, 0x80], [0x1B, 0x5B], [0xC2, 0x9B]]
        + [
            "\n", "\r\n", "\r", "\t", " ", "\u{A0}", "\u{85}", "\u{2028}", "\u{301}", "\u{338}", "\u{FEFF}", "\u{202E}",
            "=",
            "-", ".", "#", "[", "]", "0", "9", "1e999", "-0", "nan", "0x1p3", "99999999999999999999",
            "9223372036854775807",
        ].map { Array($0.utf8) }

    /// The input with random damage, which may include parts of the other inputs.
    mutating func damaged(_ input: [UInt8], others: [[UInt8]]) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...5, using: &random) { damage(&bytes, others) }
        return bytes
    }

    private mutating func damage(_ bytes: inout [UInt8], _ others: [[UInt8]]) {
        let place = span(of: bytes)
        switch Int.random(in: 0..<11, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << Int.random(in: 0..<8, using: &random)
        case 1: bytes.replaceSubrange(place, with: [])
        case 2: bytes.removeSubrange(place.lowerBound...)
        case 3: bytes.insert(contentsOf: bytes[place], at: place.lowerBound)
        case 4:
            let other = others.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place, with: other[span(of: other)])
        case 5: bytes.replaceSubrange(place, with: words.randomElement(using: &random) ?? [])
        case 6: bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: place.lowerBound)
        case 7: bytes.insert(contentsOf: Self.telling.randomElement(using: &random) ?? [], at: place.lowerBound)
        case 8, 9: step(&bytes)
        default:
            let end = UInt8(ascii: "\n")
            bytes = bytes.split(separator: end, omittingEmptySubsequences: false)
                .shuffled(using: &random).joined(separator: [end]).map { $0 }
        }
    }

    /// Increments or decrements a number, so that a number at its limit exceeds it.
    private mutating func step(_ bytes: inout [UInt8]) {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let starts = bytes.indices.filter { isDigit(bytes[$0]) && ($0 == 0 || !isDigit(bytes[$0 - 1])) }
        guard let start = starts.randomElement(using: &random) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        guard let number = Int(String(decoding: bytes[start..<end], as: UTF8.self)), number < .max else { return }
        let next = number == 0 || Bool.random(using: &random) ? number + 1 : number - 1
        bytes.replaceSubrange(start..<end, with: Array(String(next).utf8))
    }

    /// A random range of bytes, mostly short.
    private mutating func span(of bytes: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let longest = Bool.random(using: &random) ? 4 : bytes.count
        return start..<min(bytes.count, start + Int.random(in: 0...longest, using: &random))
    }
}
