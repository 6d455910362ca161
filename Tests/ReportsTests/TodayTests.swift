import Reports
import Solar
import TestSupport
import Testing
import Tracker

/// What the Sun does is tested in SolarTests; the days of polar day and night are those that almanacs give for Tromso:
/// midnight sun from 18 May to 26 July, polar night from 27 November to 15 January.
@Suite("Today, for a person")
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
                "a day as most are", at: 39.74, -104.98, zone: "America/Denver", now: "2026-11-21T20:00:00Z",
                "Saturday 21 November 2026",
                "",
                "Sunrise   06:51",
                "Sunset    16:39",
                "Daylight  9 h 49 min, 1 min 42 s less than yesterday",
                "Next      sunset at 16:39, in 3 h 40 min",
                "Clocks    forward 1 h on Sunday 14 March 2027, in 113 days"),
            Row(
                "a clock of 12 hours", at: 39.74, -104.98, zone: "Denver, 12 hours", now: "2026-11-21T20:00:00Z",
                "Saturday 21 November 2026",
                "",
                "Sunrise   6:51 AM",
                "Sunset    4:39 PM",
                "Daylight  9 h 49 min, 1 min 42 s less than yesterday",
                "Next      sunset at 4:39 PM, in 3 h 40 min",
                "Clocks    forward 1 h on Sunday 14 March 2027, in 113 days"),
            Row(
                "before midnight", at: 39.74, -104.98, zone: "America/Denver", now: "2026-07-02T05:59:59Z",
                "Wednesday 1 July 2026",
                "",
                "Sunrise   05:35",
                "Sunset    20:31",
                "Daylight  14 h 56 min, 35 s less than yesterday",
                "Next      sunrise at 05:36 tomorrow, in 5 h 36 min",
                "Clocks    back 1 h on Sunday 1 November, in 123 days"),
            Row(
                "after midnight by summer time, before the Sun's", at: 39.74, -104.98, zone: "America/Denver",
                now: "2026-07-02T06:00:00Z",
                "Thursday 2 July 2026",
                "",
                "Sunrise   05:36",
                "Sunset    20:31",
                "Daylight  14 h 55 min, 38 s less than yesterday",
                "Next      sunrise at 05:36, in 5 h 36 min",
                "Clocks    back 1 h on Sunday 1 November, in 122 days"),
            Row(
                "the day on which the clocks change", at: 39.74, -104.98, zone: "America/Denver",
                now: "2026-11-01T06:30:00Z",
                "Sunday 1 November 2026",
                "",
                "Sunrise   06:28",
                "Sunset    16:57",
                "Daylight  10 h 29 min, 2 min 18 s less than yesterday",
                "Next      sunrise at 06:28, in 6 h 59 min",
                "Clocks    back 1 h on Sunday 1 November, today"),
            Row(
                "half an hour forward tomorrow", at: -31.55, 159.08, zone: "Australia/Lord_Howe",
                now: "2026-10-02T22:00:00Z",
                "Saturday 3 October 2026",
                "",
                "Sunrise   05:29",
                "Sunset    17:56",
                "Daylight  12 h 27 min, 1 min 55 s more than yesterday",
                "Next      sunset at 17:56, in 9 h 27 min",
                "Clocks    forward 30 min on Sunday 4 October, tomorrow"),
            Row(
                "14 hours ahead of UTC", at: 1.87, -157.4, zone: "Pacific/Kiritimati", now: "2026-01-01T10:00:00Z",
                "Friday 2 January 2026",
                "",
                "Sunrise   06:32",
                "Sunset    18:33",
                "Daylight  12 h 1 min, 1 s more than yesterday",
                "Next      sunrise at 06:32, in 6 h 33 min",
                "Clocks    no change within a year"),
            Row(
                "11 hours behind UTC", at: -14.28, -170.7, zone: "Pacific/Pago_Pago", now: "2026-01-01T10:59:00Z",
                "Wednesday 31 December 2025",
                "",
                "Sunrise   05:57",
                "Sunset    18:54",
                "Daylight  12 h 57 min, 12 s less than yesterday",
                "Next      sunrise at 05:57 tomorrow, in 5 h 59 min",
                "Clocks    no change within a year"),
            Row(
                "a sunset after midnight", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2026-05-17T10:00:00Z",
                "Sunday 17 May 2026",
                "",
                "Sunrise   01:17",
                "Sunset    00:28 tomorrow",
                "Daylight  23 h 12 min, 40 min 27 s more than yesterday",
                "Next      sunset at 00:28 tomorrow, in 12 h 29 min",
                "Clocks    back 1 h on Sunday 25 October, in 161 days"),
            Row(
                "the day before the polar day", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2026-05-18T10:00:00Z",
                "Monday 18 May 2026",
                "",
                "Sunrise   00:51",
                "Sunset    none: the Sun stays up until 26 July",
                "Daylight  23 h 49 min, 37 min 34 s more than yesterday",
                "Next      sunset at 00:37 on 26 July, in 69 days",
                "Clocks    back 1 h on Sunday 25 October, in 160 days"),
            Row(
                "polar day", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2026-06-21T10:00:00Z", "Sunday 21 June 2026",
                "",
                "The Sun   stays up until 26 July",
                "Daylight  24 h",
                "Next      sunset at 00:37 on 26 July, in 35 days",
                "Clocks    back 1 h on Sunday 25 October, in 126 days"),
            Row(
                "the last of the polar day", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2026-07-25T10:00:00Z",
                "Saturday 25 July 2026",
                "",
                "Sunrise   none: the Sun has been up since 18 May",
                "Sunset    00:37 tomorrow",
                "Daylight  23 h 47 min, 13 min 2 s less than yesterday",
                "Next      sunset at 00:37 tomorrow, in 12 h 38 min",
                "Clocks    back 1 h on Sunday 25 October, in 92 days"),
            Row(
                "polar night", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2026-12-21T10:00:00Z",
                "Monday 21 December 2026",
                "",
                "The Sun   stays below the horizon; it next rises on 15 January 2027",
                "Daylight  none",
                "Next      sunrise at 11:34 on 15 January 2027, in 25 days",
                "Clocks    forward 1 h on Sunday 28 March 2027, in 97 days"),
            Row(
                "polar night in its last year", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2027-01-14T10:00:00Z",
                "Thursday 14 January 2027",
                "",
                "The Sun   stays below the horizon; it next rises on 15 January",
                "Daylight  none",
                "Next      sunrise at 11:34 tomorrow, in 24 h 35 min",
                "Clocks    forward 1 h on Sunday 28 March, in 73 days"),
            Row(
                "the first day after", at: 69.65, 18.96, zone: "Europe/Oslo", now: "2027-01-15T08:00:00Z",
                "Friday 15 January 2027",
                "",
                "Sunrise   11:34",
                "Sunset    12:12",
                "Daylight  38 min, 37 min 49 s more than yesterday",
                "Next      sunrise at 11:34, in 2 h 35 min",
                "Clocks    forward 1 h on Sunday 28 March, in 72 days"),
            Row(
                "the South Pole at night", at: -90, 0, zone: "Antarctica/McMurdo", now: "2026-06-21T00:00:00Z",
                "Sunday 21 June 2026",
                "",
                "The Sun   stays below the horizon; it next rises on 21 September",
                "Daylight  none",
                "Next      sunrise at 08:38 on 21 September, in 92 days",
                "Clocks    no change within a year",
                "Times     by the clocks of Antarctica/McMurdo, not by the place's own"),
            Row(
                "the South Pole on its morning", at: -90, 0, zone: "Antarctica/McMurdo", now: "2026-09-20T20:00:00Z",
                "Monday 21 September 2026",
                "",
                "Sunrise   08:38",
                "Sunset    none: the Sun stays up until 23 March 2027",
                "Daylight  3 h 15 min, 3 h 15 min more than yesterday",
                "Next      sunrise at 08:38, in 39 min",
                "Clocks    no change within a year",
                "Times     by the clocks of Antarctica/McMurdo, not by the place's own"),
            Row(
                "the South Pole by day", at: -90, 0, zone: "UTC", now: "2026-12-21T00:00:00Z",
                "Monday 21 December 2026",
                "",
                "The Sun   stays up until 22 March 2027",
                "Daylight  24 h",
                "Next      sunset at 23:04 on 22 March 2027, in 91 days",
                "Clocks    no change within a year"),
            Row(
                "another part of the world", at: -33.87, 151.21, zone: "America/Denver", now: "2026-11-21T07:50:00Z",
                "Saturday 21 November 2026",
                "",
                "Sunrise   11:40 on 20 November",
                "Sunset    01:41",
                "Daylight  14 h 1 min, 1 min 26 s more than yesterday",
                "Next      sunset at 01:41, in 52 min",
                "Clocks    forward 1 h on Sunday 14 March 2027, in 113 days",
                "Times     by the clocks of America/Denver, not by the place's own"),
            Row(
                "a zone without a name", at: 27.7, 85.32, zone: "nameless", now: "2026-03-20T03:00:00Z",
                "Friday 20 March 2026",
                "",
                "Sunrise   06:08",
                "Sunset    18:14",
                "Daylight  12 h 7 min, 1 min 40 s more than yesterday",
                "Next      sunset at 18:14, in 9 h 30 min",
                "Clocks    no change within a year"),
            Row(
                "far from a zone without a name", at: 39.74, -104.98, zone: "nameless", now: "2026-03-20T03:00:00Z",
                "Friday 20 March 2026",
                "",
                "Sunrise   18:49 on 19 March",
                "Sunset    06:56",
                "Daylight  12 h 6 min, 2 min 38 s more than yesterday",
                "Next      sunrise at 18:48, in 10 h 3 min",
                "Clocks    no change within a year",
                "Times     by the clocks of UTC+05:45, not by the place's own"),
            Row(
                "the equator, where days are alike", at: 0, 0, zone: "UTC", now: "2026-03-20T12:00:00Z",
                "Friday 20 March 2026",
                "",
                "Sunrise   06:04",
                "Sunset    18:10",
                "Daylight  12 h 7 min, as long as yesterday",
                "Next      sunset at 18:10, in 6 h 11 min",
                "Clocks    no change within a year"),
        ])
    func text(row: Row) throws {
        let zone = try #require(zones[row.zone])
        let today = Today(at: try place(row.place.0, row.place.1), now: try instant(row.now), localTime: zone)
        let lines = today.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(Array(lines.dropFirst()) == row.lines)
        #expect(lines.allSatisfy { $0.count <= 80 })
    }
}
