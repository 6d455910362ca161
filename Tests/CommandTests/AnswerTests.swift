// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The command's interpretation of its first word, and its answer in a pipe and on a terminal.
@Suite("An answer to one question") struct AnswerTests {
    private static let settings = """
        [Location]
        Latitude=39.74
        Longitude=-104.98
        [Alert lamps]
        Event=sunset
        Offset=-30min
        [Alert next]
        Event=sunrise
        [Alert Tokyo]
        Event=sunrise

        """

    @Test(
        "is in a pipe a time on a 24-hour clock, with the date if one is given, and for events that do not occur daily",
        arguments: [
            // A whole day, and a polar day, which a search without the names of the events would miss.
            ("civil-dusk 2025-12-26 --place Tokyo", "2025-12-26 17:02"),
            ("polar-day-end 2025-11-25T20:00:00Z --place Tromsø", "2026-07-26 00:37"),
            // An alert's name wins over a place and loses to a command; alert:NAME always means an alert.
            ("Tokyo 2026-11-21", "2026-11-21 06:51"), ("next sunset 2026-11-21T20:00:00Z", "2026-11-21 16:39"),
            ("alert:next 2026-11-21", "2026-11-21 06:51"),
            // The search for one of the two solstices begins before the offset.
            ("next solstice --offset=-30d --place Denver --at 2026-12-01T12:00", "2027-05-22 08:10"),
        ])
    func pipe(arguments: String, line: String) throws {
        let command = try Home(Self.settings).run(line: arguments, zone: "America/Denver")
        #expect(command.errors == "")
        #expect(command.output == line + "\n")
        #expect(command.status == 0)
    }

    @Test(
        "that does not exist is an error with the exit status 69",
        arguments: [
            (
                "polar-night-start",
                "polar-night-start does not occur within a year at this place; choose another event"
            ),
            (
                "sunset 2025-12-21 --place Tromsø",
                "sunset does not occur on 2025-12-21 at this place; choose another day"
            ),
        ])
    func none(arguments: String, error: String) throws {
        let command = try Home(Self.settings).run(line: arguments)
        #expect(command.errors == "suntracker: \(error)\n")
        #expect((command.output, command.status) == ("", 69))
    }

    @Test(
        "that does not exist for any of several events has the exit status 69, as text and as JSON",
        arguments: [
            "polar-night-start polar-day-start", "polar-night-start,polar-day-start --format json",
            "sunrise sunset 2025-12-21 --place Tromsø", "sunrise sunset 2025-12-21 --place Tromsø --format json",
        ])
    func noneOfSeveral(arguments: String) throws {
        let home = try Home(Self.settings)
        let command = try home.run(line: arguments)
        #expect((command.errors, command.status) == ("", 69))
        #expect(!command.output.isEmpty)
        let one = try home.run(line: arguments.replacing("polar-day-start", with: "solar-noon"))
        #expect(one.status == (arguments.hasPrefix("polar") ? 0 : 69))
    }

    @Test("is on a terminal the time, the time left, and in grey the source of the place")
    func terminal() throws {
        let session = try TerminalSession("sunset --place 39.74,-104.98 --at 2026-11-21T20:00:00Z")
        let output = try session.wait(for: "status 0")
        #expect(
            output.contains(
                "\r\n16:39, in 3 h 40 min\r\n\u{1B}[2m39.74° N, 104.98° W, from the command line\u{1B}[m\r\n"))
    }

    /// For a place in the settings, times are in the time zone of the machine, as in the service.
    @Test(
        "is in a pipe in the time zone that the terminal names, for a place of the settings and for --place",
        arguments: [
            ("sunset 2026-11-21", "UTC", "2026-11-21 23:39", "time zone UTC"),
            ("sunset 2026-11-21", "America/Denver", "2026-11-21 16:39", ""),
            ("sunset 2026-11-21 --place Denver", "UTC", "2026-11-21 16:39", "time zone America/Denver"),
            ("sunset 2026-11-21 --place Denver", "America/Denver", "2026-11-21 16:39", "time zone America/Denver"),
        ])
    func zone(arguments: String, zone: String, answer: String, named: String) throws {
        let home = try Home("[Location]\nPlace=Denver\n")
        #expect(try home.run(line: arguments, zone: zone).output == answer + "\n")
        let variables = ["XDG_CONFIG_HOME": home.path, "TZ": zone]
        let output = try TerminalSession(arguments, columns: 100, variables: variables).wait(for: "status 0")
        let terminal = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(terminal.contains("\(answer.suffix(5))"))
        #expect(named.isEmpty ? !terminal.contains("time zone") : terminal.contains(named))
    }

    @Test(
        "is about a day or a place, if the first words name one",
        arguments: [
            ("2026-12-24", "Thursday 24 December 2026"),
            ("2026-11-21T20:00:00Z", "Sunset in 3 h 40 min, at 16:39"),
            ("Washington DC 2026-11-21 12:00", "Sunset in 4 h 50 min, at 16:50"),
        ])
    func day(arguments: String, headline: String) throws {
        let command = try Home(Self.settings).run(line: arguments, zone: "America/Denver")
        #expect(command.errors == "")
        #expect(command.lines.first == headline)
        let isDay = headline.hasPrefix("Thursday")
        #expect(command.lines.contains { $0.hasPrefix("Now ") } != isDay)
    }

    @Test("for a day that begins during an eclipse contains it")
    func eclipse() throws {
        let text = try Command(["today", "--place", "Norilsk", "--at", "2039-06-22T00:20"]).output
        #expect(text.contains("\nEclipse   23:34 on 21 June, 62 % of the Sun covered at 00:29"), "\(text)")
    }

    @Test(
        "for the day on which the clocks change says so, as does JSON",
        arguments: [
            ("2026-03-29", "Berlin", "forward 1 h on Sunday 29 March, today", "2026-03-29T03:00:00.000+02:00"),
            ("2026-10-25", "Berlin", "back 1 h on Sunday 25 October, today", "2026-10-25T02:00:00.000+01:00"),
            // Clocks that change by seconds.
            ("1883-11-18", "Denver", "back 4 s on Sunday 18 November, today", "1883-11-18T12:00:00.000-07:00"),
            // Clocks that change at midnight. Nuuk's change on 28 March is the start of 29 March.
            ("2026-03-08", "Havana", "forward 1 h on Sunday 8 March, today", "2026-03-08T01:00:00.000-04:00"),
            ("2026-03-29", "Nuuk", "back 1 h on Sunday 25 October, ", "2026-10-24T23:00:00.000-02:00"),
            ("2026-04-05", "Santiago", "back 1 h on Sunday 5 April, today", "2026-04-04T23:00:00.000-04:00"),
        ])
    func clockChange(day: String, place: String, clocks: String, time: String) throws {
        let arguments = ["today", day, "--place", place]
        let text = try Command(arguments, variables: ["LC_ALL": "C.UTF-8"]).output
        #expect(text.contains(clocks), "\(text)")
        #expect(try Command(arguments + ["--format", "json"]).output.contains("\"time\" : \"\(time)\""))
    }

    @Test("config check lists the alerts whose names also mean something else, and keeps the exit status")
    func unreachable() throws {
        let home = try Home(Self.settings + "[Alert sunset]\nEvent=sunset\n[Alert tomorrow]\nEvent=sunset\n")
        let command = try home.run("config", "check")
        let remedies = ["next": "a command", "sunset": "an event", "tomorrow": "a time"].sorted { $0.key < $1.key }.map
        {
            "[Alert \($0)]: \"\($0)\" is also \($1); use alert:\($0), or rename it"
        }
        // In addition to an empty line at the end, and without "No problems".
        #expect(command.lines.dropLast().sorted() == remedies)
        #expect(command.status == 0)
    }

    @Test("A range of times ends on its last day, or at its last moment")
    func range() throws {
        func dates(_ arguments: String) throws -> [String] {
            let command = try Home(Self.settings).run(line: arguments + " --format csv", zone: "America/Denver")
            #expect(command.errors == "")
            return command.lines.dropFirst().dropLast().map { String($0.dropLast(":00.000-07:00".count)) }
        }
        #expect(
            try dates("events sunrise sunset --from 2026-11-21 --to 2026-11-22") == [
                "sunrise,2026-11-21T06:51", "sunset,2026-11-21T16:39", "sunrise,2026-11-22T06:52",
                "sunset,2026-11-22T16:39",
            ])
        #expect(
            try dates("events sunrise sunset --from 2026-11-21T12:00 --to 2026-11-22T12:00") == [
                "sunset,2026-11-21T16:39", "sunrise,2026-11-22T06:52",
            ])
        #expect(try dates("events sunset 2026-11-21") == ["sunset,2026-11-21T16:39"])
    }
}
