// SPDX-License-Identifier: MIT
import Foundation
import Solar
import TestSupport
import Testing

/// What a real parser makes of a calendar: Debian's Python with the package icalendar, which many programs use.
@Suite(
    "suntracker events --format ics",
    .enabled(
        if: (try? Command(script: "/usr/bin/python3 -c 'import icalendar'"))?.status == 0 || Scope.calendarFile.isFull,
        "python3-icalendar is not installed (etc/setup --all-tests installs it)"))
struct CalendarFileTests {
    private static let script = """
        import icalendar, json, sys
        calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
        entries = [entry for entry in calendar.walk("VEVENT")]
        print(json.dumps([{
            "uid": str(entry["UID"]), "summary": str(entry["SUMMARY"]), "location": str(entry["LOCATION"]),
            "start": entry.decoded("DTSTART").isoformat(), "seconds": (entry.decoded("DTEND") - entry.decoded("DTSTART")).total_seconds(), "stamp": entry.decoded("DTSTAMP").utcoffset().total_seconds(),
            "geo": [entry["GEO"].latitude, entry["GEO"].longitude], "transp": str(entry["TRANSP"]),
            "categories": entry["CATEGORIES"].to_ical().decode(), "errors": len(entry.errors),
            "alarms": [alarm.decoded("TRIGGER").total_seconds() for alarm in entry.walk("VALARM")]} for entry in entries]))
        """

    @Test("A parser reads each event with its texts unchanged")
    func year() throws {
        let name = "東京, Bunkyō; \"A\""
        let home = try Home("[Location]\nLatitude=35.7081\nLongitude=139.7522\nName=\(name)\n")
        let parsed = try Command(
            script: """
                suntracker events --format ics --config '\(home.file)' --from 2026-03-01 --days 30 --alarm -90min |
                    /usr/bin/python3 -c "$SCRIPT"
                """, variables: ["SCRIPT": Self.script, "LC_ALL": "C.UTF-8"])
        #expect(parsed.status == 0)
        let entries = try #require(
            JSONSerialization.jsonObject(with: Data(parsed.output.utf8)) as? [[String: Any]])
        let csv = try Command(
            ["events", "--format", "csv", "--utc", "--config", home.file, "--from", "2026-02-28", "--days", "32"])
        let seconds = try csv.lines.dropFirst().dropLast().map { line in
            let time = try #require(line.split(separator: ",").last)
            return try #require(Instant(rfc3339: String(time))).unixSeconds
        }
        // The table is exact to the millisecond, the calendar only to the second.
        let known = Set(seconds.flatMap { [Int($0), Int($0) + 1] })
        #expect(entries.count > 290)
        #expect(Set(entries.map { $0["uid"] as? String }).count == entries.count)
        for entry in entries {
            #expect((entry["location"] as? String)?.hasPrefix(name) == true)
            #expect(entry["geo"] as? [Double] == [35.71, 139.75])
            #expect(entry["transp"] as? String == "TRANSPARENT")
            #expect(entry["categories"] as? String == "Sun")
            #expect(entry["errors"] as? Int == 0)
            #expect(entry["stamp"] as? Double == 0)
            #expect(entry["seconds"] as? Double == 60)
            #expect(entry["alarms"] as? [Double] == [-5400])
            let start = try #require((entry["start"] as? String).flatMap { Instant(rfc3339: $0) })
            #expect(known.contains(Int(start.unixSeconds)))
        }
    }
}
