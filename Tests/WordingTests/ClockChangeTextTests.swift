// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import Wording

/// The direction, the size and the local times, computed in another way.
@Suite("The entry about a clock change") struct ClockChangeTextTests {
    @Test("is right for random zones and changes, before and after the change")
    func random() {
        var random = SeededRandom(1)
        let rule = Rule(id: "dst-change", event: .zoneTransition, timing: .noonBefore, notifies: true)
        for _ in 0..<1000 {
            let before = Int.random(in: -48...56, using: &random) * 900
            let shift = [60, 30, 120, 20, 1440, 1410].map { $0 * 60 }.randomElement(using: &random) ?? 0
            let after = before + (Bool.random(using: &random) ? shift : -shift)
            let instant = Instant.unixEpoch + .seconds(Int.random(in: 0...1_000_000, using: &random) * 900)
            let zone = SimulatedZone(utcOffset: before, changes: [(instant, after)])
            let now = instant + .seconds(Int.random(in: -36 * 60...48 * 60, using: &random) * 60)
            let message = JournalEntry(
                .event(
                    Occurrence(rule, at: now, eventInstant: instant), at: TestPlace.denver.place, now: now,
                    isRecovered: false, isQuiet: false), localTime: zone
            ).message
            let parts = Self.parts(instant, from: before, to: after, seenFrom: now)
            #expect(parts.allSatisfy(message.contains), "\(message), not \(parts)")
        }
    }

    private static func parts(_ instant: Instant, from before: Int, to after: Int, seenFrom now: Instant) -> [String] {
        let minutes = (after - before).magnitude / 60
        let size = [minutes < 60 ? nil : "\(minutes / 60) h", minutes % 60 == 0 ? nil : "\(minutes % 60) min"]
        return [
            after < before ? " back " : " forward ", " \(size.compactMap { $0 }.joined(separator: " ")) ",
            " at \(reading(instant, before))", "it \(now < instant ? "is" : "was") \(reading(instant, after)) then",
        ]
    }

    /// `02:00`.
    private static func reading(_ instant: Instant, _ utcOffset: Int) -> String {
        let minute = ((instant.microseconds / 60_000_000 + Int64(utcOffset / 60)) % 1440 + 1440) % 1440
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minute / 60)):\(two(minute % 60))"
    }
}
