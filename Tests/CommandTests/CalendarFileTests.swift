import Foundation
import Solar
import TestSupport
import Testing

/// Debian's Python with the icalendar package, a parser that many programs use.
enum CalendarParser {
    /// Whether Debian's Python provides the package.
    static var isInstalled: Bool { (try? run("import icalendar", on: Data()))?.status == 0 }

    /// Runs a script on an input.
    static func run(_ script: String, on input: Data) throws -> (status: Int32, output: Data) {
        let process = Process()
        (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/python3"), ["-c", script])
        process.environment = ["LC_ALL": "C.UTF-8"]
        let (source, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (source, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: input)
        try source.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, answer)
    }
}

/// Calendars, as a parser that is not the project's own reads them.
@Suite(
    "suntracker events --format ics",
    .enabled(
        if: CalendarParser.isInstalled || Scope.isFull,
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
            "alarms": [[str(alarm["ACTION"]), str(alarm["DESCRIPTION"]), alarm.decoded("TRIGGER").total_seconds(),
                len(alarm.errors)] for alarm in entry.walk("VALARM")]} for entry in entries]))
        """

    private func entries(_ arguments: [String]) throws -> [[String: Any]] {
        let command = try Command(["events", "--format", "ics"] + arguments, zone: "America/Denver")
        #expect(command.status == 0)
        #expect(command.output.hasSuffix("END:VCALENDAR\r\n"))
        let (status, output) = try CalendarParser.run(Self.script, on: Data(command.output.utf8))
        #expect(status == 0)
        return try #require(JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    }

    @Test("A parser reads each event with its texts unchanged")
    func year() throws {
        let name = "東京, Bunkyō; \"A\""
        let file = try TemporaryFile("[Location]\nLatitude=35.7081\nLongitude=139.7522\nName=\(name)\n")
        let entries = try entries(["--config", file.path, "--from", "2026-03-01", "--days", "30"])
        let csv = try Command(
            ["events", "--format", "csv", "--utc", "--config", file.path, "--from", "2026-02-28", "--days", "32"])
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
        }
        for entry in entries {
            let start = try #require((entry["start"] as? String).flatMap { Instant(rfc3339: $0) })
            #expect(known.contains(Int(start.unixSeconds)))
        }
    }

    @Test("Alarms are relative to their event: before it with a minus sign, after it with a plus sign")
    func alarms() throws {
        let arguments = ["--location", "39.74,-104.98", "--from", "2026-11-21", "--events", "sunrise,sunset"]
        let spans = ["0min", "-10min", "-1h 30min", "+90s", "-30d"]
        let entries = try entries(arguments + spans.flatMap { ["--alarm", $0] })
        #expect(entries.count == 2)
        for entry in entries {
            let alarms = try #require(entry["alarms"] as? [[Any]])
            #expect(alarms.map { $0[0] as? String } == Array(repeating: "DISPLAY", count: 5))
            #expect(alarms.map { $0[1] as? String } == Array(repeating: entry["summary"] as? String, count: 5))
            #expect(alarms.map { $0[2] as? Double } == [0, -600, -5400, 90, -2_592_000])
            #expect(alarms.map { $0[3] as? Int } == Array(repeating: 0, count: 5))
        }
        #expect(try self.entries(arguments).allSatisfy { ($0["alarms"] as? [Any])?.isEmpty == true })
    }
}
