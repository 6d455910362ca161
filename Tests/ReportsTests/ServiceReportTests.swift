import Reports
import Solar
import TestSupport
import Testing
import Tracker

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
        installation: installation, now: now, localTime: SimulatedZone.denver)
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
                "without a notification server", notifications: .startedOnDemand,
                says: "Notifications  none is running; the session bus starts one for the first"),
        ])
    func lines(row: Row) {
        let lines = report(row.service, UnitState(load: "loaded", active: "active"), row.notifications).text
            .split(separator: "\n").map(String.init)
        #expect(lines.contains(row.line), "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 80 })
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
        var service = ServiceAnswer.absent
        let manager: ManagerAnswer
        var lastError: String?
        let text: String

        init(
            _ name: String, _ service: ServiceAnswer = .absent, unit: UnitState, lastError: String? = nil,
            _ text: String
        ) {
            (testDescription, self.service, manager) = (name, service, .unit(unit))
            (self.lastError, self.text) = (lastError, text)
        }

        init(_ name: String, manager: ManagerAnswer, _ text: String) {
            (testDescription, self.manager, self.text) = (name, manager, text)
        }
    }

    @Test(
        "shows the reason and what to do",
        arguments: [
            Row(
                "not installed", unit: UnitState(load: "not-found", active: "inactive"),
                """
                suntrackerd is not running and not installed as a service

                What to do  in a checkout of Suntracker: etc/install --enable
                """),
            Row(
                "not enabled", unit: UnitState(load: "loaded", active: "inactive", file: "disabled"),
                """
                suntrackerd is not running

                What to do  systemctl --user enable --now suntrackerd
                """),
            Row(
                "enabled and stopped", unit: UnitState(load: "loaded", active: "inactive", file: "enabled"),
                """
                suntrackerd is not running

                What to do  systemctl --user start suntrackerd
                """),
            Row(
                "masked", unit: UnitState(load: "masked", active: "inactive", file: "masked"),
                """
                suntrackerd is not running, and its unit is masked

                What to do  systemctl --user unmask suntrackerd && systemctl --user enable --now
                            suntrackerd
                """),
            Row(
                "a unit with an error", unit: UnitState(load: "bad-setting", active: "inactive", path: "/u/x.service"),
                """
                suntrackerd is not running, and its unit /u/x.service cannot be loaded
                (bad-setting)

                What to do  systemctl --user status suntrackerd shows the reason
                """),
            Row(
                "failed",
                unit: UnitState(load: "loaded", active: "failed", file: "enabled", result: "exit-code", exitStatus: 78),
                lastError: "The service cannot start: x.conf:2: Latitude: it is too far north",
                """
                suntrackerd has failed (exit-code, status 78)

                Last error  The service cannot start: x.conf:2: Latitude: it is too far north
                What to do  fix the cause, then: systemctl --user restart suntrackerd
                """),
            Row(
                "ended by the watchdog",
                unit: UnitState(load: "loaded", active: "failed", result: "watchdog", exitStatus: 6),
                """
                suntrackerd has failed (watchdog)

                What to do  fix the cause, then: systemctl --user restart suntrackerd
                """),
            Row(
                "starting", unit: UnitState(load: "loaded", active: "activating"),
                """
                suntrackerd is activating, but not on the session bus

                What to do  if this persists: systemctl --user restart suntrackerd
                """),
            Row(
                "hanging", .silent("no answer in time"), unit: UnitState(load: "loaded", active: "active"),
                """
                suntrackerd is on the session bus but does not answer: no answer in time

                What to do  systemctl --user restart suntrackerd
                """),
            Row(
                "unreachable", .noBus("gone"), unit: UnitState(load: "loaded", active: "active"),
                """
                suntrackerd is running, but the session bus cannot be reached: gone

                What to do  systemctl --user status suntrackerd shows what it waits for
                """),
            Row(
                "without a manager", manager: .unreachable("gone"),
                """
                suntrackerd is not running, and the systemd user manager cannot be reached: gone

                What to do  log in as the user of the service, without sudo; or run suntrackerd
                            in a terminal
                """),
        ])
    func text(row: Row) throws {
        let report = ServiceReport(
            service: row.service, manager: row.manager, notifications: nil, lastError: row.lastError,
            installation: .own, now: now, localTime: SimulatedZone.utc)
        #expect(!report.isRunning)
        #expect(report.text == row.text)
        #expect(try report.json().contains("\"running\" : false"))
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
