import Foundation
import Solar
import Testing

/// Each run of the program has a time zone of its own. The transitions are those of tz database 2025b.
@Suite("suntracker events")
struct EventsTests {
    struct Day: CustomTestStringConvertible, Sendable {
        let zone: String
        let location: String
        let date: String
        /// The date's first instant, and the next one's.
        let start: String
        let end: String
        /// The offsets from UTC that its events have.
        let offsets: Set<String>
        var testDescription: String { "\(zone) \(date)" }

        init(
            _ zone: String, _ location: String, _ date: String, from start: String, to end: String, _ offsets: String...
        ) {
            (self.zone, self.location, self.date) = (zone, location, date)
            (self.start, self.end, self.offsets) = (start, end, Set(offsets))
        }
    }

    @Test(
        "A local day has the events between its two midnights, whatever its clocks do",
        arguments: [
            Day(
                "America/Denver", "39.74,-104.99", "2026-03-08", from: "2026-03-08T07:00:00Z",
                to: "2026-03-09T06:00:00Z", "-07:00", "-06:00"),
            Day(
                "America/Denver", "39.74,-104.99", "2026-11-01", from: "2026-11-01T06:00:00Z",
                to: "2026-11-02T07:00:00Z", "-06:00", "-07:00"),
            Day(
                "Australia/Lord_Howe", "-31.55,159.08", "2026-10-04", from: "2026-10-03T13:30:00Z",
                to: "2026-10-04T13:00:00Z", "+11:00"),
            Day(
                "Asia/Kathmandu", "27.7,85.32", "2026-01-01", from: "2025-12-31T18:15:00Z", to: "2026-01-01T18:15:00Z",
                "+05:45"),
            Day(
                "Pacific/Apia", "-13.83,-171.73", "2011-12-29", from: "2011-12-29T10:00:00Z",
                to: "2011-12-30T10:00:00Z", "-10:00"),
            Day(
                "Antarctica/McMurdo", "-90,0", "2026-09-21", from: "2026-09-20T12:00:00Z", to: "2026-09-21T12:00:00Z",
                "+12:00"),
        ])
    func localDay(day: Day) throws {
        let local = try events(["--location", day.location, "--from", day.date], zone: day.zone)
        let dateBefore = try #require(CivilDate(day.date)).adding(days: -1)
        let utc = try events(["--location", day.location, "--from", "\(dateBefore)", "--days", "3", "--utc"])
        let start = try #require(Instant(rfc3339: day.start))
        let end = try #require(Instant(rfc3339: day.end))

        #expect(local.map(\.occurrence) == utc.map(\.occurrence).filter { start <= $0.instant && $0.instant < end })
        #expect(!local.isEmpty)
        #expect(Set(local.map { String($0.time.suffix(6)) }) == day.offsets)
        #expect(utc.allSatisfy { $0.time.hasSuffix("Z") })
        #expect(local.map(\.occurrence.instant) == local.map(\.occurrence.instant).sorted())
    }

    @Test("A date that a time zone skipped has no events")
    func dateLeftOut() throws {
        #expect(
            try events(["--location", "-13.83,-171.73", "--from", "2011-12-30"], zone: "Pacific/Apia").isEmpty)
    }

    @Test("The three formats have the same events; an event given twice is listed once")
    func forms() throws {
        let arguments = [
            "events", "--location", "39.74,-104.99", "--from", "2026-11-01", "--days", "2", "--events",
            "sunset,sunrise,sunset",
        ]
        let csv = try Command(arguments + ["--format", "csv"], zone: "America/Denver")
        let json = try Command(arguments + ["--format", "json"], zone: "America/Denver")
        let text = try Command(arguments, zone: "America/Denver")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let events = try #require(object["events"] as? [[String: String]])
        #expect(
            csv.lines == ["event,time"] + events.map { "\($0["event"] ?? ""),\($0["time"] ?? "")" } + [""])
        #expect(
            text.lines == [
                "39.74° N, 104.99° W, given with --location", "2026-11-01 to 2026-11-02, time zone America/Denver", "",
                "Sun 2026-11-01  06:28  sunrise", "Sun 2026-11-01  16:57  sunset", "Mon 2026-11-02  06:29  sunrise",
                "Mon 2026-11-02  16:56  sunset", "",
            ])
        #expect(object["timeZone"] as? String == "America/Denver")
    }

    @Test("all may be one of several: an event that it includes is listed once")
    func allAndMore() throws {
        let day = ["--location", "39.74,-104.98", "--from", "2026-11-01"]
        let all = try events(day)
        let more = try events(day + ["--events", "all,sunrise,golden-hour-start"])
        #expect(more.count == all.count + 2, "the golden hour begins twice a day")
    }

    private struct Row {
        let time: String
        let occurrence: Sun.Occurrence
    }

    private func events(_ arguments: [String], zone: String = "UTC") throws -> [Row] {
        let command = try Command(["events", "--format", "csv"] + arguments, zone: zone)
        #expect(command.status == 0)
        #expect(command.error == "")
        #expect(command.lines.first == "event,time")
        #expect(command.lines.last == "")
        return try command.lines.dropFirst().dropLast().map { line in
            let cells = line.split(separator: ",").map(String.init)
            try #require(cells.count == 2)
            let event = try #require(SolarEvent(name: cells[0]))
            return Row(time: cells[1], occurrence: .init(event, at: try #require(Instant(rfc3339: cells[1]))))
        }
    }
}

@Suite("suntracker next")
struct NextTests {
    @Test(
        "next shows one event or several",
        arguments: [
            (["sunset"], ["Sunset  today  16:39  in 3 h 40 min"]),
            (
                ["sunrise,sunset"],
                ["Sunset   today     16:39  in 3 h 40 min", "Sunrise  tomorrow  06:52  in 17 h 53 min"]
            ),
            (["march-equinox"], ["March equinox  20 March 2027  14:24  in 119 days"]),
        ])
    func next(arguments: [String], lines: [String]) throws {
        let command = try Command(
            ["next", "--location", "39.74,-104.98", "--at", "2026-11-21T20:00:00Z"] + arguments, zone: "America/Denver")
        #expect(command.lines == ["39.74° N, 104.98° W, given with --location", ""] + lines + [""])
    }

    @Test("next shows the ten events of a day by default, and for all", arguments: [[], ["all"]])
    func all(arguments: [String]) throws {
        let command = try Command(["next", "--location", "39.74,-104.98"] + arguments, zone: "America/Denver")
        #expect(command.lines.count == 2 + 10 + 1)
    }
}
