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
