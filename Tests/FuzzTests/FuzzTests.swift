// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Damaged inputs, generated from seeds, for all readers of external data.
///
/// - `SUNTRACKER_SEED=17 swift test --filter FuzzTests` generates the seventeenth of each again, and prints it.
/// - `SUNTRACKER_SEED=1000-99999 swift test --filter FuzzTests` generates these.
/// - `SUNTRACKER_TRACE=1` prints each before it is read: the last one printed has crashed the process.
@Suite("The properties of everything that is read from outside") struct FuzzTests {
    /// Every reader of external data. The gazetteer, which is part of the program, is tested separately.
    private static let all: [Property] = [
        .keyFile, .edit, .ledger, .fix, .popupNumbers, .zoneTable, .zoneName, .coordinate, .markup,
    ]

    @Test("hold for damaged input", arguments: all.map(\.name))
    func damaged(name: String) throws {
        let property = try #require(Self.all.first { $0.name == name })
        let seeds = Scope.seeds ?? 0...(Scope.fuzz.isFull ? 19_999 : 999)
        let traces = getenv("SUNTRACKER_TRACE") != nil || seeds.count == 1
        var failures = 0
        for seed in seeds where failures < 5 {
            if !draw(seed, of: property, traces: traces) { failures += 1 }
        }
    }

    @Test("hold for valid input", arguments: all.map(\.name))
    func good(name: String) throws {
        let property = try #require(Self.all.first { $0.name == name })
        for seed in property.seeds { try property.check(Array(seed.utf8)) }
    }

    /// Generates an input and reads it. Returns whether the property holds.
    private func draw(_ seed: UInt64, of property: Property, traces: Bool) -> Bool {
        var mutation = Mutation(words: property.words.map { Array($0.utf8) }, random: SeededRandom(seed))
        let seeds = property.seeds.map { Array($0.utf8) }
        let input = mutation.damaged(seeds[Int(seed) % seeds.count], others: seeds)
        if traces { print(property.name, seed, Self.quoted(input)) }
        do {
            try property.check(input)
            return true
        } catch {
            Issue.record(
                "\(property.name), seed \(seed), which SUNTRACKER_SEED=\(seed) generates again: \(error)\n\(Self.quoted(input))"
            )
            return false
        }
    }

    /// A Swift literal, with escapes for bytes that are not ASCII.
    private static func quoted(_ bytes: [UInt8]) -> String {
        let hexadecimal = Array("0123456789abcdef")
        let text = bytes.map { byte in
            switch byte {
            case UInt8(ascii: "\n"): "\\n"
            case 0x20..<0x7F: String(UnicodeScalar(byte))
            default: "\\x\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
            }
        }
        return "\"" + text.joined() + "\""
    }
}
