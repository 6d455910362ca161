// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@Suite("The phases of the day")
struct DayPhaseTests {
    @Test("begin and end at the events that bound them", arguments: DayPhase.allCases)
    func bounds(phase: DayPhase) throws {
        let observer = Observer.at(39.7392, -104.9903)
        guard let bounds = phase.bounds else { return }
        let start: Instant = at("2026-11-21T07:00:00Z")
        let dawn = try #require(Sun.nextOccurrence(of: bounds.dawn, after: start, at: observer).instant)
        let dusk = try #require(Sun.nextOccurrence(of: bounds.dusk, after: start, at: observer).instant)
        for (inside, outside) in [
            (dawn + .seconds(1), dawn - .seconds(1)), (dusk - .seconds(1), dusk + .seconds(1)),
        ] {
            #expect(DayPhase(at: inside, for: observer) == phase)
            #expect(DayPhase(at: outside, for: observer).level == phase.level - 1)
        }
    }
}
