// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// In Denver in June 2026 the Sun sets at about 20:30, and in November at 16:40.
@Suite("Alerts in lists") struct AlertTimesTests {
    private func alerts(_ alerts: (String, [String])..., quiet: String = "") throws -> AlertTimes {
        var settings = Settings()
        for (name, lines) in alerts {
            settings.alerts += try Settings(lines: lines.map { "Alert \(name).\($0)" }).alerts
        }
        return AlertTimes(
            rules: settings.alerts.map(Rule.init), quiet: try #require(QuietTime(quiet)),
            localTime: SimulatedZone.denver)
    }

    private let place = ReportsTests.place(39.74, -104.98)

    private func table(_ events: [SolarEvent], _ alerts: AlertTimes, from date: String, days: Int = 1) throws
        -> EventTable
    {
        EventTable(
            of: events, from: try #require(CivilDate(date)), days: days, at: place,
            in: SimulatedZone.denver, alerts: alerts)
    }

    @Test("show their time, the time to which a bound moves them, and whether they are quiet")
    func table() throws {
        let alerts = try alerts(
            ("lamps", ["Event=sunset", "Offset=-30min", "NotBefore=17:00"]), ("tea", ["Event=solar-noon"]),
            quiet: "16:30-18:00")
        let table = try table([.sunset], alerts, from: "2026-11-21", days: 2)
        let inUTC = EventTable(
            of: [.sunrise], from: try #require(CivilDate("2026-11-21")), days: 1, at: place, in: UTC())
        try expectRecorded(
            "events",
            [
                ("events", table.text), ("events, csv", table.csv), ("events, json", try table.json()),
                ("events in UTC", inUTC.text), ("events in UTC, csv", inUTC.csv),
            ])
    }

    @Test("are in a calendar with their titles, and keep their identifiers when their bounds change")
    func calendar() throws {
        func lines(_ more: String...) throws -> [String] {
            let alerts = try alerts(
                ("lamps", ["Event=sunset", "Offset=-30min", "Title=Light the lamps in {place}; \u{1F4A1}"] + more))
            return try table([], alerts, from: "2026-11-21").calendar(madeAt: at("2026-11-21T20:00:00Z"))
                .split(separator: "\r\n").map(String.init)
        }
        let (plain, moved) = (try lines(), try lines("NotBefore=17:00"))
        #expect(plain.contains { $0.hasPrefix("SUMMARY:Light the lamps in ") && $0.hasSuffix("\\; \u{1F4A1}") })
        #expect(plain.contains { $0.hasPrefix("UID:alert:lamps-2026-11-21-pm-39.74_-104.98@") })
        #expect(plain.first { $0.hasPrefix("UID") } == moved.first { $0.hasPrefix("UID") })
        #expect(plain.first { $0.hasPrefix("DTSTART") } != moved.first { $0.hasPrefix("DTSTART") })
        #expect(moved.contains("DTSTART:20261122T000000Z"))
    }

    @Test("come next at the instant when the service announces them, or not within a year")
    func next() throws {
        let now = at("2026-11-21T20:00:00Z")
        let alerts = try alerts(
            ("lamps", ["Event=sunset", "Offset=-30min"]), ("never", ["Event=altitude:80:rising"]),
            ("work", ["Event=sunrise", "Days=Wed"]), quiet: "00:00-24:00")
        let next = NextEvents(
            of: [.sunset], after: now, at: place, localTime: SimulatedZone.denver, alerts: alerts)
        let lines: [Substring] = next.text.split(separator: "\n").dropLast(2)
        #expect(
            lines == [
                "alert lamps  today        16:09  in 3 h 10 min  quiet",
                "Sunset       today        16:39  in 3 h 40 min",
                "alert work   25 November  06:55  in 4 days      quiet",
                "alert never: not within a year",
            ])
        #expect(try next.json().contains("\"never\" : [\n    {\n      \"event\" : \"alert:never\"\n    }"))
        var agenda = Agenda(rules: alerts.rules, observer: place.observer, localTime: SimulatedZone.denver)
        #expect(agenda.next(after: now)?.due == next.entries.first?.instant)
    }

    @Test("are listed on the date of their announcement, even if a bound moves them to the next date")
    func dates() throws {
        let alerts = try alerts(("late", ["Event=sunset", "Offset=8h"]))
        let table = try table([], alerts, from: "2026-11-22")
        #expect(table.entries.map { SimulatedZone.denver.civilTime(at: $0.instant).date.description } == ["2026-11-22"])
        #expect(try self.table([], try self.alerts(), from: "2026-11-22").csv == "event,time,movedFrom,quiet")
    }
}
