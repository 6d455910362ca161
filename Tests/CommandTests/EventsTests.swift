// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

/// Each run of the program has a separate time zone. The clock changes are from tz database 2025b.
@Suite("suntracker events")
struct EventsTests {
    @Test(
        "A local day contains the events between its two midnights, whatever its clocks do",
        arguments: [
            ("America/Denver", "39.74,-104.99", "2026-11-01", "2026-11-01T06:00:00Z", "2026-11-02T07:00:00Z"),
            ("Australia/Lord_Howe", "-31.55,159.08", "2026-10-04", "2026-10-03T13:30:00Z", "2026-10-04T13:00:00Z"),
            ("Pacific/Apia", "-13.83,-171.73", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"),
        ])
    func localDay(zone: String, location: String, date: String, start: String, end: String) throws {
        let local = try events(["--place", location, "--from", date], zone: zone)
        let dateBefore = try #require(CivilDate(date)).adding(days: -1)
        let utc = try events(["--place", location, "--from", "\(dateBefore)", "--days", "3", "--utc"])
        let day = at(start)..<at(end)
        #expect(local.map(\.occurrence) == utc.map(\.occurrence).filter { day.contains($0.instant) })
        #expect(!local.isEmpty)
        #expect(utc.allSatisfy { $0.time.hasSuffix("Z") })
    }

    @Test(
        "The light at an event is the light that begins",
        arguments: [("sunrise", "day"), ("sunset", "civil"), ("dawn", "civil"), ("astronomical-dusk", "night")])
    func light(event: String, begins: String) throws {
        for month in ["01", "03", "05", "07", "09", "11"] {
            let command = try Command(["poll", event, "2027-\(month)-17", "--place", "Denver"])
            #expect(command.lines.first == begins, "\(month)")
        }
    }

    private struct Row {
        let time: String
        let occurrence: Sun.Occurrence
    }

    private func events(_ arguments: [String], zone: String = "UTC") throws -> [Row] {
        let command = try Command(["events", "--format", "csv"] + arguments, zone: zone)
        #expect(command.status == 0)
        #expect(command.errors == "")
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
