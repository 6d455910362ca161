import Reports
import Solar
import TestSupport
import Testing
import Tracker

@Suite("A table of events")
struct EventTableTests {
    private func table(
        _ events: [SolarEvent] = [.sunrise, .sunset], from date: String, days: Int = 1, at latitude: Double,
        _ longitude: Double, in scale: TimeScale
    ) throws -> EventTable {
        EventTable(
            of: events, from: try #require(CivilDate(date)), days: days, at: try place(latitude, longitude), in: scale)
    }

    @Test("Text has one line per event, below the days and the time zone")
    func text() throws {
        let table = try table(from: "2026-11-21", days: 2, at: 39.74, -104.98, in: .local(SimulatedZone.denver))
        #expect(
            table.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init) == [
                "2026-11-21 to 2026-11-22, time zone America/Denver", "",
                "Sat 2026-11-21  06:51  sunrise",
                "Sat 2026-11-21  16:39  sunset",
                "Sun 2026-11-22  06:52  sunrise",
                "Sun 2026-11-22  16:39  sunset",
            ])
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

    @Test(
        "Days are those of the zone, including days of 23, 24.5 and 25 hours",
        arguments: [
            ("America/Denver", "2026-03-07", "2026-03-07T07:00:00Z", "2026-03-08T07:00:00Z"),
            ("America/Denver", "2026-03-08", "2026-03-08T07:00:00Z", "2026-03-09T06:00:00Z"),
            ("America/Denver", "2026-11-01", "2026-11-01T06:00:00Z", "2026-11-02T07:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z", "2026-10-04T13:00:00Z"),
            ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00Z", "2026-01-01T10:00:00Z"),
            ("Pacific/Pago_Pago", "2026-01-01", "2026-01-01T11:00:00Z", "2026-01-02T11:00:00Z"),
        ])
    func daysOfAZone(zone: String, date: String, start: String, end: String) throws {
        let interval = try instant(start)..<(try instant(end))
        let table = try table(
            SolarEvent.daily, from: date, at: 0, 0, in: .local(try #require(zones[zone])))
        let wider = (interval.lowerBound - .seconds(86_400))..<(interval.upperBound + .seconds(86_400))
        let all = Sun.occurrences(of: SolarEvent.daily, in: wider, at: table.place.observer)
        #expect(table.occurrences == all.filter { interval.contains($0.instant) })
        #expect(table.occurrences.count >= 9)
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
