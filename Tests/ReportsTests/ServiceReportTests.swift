import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

private let now = at("2026-11-21T20:00:00Z")
private let dunst = NotificationServer.running(
    NotificationServer.Identity(
        name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["body", "actions", "body-markup"]))

private func denver(_ change: (inout RunningService) -> Void = { _ in }) -> ServiceAnswer {
    var service = RunningService(
        version: "0.1.0", since: now - .seconds(3 * 3600 + 600),
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
    _ service: ServiceAnswer, _ unit: UnitState = UnitState(load: "loaded", active: "active"),
    _ notifications: NotificationServer? = dunst, lastError: String? = nil, installation: Installation = .own
) -> ServiceReport {
    ServiceReport(
        service: service, manager: .unit(unit), notifications: notifications, lastError: lastError,
        installation: installation, relativeTime: RelativeTime(now: now, localTime: SimulatedZone.denver))
}

@Suite("The status of a service that runs") struct RunningServiceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var service: ServiceAnswer = denver()
        var notifications: NotificationServer? = dunst
        let line: String

        init(
            _ name: String, _ service: ServiceAnswer = denver(), notifications: NotificationServer? = dunst,
            says line: String
        ) {
            (testDescription, self.service, self.notifications, self.line) = (name, service, notifications, line)
        }
    }

    @Test("shows the place, the next events and the last one")
    func whole() {
        let report = report(denver())
        #expect(report.isRunning)
        #expect(
            report.text == """
                suntrackerd 0.1.0 running since 09:50, for 3 h

                Place          Denver (39.74° N, 104.99° W), from the settings
                Next           sunset at 16:40, in 3 h 40 min
                               sunrise at 06:52 tomorrow, in 17 h 52 min
                Last           sunrise at 06:51, announced on time
                Notifications  dunst 1.9.0: actions, body, body-markup
                """)
    }

    @Test(
        "has a line for each fact",
        arguments: [
            Row(
                "started seconds ago", denver { $0.since = now - .seconds(3) },
                says: "suntrackerd 0.1.0 running since 12:59, for 3 s"),
            Row(
                "started while the clock was ahead", denver { $0.since = now + .seconds(60) },
                says: "suntrackerd 0.1.0 running since 13:01, for 0 s"),
            Row("without a place", denver { $0.place = nil }, says: "Place          unknown"),
            Row(
                "at a fix",
                denver {
                    $0.place = RunningService.Place(
                        name: nil, coordinate: coordinate(52.5, 13.4), source: "geoclue", accuracy: 2345,
                        observed: now - .seconds(300))
                },
                says: "Place          52.50° N, 13.40° E, from GeoClue, to within 2 km, 5 min ago"),
            Row(
                "at the principal place of the time zone", denver { $0.place?.source = "timezone" },
                says: "Place          Denver (39.74° N, 104.99° W), approximate, from the time zone"),
            Row(
                "late", denver { $0.last?.announced = at("2026-11-21T13:58:00Z") },
                says: "Last           sunrise at 06:51, announced 7 min late"),
            Row(
                "shown", denver { $0.last?.notification = .shown },
                says: "Last           sunrise at 06:51, announced on time"),
            Row(
                "not shown yet", denver { $0.last?.notification = .waiting },
                says: "Last           sunrise at 06:51, in the journal on time; its notification is not"),
            Row(
                "not shown at all",
                denver {
                    $0.last?.announced = at("2026-11-21T13:58:00Z")
                    $0.last?.notification = .notShown
                },
                says: "Last           sunrise at 06:51, in the journal 7 min late; its notification was"),
            Row(
                "announced by an earlier run", denver { $0.last?.announced = nil },
                says: "Last           sunrise at 06:51, announced before the service started"),
            Row(
                "location refused",
                denver { $0.authorization = RunningService.Authorization(state: "denied", advice: "turn it on") },
                says: "Location       turn it on"),
            Row(
                "on a machine without a desktop", denver { $0.last?.notification = .waiting },
                notifications: .noDesktop, says: "Last           sunrise at 06:51, announced on time"),
            Row(
                "without a desktop", notifications: .noDesktop, says: "Notifications  none: there is no desktop"),
            Row(
                "without a notification server", notifications: .startedOnDemand,
                says: "Notifications  none is running; the session bus starts one for the first"),
        ])
    func lines(row: Row) {
        let lines = report(row.service, UnitState(load: "loaded", active: "active"), row.notifications).text
            .split(separator: "\n").map(String.init)
        #expect(lines.contains(row.line), "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("says that the times are not the place's own")
    func elsewhere() {
        let text = report(denver { $0.place?.coordinate = coordinate(69.65, 18.96) }).text
        #expect(text.contains("\nTimes          in time zone America/Denver, not the place's own\n"))
    }

    @Test("lists the alerts with their next time and the program of their hook")
    func alerts() throws {
        var settings = Settings()
        try settings.addAlert("lamps", "Event=sunset", "Offset=-30min", "Hook=lamps-on 30", "Unit=backup.service")
        try settings.addAlert("dawn", "Event=civil-dawn")
        try settings.addAlert("never", "Event=altitude:80:rising", "Hook=/bin/true")
        try settings.addAlert("off", "Event=sunset", "Enabled=no")
        var report = report(denver())
        report.alerts = PlannedAlert.all(
            under: settings, at: TestPlace.denver.place, after: now, localTime: SimulatedZone.denver)
        let lines = report.text.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { !$0.hasPrefix("Last") }.suffix(4).dropLast() == [
                "Alerts         lamps at 16:10, starts lamps-on, starts backup.service",
                "               dawn at 06:23 tomorrow",
                "               never: not within a year, starts /bin/true",
            ])
        let json = try report.json().filter { !$0.isWhitespace }
        #expect(json.contains(#"{"hook":"lamps-on","name":"lamps","next":"2026-11-21T16:10:"#))
        #expect(json.contains(#"{"hook":"/bin/true","name":"never"}"#))
    }

    @Test("in the polar night has the day on which an alert comes again")
    func polarNight() throws {
        var settings = Settings()
        try settings.addAlert("lamps", "Event=sunset")
        let alert = PlannedAlert.all(
            under: settings, at: TestPlace.tromso.place, after: at("2026-12-01T12:00:00Z"),
            localTime: SimulatedZone.oslo)
        #expect(
            alert.first?.due.map { SimulatedZone.oslo.civilTime(at: $0).date }
                == CivilDate(year: 2027, month: 1, day: 15))
    }

    @Test("has the same facts in JSON")
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
}

@Suite("The status of a service that does not run") struct AbsentServiceTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let service: ServiceAnswer
        let manager: ManagerAnswer
        let problem: String
        let remedy: String

        init(
            _ name: String, _ manager: ManagerAnswer, service: ServiceAnswer = .absent, _ problem: String,
            remedy: String
        ) {
            (testDescription, self.service, self.manager) = (name, service, manager)
            (self.problem, self.remedy) = (problem, remedy)
        }
    }

    private static func unit(
        _ load: String = "loaded", _ active: String = "inactive", file: String = "", result: String = "success",
        exitStatus: Int = 0
    ) -> ManagerAnswer {
        .unit(
            UnitState(
                load: load, active: active, file: file, path: "/u/x.service", result: result, exitStatus: exitStatus))
    }

    private static let restart = "systemctl --user restart suntrackerd"

    @Test(
        "shows the reason and what to do",
        arguments: [
            Row(
                "not installed", unit("not-found"), "suntrackerd is not running and not installed as a service",
                remedy: "in a checkout of Suntracker: etc/install --enable"),
            Row(
                "not enabled", unit(file: "disabled"), "suntrackerd is not running",
                remedy: "systemctl --user enable --now suntrackerd"),
            Row(
                "enabled and stopped", unit(file: "enabled"), "suntrackerd is not running",
                remedy: "systemctl --user start suntrackerd"),
            Row(
                "masked", unit("masked", file: "masked"), "suntrackerd is not running, and its unit is masked",
                remedy: "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd"),
            Row(
                "a unit with an error", unit("bad-setting"),
                "suntrackerd is not running, and its unit /u/x.service cannot be loaded (bad-setting)",
                remedy: "systemctl --user status suntrackerd shows the reason"),
            Row(
                "ended by the watchdog", unit("loaded", "failed", result: "watchdog", exitStatus: 6),
                "suntrackerd has failed (watchdog)", remedy: "fix the cause, then: \(restart)"),
            Row(
                "starting", unit("loaded", "activating"), "suntrackerd is activating, but not on the session bus",
                remedy: "if this persists: \(restart)"),
            Row(
                "hanging", unit("loaded", "active"), service: .silent("no answer in time"),
                "suntrackerd is on the session bus but does not answer: no answer in time", remedy: restart),
            Row(
                "unreachable", unit("loaded", "active"), service: .noBus("gone"),
                "suntrackerd is running, but the session bus cannot be reached: gone",
                remedy: "systemctl --user status suntrackerd shows what it waits for"),
            Row(
                "without a manager", .unreachable("gone"),
                "suntrackerd is not running, and the systemd user manager cannot be reached: gone",
                remedy: "log in as the user of the service, without sudo; or run suntrackerd in a terminal"),
        ])
    func absence(row: Row) throws {
        let report = ServiceReport(
            service: row.service, manager: row.manager, notifications: nil, lastError: nil, installation: .own,
            relativeTime: RelativeTime(now: now, localTime: SimulatedZone.utc))
        #expect(!report.isRunning)
        let (problem, remedy) = report.absence(in: .english)
        #expect(problem == row.problem)
        #expect(remedy == row.remedy)
        #expect(try report.json().contains("\"running\" : false"))
    }

    @Test("shows the last error of a service that has failed")
    func failed() {
        let unit = UnitState(load: "loaded", active: "failed", file: "enabled", result: "exit-code", exitStatus: 78)
        let error = "The service cannot start: x.conf:2: Latitude: it is too far north"
        #expect(
            report(.absent, unit, lastError: error).text == """
                suntrackerd has failed (exit-code, status 78)

                Last error  The service cannot start: x.conf:2: Latitude: it is too far north
                What to do  fix the cause, then: systemctl --user restart suntrackerd
                """)
    }

    @Test("has the state of the unit in JSON")
    func json() throws {
        let unit = UnitState(load: "loaded", active: "failed", file: "enabled", result: "exit-code", exitStatus: 78)
        let json = try report(.absent, unit, lastError: "x").json()
        for part in ["\"exitStatus\" : 78", "\"lastError\" : \"x\"", "\"activeState\" : \"failed\"", "\"remedy\" : "] {
            #expect(json.contains(part), "\(json)")
        }
    }
}
