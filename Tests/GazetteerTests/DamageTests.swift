import GazetteerCompiler
import TestSupport
import Testing

@testable import Gazetteer

@Suite("A damaged gazetteer causes an error")
struct DamageTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let damage: @Sendable (inout [UInt8]) -> Void
        let message: String
    }

    @Test(
        "when it is opened",
        arguments: [
            Row(testDescription: "empty", damage: { $0 = [] }, message: "it does not begin like one"),
            Row(
                testDescription: "a truncated header", damage: { $0 = Array($0.prefix(43)) },
                message: "it does not begin like one"),
            Row(testDescription: "a wrong signature", damage: { $0[7] ^= 1 }, message: "it does not begin like one"),
            Row(testDescription: "version 2", damage: { $0[8] = 2 }, message: "it has version 2 of the format, not 1"),
            Row(
                testDescription: "one byte missing", damage: { $0.removeLast() },
                message: "it has 294 bytes in place of 295"),
            Row(
                testDescription: "one byte too many", damage: { $0.append(0) },
                message: "it has 296 bytes in place of 295"),
            Row(
                testDescription: "maximum counts",
                damage: { $0.replaceSubrange(12..<36, with: repeatElement(0xFF, count: 24)) },
                message: "it has 295 bytes in place of 244813135859"),
            Row(
                testDescription: "no places", damage: { $0 = Array($0.prefix(12)) + Array(repeating: 0, count: 32) },
                message: "no places (at byte 12)"),
        ])
    func opening(row: Row) throws {
        var bytes = try GazetteerSource.small().compiled()
        row.damage(&bytes)
        let error = bytes.withUnsafeBytes { bytes in
            #expect(throws: GazetteerError.self) { try Gazetteer(bytes) }
        }
        #expect(
            error?.description == "the gazetteer cannot be used: \(row.message); install Suntracker again")
    }

    @Test("when its checksum is verified, whichever byte is changed")
    func checksum() throws {
        var bytes = try GazetteerSource.small().compiled()
        #expect(throws: Never.self) { try bytes.withUnsafeBytes { try Gazetteer($0).verifyChecksum() } }
        for index in bytes.indices {
            bytes[index] ^= 0x10
            #expect(throws: GazetteerError.self) {
                try bytes.withUnsafeBytes { try Gazetteer($0).verifyChecksum() }
            }
            bytes[index] ^= 0x10
        }
    }

    @Test("or different results of a look-up, but no crash", arguments: 0..<8 as Range<UInt64>)
    func fuzz(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let intact = try GazetteerSource.small().compiled()
        var errors = 0
        for _ in 0..<500 {
            var bytes = intact
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let start = Int.random(in: bytes.indices, using: &random)
                let end = min(bytes.count, start + Int.random(in: 1...4, using: &random))
                // Sums overflow at the extremes.
                let byte: UInt8? = [0, 0x7F, 0x80, 0xFF, nil].randomElement(using: &random) ?? nil
                for index in start..<end { bytes[index] = byte ?? .random(in: 0...255, using: &random) }
            }
            do {
                try bytes.withUnsafeBytes { bytes in
                    let gazetteer = try Gazetteer(bytes)
                    for name in ["Alpha", "Alpha, XA-S", "omega", "Nowhere, Atlantis", "Bet", "Zeta"] {
                        _ = try gazetteer.resolve(name)
                    }
                    _ = try gazetteer.nearest(to: at(-10, 179))
                    _ = try gazetteer.prevailing(at: at(-10, 179))
                    for number in 0..<gazetteer.count { _ = try gazetteer.image.place(number) }
                }
            } catch is GazetteerError {
                errors += 1
            }
        }
        #expect(errors > 100)
    }

    @Test("when it is truncated to any length")
    func truncation() throws {
        let bytes = try GazetteerSource.small().compiled()
        for count in 0..<bytes.count {
            #expect(throws: GazetteerError.self) {
                try bytes.prefix(count).withUnsafeBytes { try Gazetteer($0) }
            }
        }
    }
}
