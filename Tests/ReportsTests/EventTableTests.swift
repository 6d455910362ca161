// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A table of events")
struct EventTableTests {
    private func table(in zone: any LocalTime) throws -> EventTable {
        EventTable(
            of: [.solarNoon], from: try #require(CivilDate("2026-11-21")), days: 1, at: try place(0, 0), in: zone)
    }

    @Test("UTC has days of UTC and Z as its offset; a zone at UTC has a numeric offset")
    func scales() throws {
        let inUTC = try table(in: UTC())
        let noon = try #require(inUTC.occurrences.first).instant
        let rounded = (noon + .microseconds(500)).rfc3339(fractionDigits: 3)
        #expect(inUTC.csv == "event,time\nsolar-noon,\(rounded)")
        #expect(rounded.hasSuffix("Z"))
        let local = try table(in: SimulatedZone.utc)
        #expect(local.csv == "event,time\nsolar-noon,\(rounded.dropLast())+00:00")
    }

    @Test("Times are rounded to the nearest millisecond, including to the next second")
    func milliseconds() throws {
        let times: [(Int64, String)] = [
            (1_795_268_772_345_499, "2026-11-21T13:46:12.345Z"), (1_795_268_772_345_500, "2026-11-21T13:46:12.346Z"),
            (1_795_268_772_999_500, "2026-11-21T13:46:13.000Z"), (-500, "1970-01-01T00:00:00.000Z"),
            (-501, "1969-12-31T23:59:59.999Z"),
        ]
        for (microseconds, text) in times {
            #expect(UTC().timestamp(Instant(microseconds: microseconds)) == text)
        }
    }

    @Test("An event at this instant is not a next event")
    func strictlyAfter() throws {
        func next(after instant: Instant) throws -> Instant {
            let next = NextEvents(
                of: [.sunset], after: instant, at: try place(39.74, -104.98), localTime: SimulatedZone.denver)
            return try #require(next.occurrences.first).instant
        }
        let sunset = try next(after: try instant("2026-11-21T20:00:00Z"))
        #expect(try next(after: sunset) - sunset > .seconds(23 * 3600))
    }
}
