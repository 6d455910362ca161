// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

private let now = at("2026-11-21T20:00:00Z")
private let dunst = NotificationServer.running(
    NotificationServer.Identity(
        name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["body", "actions", "body-markup"]))

private func denver(_ change: (inout RunningService) -> Void = { _ in }) -> ServiceAnswer {
    var service = RunningService(
        version: Program.version, since: now - .seconds(3 * 3600 + 600),
        place: RunningService.Place(
            name: "Denver", coordinate: coordinate(39.74, -104.99), source: "settings"),
        next: [
            Sun.Occurrence(.sunset, at: at("2026-11-21T23:40:00Z")),
            Sun.Occurrence(.sunrise, at: at("2026-11-22T13:52:00Z")),
        ],
        last: RunningService.Announcement(
            event: "sunrise", instant: at("2026-11-21T13:51:00Z"),
            announced: at("2026-11-21T13:51:00Z") + .seconds(0.002))
    )
    change(&service)
    return .running(service)
}

private func report(
    _ answer: ServiceAnswer = denver(), _ notifications: NotificationServer? = dunst,
    _ change: (inout MachineFacts) -> Void = { _ in }
) -> StatusReport {
    let facts = soundMachine {
        ($0.service.answer, $0.notifications) = (answer, notifications)
        change(&$0)
    }
    return StatusReport(facts: facts, relativeTime: RelativeTime(now: now, localTime: SimulatedZone.denver))
}

@Suite("The status of a running service") struct RunningServiceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let line: String
        let service: ServiceAnswer
        var notifications: NotificationServer? = dunst
        var testDescription: String { line }

        init(
            _ line: String, notifications: NotificationServer? = dunst,
            _ change: (inout RunningService) -> Void = { _ in }
        ) {
            (self.line, self.notifications, service) = (line, notifications, denver(change))
        }

        /// A row about an announcement that was on time or seven minutes late.
        static func last(
            _ line: String, isLate: Bool = false, _ notification: PublishedState.Announcement.Notification?,
            to server: NotificationServer = dunst
        ) -> Row {
            Row("Last sunrise at 06:51, " + line, notifications: server) {
                if isLate { $0.last?.announced = at("2026-11-21T13:58:00Z") }
                $0.last?.notification = notification
            }
        }
    }

    @Test("shows the next events, the place and the last event, and nothing that is in order")
    func whole() {
        let report = report()
        #expect(report.exitStatus == 0)
        #expect(
            report.text == """
                suntrackerd \(Program.version) running since 09:50, for 3 h

                Next   sunset at 16:40, in 3 h 40 min
                       sunrise at 06:52 tomorrow, in 17 h 52 min
                Place  Denver (39.74° N, 104.99° W), from the settings
                Last   sunrise at 06:51, announced on time
                """)
    }

    @Test("shows each problem below, with the command that fixes it alone in a line")
    func problems() throws {
        let report = report(denver(), .absent) { $0.state.mode = 0o40755 }
        #expect(report.exitStatus == 1)
        let paragraphs = report.text.split(separator: "\n\n").map(String.init)
        #expect(
            Array(paragraphs.dropFirst(2)) == [
                """
                there is no notification server
                  install one, such as dunst or mako, and start it together with your session
                """,
                """
                /s has mode 755, so other users can see your location
                  to make it private:
                    chmod 700 /s
                """,
            ])
        let json = try report.json().filter { !$0.isWhitespace }
        #expect(json.contains(#"{"check":"State","command":"chmod700/s","problem":"/shasmode755"#))
        #expect(!json.contains(#""checks""#))
    }

    @Test("On a terminal, a dot shows the state by its colour; problems are bold, and remedies in words faint")
    func styles() throws {
        let reports = [report(), report(denver(), .absent), report(.absent)]
        let dots = try reports.map { try #require($0.lines(columns: 80, hasDot: true).first?.first) }
        #expect(dots.map(\.text) == ["● ", "● ", "● "])
        // Green, yellow and red of the terminal.
        #expect(dots.map(\.style.foreground?.indexOf8) == [2, 3, 1])
        let lines = reports[1].lines(columns: 40, hasDot: true)
        for (text, style) in [
            ("there is no notification server", StyledText.Style.bold),
            ("  install one, such as dunst or mako,", .faint),
        ] {
            #expect(lines.contains([StyledText(text, style)]))
        }
        #expect(lines.allSatisfy { $0.map(\.text).joined().columns <= 40 })
        #expect(reports[2].lines(columns: 80).last?.last?.style == .plain)
        #expect(
            reports[1].text == reports[1].lines(columns: nil).map { $0.map(\.text).joined() }.joined(separator: "\n"))
    }

    @Test("shows the place in the settings and its next events if the service is not running")
    func ownPlace() throws {
        var report = report(.absent)
        report.place = TestPlace.denver.place
        #expect(
            report.text.hasSuffix(
                """


                Next   sunset at 16:40, in 3 h 40 min
                       sunrise at 06:52 tomorrow, in 17 h 53 min
                Place  denver (39.74° N, 104.99° W), from the settings
                """))
        let json = try report.json().filter { !$0.isWhitespace }
        for part in [
            #""events":[{"event":"sunset","time":"2026-11-21T16:"#, #""source":"settings""#, #""running":false"#,
        ] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
        #expect(report.exitStatus == 69)
    }

    @Test("lists all checks with --verbose")
    func verbose() throws {
        let facts = soundMachine { ($0.service.answer, $0.notifications) = (denver(), .absent) }
        let report = StatusReport(
            facts: facts, relativeTime: RelativeTime(now: now, localTime: SimulatedZone.denver), isVerbose: true)
        let lines = report.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("ok       Settings       /home/a/.config/suntracker/suntracker.conf"))
        #expect(lines.contains("problem  Notifications  there is no notification server"))
        #expect(lines.contains("ok       Hooks          all can be started"))
        #expect(lines.last == "  install one, such as dunst or mako, and start it together with your session")
        let json = try report.json()
        #expect(json.contains("\"result\" : \"skipped\"") && json.contains("\"result\" : \"problem\""), "\(json)")
    }

    @Test("shows the last missed event")
    func missed() throws {
        let report = report(
            denver { $0.lastMissed = RunningService.Missed(event: "sunset", instant: at("2026-11-18T23:42:00Z")) })
        #expect(report.text.hasSuffix("\nMissed  sunset at 16:42 on 18 November"))
        let json = try report.json().filter { !$0.isWhitespace }
        #expect(json.contains(#""lastMissed":{"event":"sunset","time":"2026-11-18T16:42:00.000-07:00"}"#))
    }

    @Test(
        "contains a line for each fact",
        arguments: [
            Row("suntrackerd \(Program.version) running since 12:59, for 3 s") { $0.since = now - .seconds(3) },
            // The clock was ahead when the service started.
            Row("suntrackerd \(Program.version) running since 13:01, for 0 s") { $0.since = now + .seconds(60) },
            Row("Place unknown") { $0.place = nil },
            Row("Place 52.50° N, 13.40° E, from GeoClue, to within 2 km, 5 min ago") {
                $0.place = RunningService.Place(
                    name: nil, coordinate: coordinate(52.5, 13.4), source: "geoclue", accuracy: 2345,
                    observed: now - .seconds(300))
            },
            Row("Place Denver (39.74° N, 104.99° W), approximate, from the time zone Last") {
                $0.place?.source = "timezone"
            },
            // The source is from a newer service.
            Row("Place Denver (39.74° N, 104.99° W), moon Last") { $0.place?.source = "moon" },
            Row("Times in time zone America/Denver, not the place's own") {
                $0.place?.coordinate = coordinate(69.65, 18.96)
            },
            Row("Phase day until 16:40 Last") {
                $0.phase = PhaseSpan(.day, since: nil, until: at("2026-11-21T23:40:00Z"))
            },
            .last("announced on time", .shown), .last("announced 7 min late", isLate: true, nil),
            .last("logged on time; its notification has not been shown yet", .waiting),
            .last("logged 7 min late; its notification was not shown", isLate: true, .notShown),
            .last("logged on time; no notification because of Quiet=", .quiet),
            .last("announced on time", .waiting, to: .noDesktop),
            Row("Last sunrise at 06:51, announced before the service started") { $0.last?.announced = nil },
            Row("Last alert:lamps at 06:51, announced on time") {
                let instant = at("2026-11-21T13:51:00Z")
                $0.last = RunningService.Announcement(event: "alert:lamps", instant: instant, announced: instant)
            },
        ])
    func lines(row: Row) {
        let text = report(row.service, row.notifications).text
        #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(row.line), "\(text)")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("contains the same facts in JSON")
    func json() throws {
        let json = try report(
            denver {
                $0.last?.announced = at("2026-11-21T13:58:00Z")
                $0.last?.notification = .notShown
            }
        ).json()
        for part in [
            "\"running\" : true", "\"since\" : \"2026-11-21T09:50:00.000-07:00\"", "\"latenessSeconds\" : 420",
            "\"notification\" : \"not-shown\"",
            "\"capabilities\" : [", "\"latitude\" : 39.74", "\"event\" : \"sunset\"", "\"state\" : \"running\"",
        ] {
            #expect(json.contains(part), "\(part) in \(json)")
        }
    }

    // CheckTests tests each problem.
    @Test("of a failed service shows the reason first, and in JSON the state of the unit")
    func failed() throws {
        let error = "The service cannot start: x.conf:2: Latitude: it is too far north"
        let report = report(.absent) {
            $0.service.manager = unit { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) }
            $0.service.lastError = error
        }
        #expect(report.exitStatus == 69)
        #expect(
            report.text == """
                suntrackerd has failed (exit-code, status 78): The service cannot start:
                x.conf:2: Latitude: it is too far north
                  fix the cause, then run:
                    systemctl --user restart suntrackerd
                """)
        let json = try report.json()
        for part in [
            "\"running\" : false", "\"problem\" : \"suntrackerd has failed", "\"exitStatus\" : 78", "\"lastError\" : ",
            "\"activeState\" : \"failed\"", "\"remedy\" : ",
        ] {
            #expect(json.contains(part), "\(json)")
        }
    }
}
