import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// The Sun's events are tested in SolarTests.
@Suite("Today as text")
struct TodayTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let place: (Double, Double)
        let zone: String
        let now: String
        let lines: [String]

        init(
            _ name: String, at latitude: Double, _ longitude: Double, zone: String, now: String, _ lines: String...
        ) {
            (testDescription, place, self.zone) = (name, (latitude, longitude), zone)
            (self.now, self.lines) = (now, lines)
        }
    }

    @Test(
        arguments: [
            Row(
                "an ordinary day", at: 39.74, -104.98, zone: "America/Denver",
                now: "2026-11-21T20:00:00Z",
                "Saturday 21 November 2026",
                "",
                "Dawn      05:16 astronomical, 05:49 nautical, 06:22 civil",
                "Sunrise   06:51",
                "Noon      11:45, the Sun 30° high",
                "Sunset    16:39",
                "Dusk      17:09 civil, 17:42 nautical, 18:14 astronomical",
                "Daylight  9 h 49 min, 1 min 42 s less than yesterday,",
                "          5 h 11 min less than at the June solstice",
                "Now       day, the Sun 28° high",
                "Next      sunset at 16:39, in 3 h 40 min",
                "Clocks    forward 1 h on Sunday 14 March 2027, in 113 days"),
            Row(
                "between midnight of summer time and solar midnight", at: 39.74, -104.98, zone: "America/Denver",
                now: "2026-07-02T06:00:00Z",
                "Thursday 2 July 2026",
                "",
                "Dawn      03:35 astronomical, 04:22 nautical, 05:03 civil",
                "Sunrise   05:36",
                "Noon      13:04, the Sun 73° high",
                "Sunset    20:31",
                "Dusk      21:04 civil, 21:45 nautical, 22:32 astronomical",
                "Daylight  14 h 55 min, 38 s less than yesterday,",
                "          4 min less than at the June solstice",
                "Now       night, the Sun 25° below the horizon",
                "Next      sunrise at 05:36, in 5 h 36 min",
                "Clocks    back 1 h on Sunday 1 November, in 122 days"),
            Row(
                "the day on which the clocks change", at: 39.74, -104.98, zone: "America/Denver",
                now: "2026-11-01T06:30:00Z",
                "Sunday 1 November 2026",
                "",
                "Dawn      04:57 astronomical, 05:28 nautical, 06:00 civil",
                "Sunrise   06:28",
                "Noon      11:43, the Sun 36° high",
                "Sunset    16:57",
                "Dusk      17:25 civil, 17:57 nautical, 18:29 astronomical",
                "Daylight  10 h 29 min, 2 min 18 s less than yesterday,",
                "          4 h 30 min less than at the June solstice",
                "Now       night, the Sun 65° below the horizon",
                "Next      sunrise at 06:28, in 6 h 59 min",
                "Clocks    back 1 h on Sunday 1 November, today"),
            Row(
                "half an hour of summer time starts tomorrow", at: -31.55, 159.08, zone: "Australia/Lord_Howe",
                now: "2026-10-02T22:00:00Z",
                "Saturday 3 October 2026",
                "",
                "Dawn      04:07 astronomical, 04:36 nautical, 05:05 civil",
                "Sunrise   05:29",
                "Noon      11:42, the Sun 62° high",
                "Sunset    17:56",
                "Dusk      18:20 civil, 18:49 nautical, 19:18 astronomical",
                "Daylight  12 h 27 min, 1 min 55 s more than yesterday,",
                "          2 h 21 min more than at the June solstice",
                "Now       day, the Sun 37° high",
                "Next      sunset at 17:56, in 9 h 27 min",
                "Clocks    forward 30 min on Sunday 4 October, tomorrow"),
            Row(
                "14 hours ahead of UTC", at: 1.87, -157.4, zone: "Pacific/Kiritimati",
                now: "2026-01-01T10:00:00Z",
                "Friday 2 January 2026",
                "",
                "Dawn      05:18 astronomical, 05:44 nautical, 06:10 civil",
                "Sunrise   06:32",
                "Noon      12:33, the Sun 65° high",
                "Sunset    18:33",
                "Dusk      18:56 civil, 19:22 nautical, 19:48 astronomical",
                "Daylight  12 h 1 min, 1 s more than yesterday,",
                "          as long as at the December solstice",
                "Now       night, the Sun 67° below the horizon",
                "Next      sunrise at 06:32, in 6 h 33 min",
                "Clocks    no change within a year"),
            Row(
                "the zone of another continent", at: -33.87, 151.21, zone: "America/Denver",
                now: "2026-11-21T07:50:00Z",
                "Saturday 21 November 2026",
                "",
                "Dawn      10:02 on 20 November astronomical, 10:38 on 20 November nautical,",
                "          11:12 on 20 November civil",
                "Sunrise   11:40 on 20 November",
                "Noon      18:40 on 20 November, the Sun 76° high",
                "Sunset    01:41",
                "Dusk      02:09 civil, 02:43 nautical, 03:20 astronomical",
                "Daylight  14 h 1 min, 1 min 26 s more than yesterday,",
                "          4 h 7 min more than at the June solstice",
                "Now       day, the Sun 9° high",
                "Next      sunset at 01:41, in 52 min",
                "Clocks    forward 1 h on Sunday 14 March 2027, in 113 days",
                "Times     in time zone America/Denver, not the place's own"),
            Row(
                "far from a zone without a name", at: 39.74, -104.98, zone: "nameless",
                now: "2026-03-20T03:00:00Z",
                "Friday 20 March 2026",
                "",
                "Dawn      17:19 on 19 March astronomical, 17:51 on 19 March nautical,",
                "          18:22 on 19 March civil",
                "Sunrise   18:49 on 19 March",
                "Noon      00:52, the Sun 50° high",
                "Sunset    06:56",
                "Dusk      07:23 civil, 07:54 nautical, 08:26 astronomical",
                "Daylight  12 h 6 min, 2 min 38 s more than yesterday,",
                "          2 h 45 min more than at the December solstice",
                "Now       night, the Sun 21° below the horizon",
                "Next      sunrise at 18:48, in 10 h 3 min",
                "Clocks    no change within a year",
                "Times     in time zone UTC+05:45, not the place's own"),
            Row(
                "the equator, where days have equal length", at: 0, 0, zone: "UTC",
                now: "2026-03-20T12:00:00Z",
                "Friday 20 March 2026",
                "",
                "Dawn      04:55 astronomical, 05:19 nautical, 05:43 civil",
                "Sunrise   06:04",
                "Noon      12:07, the Sun 90° high",
                "Sunset    18:10",
                "Dusk      18:31 civil, 18:55 nautical, 19:19 astronomical",
                "Daylight  12 h 7 min, as long as yesterday,",
                "          1 min less than at the December solstice",
                "Now       day, the Sun 88° high",
                "Next      sunset at 18:10, in 6 h 11 min",
                "Clocks    no change within a year"),
        ])
    func text(row: Row) throws { try row.check() }
}

extension TodayTests.Row {
    /// Expects the lines of the row below the place, and that each fits.
    func check() throws {
        let zone = try #require(zones[zone])
        let today = Today(at: try ReportsTests.place(place.0, place.1), now: try instant(now), localTime: zone)
        let lines = today.text(TodayForm(columns: 80, ink: nil)).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.dropFirst().map(String.init) == self.lines)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }
}
