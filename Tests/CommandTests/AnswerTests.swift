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
        [Alert coffee break]
        Event=solar-noon
        Offset=-2h
        [Alert Tokyo]
        Event=sunrise

        """

    @Test(
        "is in a pipe a time on a 24-hour clock, with the date if one is given, and for events that do not occur daily",
        arguments: [
            // At 13:00 in Denver.
            ("sunset --at 2026-11-21T20:00:00Z", ["2026-11-21 16:39"]),
            ("next sunset 2026-11-21T20:00:00Z", ["2026-11-21 16:39"]),
            ("sunrise --at 2026-11-21T20:00:00Z", ["2026-11-22 06:52"]),
            ("--at 2026-11-21T20:00:00Z sunset", ["2026-11-21 16:39"]),
            ("Sunset --at 2026-11-21T20:00:00Z", ["2026-11-21 16:39"]),
            // A whole day.
            ("sunrise 2026-11-21", ["2026-11-21 06:51"]), ("sunset 24 dec 2025", ["2025-12-24 16:40"]),
            ("2026-11-21 sunrise", ["2026-11-21 06:51"]), ("24 dec 2025 sunset", ["2025-12-24 16:40"]),
            ("golden-hour-morning-end 2026-11-21", ["2026-11-21 07:32"]),
            ("golden-hour-evening-end 2026-11-21", ["2026-11-21 16:58"]),
            ("civil-dusk 2025-12-26 --place Tokyo", ["2025-12-26 17:02"]),
            // A clock change, polar days and nights, and an altitude.
            ("dst-change --at 2026-11-21T20:00:00Z", ["2027-03-14 03:00"]),
            ("polar-night-start 2026-11-25T20:00:00Z --place Tromsø", ["2026-11-27 11:42"]),
            ("polar-day-end 2025-11-25T20:00:00Z --place Tromsø", ["2026-07-26 00:37"]),
            ("altitude:-4.5:rising 2025-11-26", ["2025-11-26 06:35"]),
            // An alert's name wins over a place and loses to a command; alert:NAME always means an alert.
            ("lamps --at 2026-11-21T20:00:00Z", ["2026-11-21 16:09"]), ("Tokyo 2026-11-21", ["2026-11-21 06:51"]),
            ("alert:next 2026-11-21", ["2026-11-21 06:51"]), ("coffee\u{A0}break 2026-11-21", ["2026-11-21 09:45"]),
        ])
    func pipe(arguments: String, lines: [String]) throws {
        let home = try Home(Self.settings)
        let words = arguments.split(separator: " ").map { String($0).replacing("\u{A0}", with: " ") }
        let variables = ["XDG_CONFIG_HOME": home.path, "LANG": "de_DE.UTF-8"]
        let command = try Command(words, zone: "America/Denver", variables: variables)
        #expect(command.errors == "")
        #expect(command.output == lines.map { $0 + "\n" }.joined())
        #expect(command.status == 0)
    }

    @Test("is in a pipe in the time zone that the terminal shows, for a place from the settings, too")
    func zone() throws {
        let home = try Home(Self.settings)
        #expect(try home.run("sunset", "2026-11-21").output == "2026-11-21 23:39\n")
        #expect(try home.run("today", "2026-11-21").output.contains("Sunset 23:39"))
        let place = ["--place", "39.74,-104.98"]
        #expect(try Command(["sunset", "2026-11-21"] + place).output == "2026-11-21 16:39\n")
        #expect(try Command(["today", "2026-11-21"] + place).output.contains("Sunset 16:39"))
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
        let command = try Home(Self.settings).run(arguments)
        #expect(command.errors == "suntracker: \(error)\n")
        #expect((command.output, command.status) == ("", 69))
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
        #expect(try home.run(arguments, zone: zone).output == answer + "\n")
        let variables = ["XDG_CONFIG_HOME": home.path, "TZ": zone]
        let output = try TerminalSession(arguments, columns: 100, variables: variables).wait(for: "status 0")
        let terminal = output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(terminal.contains("\(answer.suffix(5))"))
        #expect(named.isEmpty ? !terminal.contains("time zone") : terminal.contains(named))
    }

    @Test(
        "is about a day or a place, if the first words name one",
        arguments: [
            ("24 dec 2026", "Thursday 24 December 2026"), ("2026-12-24", "Thursday 24 December 2026"),
            ("today 2026-12-24", "Thursday 24 December 2026"),
            ("2026-12-24 Kyoto", "Thursday 24 December 2026"), ("new york 2026-12-24", "Thursday 24 December 2026"),
            ("2026-11-21T20:00:00Z", "Sunset in 3 h 40 min, at 16:39"),
            ("Washington DC 2026-11-21 12:00", "Sunset in 4 h 50 min, at 16:50"),
        ])
    func day(arguments: String, headline: String) throws {
        let command = try Home(Self.settings).run(arguments, zone: "America/Denver")
        #expect(command.errors == "")
        #expect(command.lines.first == headline)
        let isDay = headline.hasPrefix("Thursday")
        #expect(command.lines.contains { $0.hasPrefix("Now ") } != isDay)
    }

    @Test("config check lists the alerts whose names also mean something else, and keeps the exit status")
    func unreachable() throws {
        let home = try Home(Self.settings + "[Alert sunset]\nEvent=sunset\n[Alert tomorrow]\nEvent=sunset\n")
        let command = try home.run("config check")
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
            let command = try Home(Self.settings).run(arguments + " --format csv", zone: "America/Denver")
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

extension Home {
    /// Runs the program with the words of the line.
    fileprivate func run(_ arguments: String, zone: String = "UTC") throws -> Command {
        try Command(
            arguments.split(separator: " ").map(String.init), zone: zone, variables: ["XDG_CONFIG_HOME": path])
    }
}
