import Glibc
import TestSupport
import Testing

/// Damaged inputs, generated from seeds, for all readers of external data.
///
/// - `SUNTRACKER_SEED=17 swift test --filter FuzzTests` generates the seventeenth of each again, and prints it.
/// - `SUNTRACKER_INPUTS=100000 swift test --filter FuzzTests` generates more.
/// - `SUNTRACKER_TRACE=1` prints each before it is read: the last one printed has crashed the process.
///
/// `Tests/Fuzzing` tests the same properties with libFuzzer.
@Suite("The properties of everything that is read from outside") struct FuzzTests {
    private static func variable(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    @Test("hold for damaged input", arguments: Property.all.map(\.name))
    func damaged(name: String) throws {
        let property = try #require(Property.all.first { $0.name == name })
        let traces = Self.variable("SUNTRACKER_TRACE") != nil
        if let seed = Self.variable("SUNTRACKER_SEED") {
            draw(seed, of: property, traces: true)
            return
        }
        var failures = 0
        for seed in 0..<(Self.variable("SUNTRACKER_INPUTS") ?? 1000) where failures < 5 {
            if !draw(seed, of: property, traces: traces) { failures += 1 }
        }
    }

    @Test("hold for valid input", arguments: Property.all.map(\.name))
    func good(name: String) throws {
        let property = try #require(Property.all.first { $0.name == name })
        for seed in property.seeds { try property.check(Array(seed.utf8)) }
    }

    /// Generates an input and reads it; returns whether the property holds.
    @discardableResult
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
                "\(property.name), seed \(seed), which SUNTRACKER_SEED=\(seed) draws again: \(error)\n\(Self.quoted(input))"
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
