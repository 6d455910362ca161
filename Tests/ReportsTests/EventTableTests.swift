import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("A table of events")
struct EventTableTests {
    private func table(
        _ events: [SolarEvent] = [.sunrise, .sunset], from date: String, days: Int = 1, at latitude: Double,
        _ longitude: Double, in scale: TimeScale
    ) throws -> EventTable {
        EventTable(
            of: events, from: try #require(CivilDate(date)), days: days, at: try place(latitude, longitude), in: scale)
    }

    @Test("Text of one day in UTC")
    func textInUTC() throws {
        let table = try table(from: "2026-11-21", at: 39.74, -104.98, in: .utc)
        #expect(
            table.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init) == [
                "2026-11-21, time zone UTC", "",
                "Sat 2026-11-21  13:51  sunrise",
                "Sat 2026-11-21  23:39  sunset",
            ])
    }

    @Test("Text states that there are no events; CSV has only its header")
    func empty() throws {
        let table = try table(from: "2026-06-21", days: 3, at: 69.65, 18.96, in: .local(SimulatedZone.oslo))
        #expect(table.text.hasSuffix("\n\nNone of these events occurs."))
        #expect(table.csv == "event,time")
    }

    @Test("UTC has days of UTC and Z as its offset; a zone at UTC has a numeric offset")
    func scales() throws {
        let inUTC = try table([.solarNoon], from: "2026-11-21", at: 0, 0, in: .utc)
        let noon = try #require(inUTC.occurrences.first).instant
        let rounded = (noon + .microseconds(500)).rfc3339(fractionDigits: 3)
        #expect(inUTC.csv == "event,time\nsolar-noon,\(rounded)")
        #expect(rounded.hasSuffix("Z"))
        let local = try table([.solarNoon], from: "2026-11-21", at: 0, 0, in: .local(SimulatedZone.utc))
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
            #expect(TimeScale.utc.timestamp(Instant(microseconds: microseconds)) == text)
        }
    }
}
