// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A table of events")
struct EventTableTests {
    @Test("UTC has Z as its offset; a zone at UTC has a numeric offset")
    func scales() throws {
        func csv(in zone: any LocalTime) throws -> String {
            EventTable(
                of: [.solarNoon], from: try #require(CivilDate("2026-11-21")), days: 1, at: place(0, 0), in: zone
            ).csv
        }
        let inUTC = try csv(in: UTC())
        #expect(inUTC.hasSuffix("Z"))
        #expect(try csv(in: SimulatedZone.utc) == "\(inUTC.dropLast())+00:00")
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
                of: [.sunset], after: instant, at: place(39.74, -104.98), localTime: SimulatedZone.denver)
            return try #require(next.entries.first).instant
        }
        let sunset = try next(after: at("2026-11-21T20:00:00Z"))
        #expect(try next(after: sunset) - sunset > .seconds(23 * 3600))
    }

    @Test("A solar eclipse has its course, in columns that do not depend on whether there is one")
    func eclipse() throws {
        let luxor = place(25.6989, 32.6421)
        func table(_ events: [AnnouncedEvent], _ day: String) throws -> EventTable {
            EventTable(of: events, from: try #require(CivilDate(day)), days: 1, at: luxor, in: UTC())
        }
        let eclipse = try table([.solarEclipse], "2027-08-02")
        #expect(
            eclipse.text(columns: nil) == "Mon 2027-08-02  08:40  solar eclipse  "
                + "100 % of the Sun covered at 10:05, total for 6 min 21 s, until 11:26")
        let csv = eclipse.csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(csv.map(\.count) == [7, 7])
        #expect(csv[0] == ["event", "time", "kind", "greatest", "end", "magnitude", "obscuration"])
        #expect(
            csv[1][2] == "total" && csv[1][3].hasPrefix("2027-08-02T10:05:17.") && csv[1][5...] == ["1.036", "1.0"])
        let json = try eclipse.json()
        for member in [#""kind" : "total""#, #""magnitude" : 1.036"#, #""greatest" : "2027-08-02T10:05:17."#] {
            #expect(json.contains(member), "\(json)")
        }
        let calendar = eclipse.calendar(madeAt: at("2026-11-21T20:00:00Z"))
        #expect(calendar.contains("DTSTART:20270802T084017Z\r\nDTEND:20270802T112634Z\r\n"), "\(calendar)")
        #expect(calendar.contains("SUMMARY:Solar eclipse: 100 % at 10:05\r\n"), "\(calendar)")
        #expect(try table([.solar(.solarNoon), .solarEclipse], "2027-08-03").csv.hasSuffix(",,,,,"))
        // 99.97 % of the Sun, which is not all of it.
        let madrid = EventTable(
            of: [.solarEclipse], from: try #require(CivilDate("2026-08-12")), days: 1, at: place(40.4165, -3.7026),
            in: UTC())
        #expect(madrid.csv.hasSuffix(",0.999,0.999"), "\(madrid.csv)")
    }

    @Test("An eclipse is found years ahead; without one, it says until when they are known")
    func nextEclipse() throws {
        func next(_ latitude: Double, _ longitude: Double, after time: String) throws -> String {
            NextEvents(
                of: [.solarEclipse], after: at(time), at: place(latitude, longitude), localTime: UTC()
            ).text(columns: nil)
        }
        let luxor = try next(25.6989, 32.6421, after: "2026-11-21T20:00:00Z")
        #expect(luxor.hasPrefix("Solar eclipse  2 August 2027  08:40  in 254 days  "), "\(luxor)")
        #expect(luxor.hasSuffix("100 % of the Sun covered at 10:05, total for 6 min 21 s, until 11:26"), "\(luxor)")
        #expect(
            try next(25.6989, 32.6421, after: "2060-12-01T00:00:00Z") == "Solar eclipse: none until the end of 2060")
    }
}
