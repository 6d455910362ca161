import Gazetteer
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

private let now = at("2026-11-21T20:00:00Z")

@Suite("Every word about the service comes from the catalog")
struct TranslatedStatusTests {
    private static let values = [
        "suntrackerd", "suntracker", "0.1.0", "Denver", "GeoClue", "moon", "Quiet=", "dunst 1.9.0: actions", "body",
        "dunst",
        "mako", "sudo", "exit-code", "core-dump", "watchdog", "activating", "bad-setting", "/u/x.service", "the reason",
        "--user", "systemctl", "status", "restart", "unmask", "enable --now", "enable", "start", "daemon-reload",
        "etc/install", "--system", "--prefix /opt", "lamps",
    ]

    private func text(
        _ service: ServiceAnswer, _ manager: ManagerAnswer, _ notifications: NotificationServer? = nil,
        installation: Installation = .own
    ) -> String {
        ServiceReport(
            service: service, manager: manager, notifications: notifications,
            alerts: [
                PlannedAlert(name: "lamps", due: at("2026-11-22T13:52:00Z"), hook: "dunst"),
                PlannedAlert(name: "moon", due: nil, hook: nil),
            ],
            lastError: "the reason",
            installation: installation,
            relativeTime: RelativeTime(now: now, localTime: SimulatedZone.denver, words: .bracketed)
        ).text
    }

    private static let running: [RunningService] = {
        var services = ["command-line", "settings", "geoclue", "last-fix", "timezone", "moon"].map { source in
            RunningService(
                version: "0.1.0", since: now - .seconds(30_000),
                place: RunningService.Place(
                    name: source == "geoclue" ? "near Denver" : "Denver", coordinate: coordinate(39.74, -104.99),
                    source: source, accuracy: 2345,
                    observed: now - .seconds(300)),
                next: [
                    Sun.Occurrence(.sunset, at: at("2026-11-21T23:40:00Z")),
                    Sun.Occurrence(.sunrise, at: at("2026-11-22T13:52:00Z")),
                ],
                phase: PhaseSpan(.day, since: nil, until: at("2026-11-21T23:40:00Z")))
        }
        services.append(
            RunningService(version: "0.1.0", since: now - .seconds(3), phase: PhaseSpan(.night, since: nil, until: nil))
        )
        for event in ["civil-dusk", "dst-change", "alert:lamps"] {
            for notification in [nil, .waiting, .shown, .notShown, .quiet] as [Outlook.Announcement.Notification?] {
                for announced in [nil, now - .seconds(5000), now] {
                    services.append(
                        RunningService(
                            version: "0.1.0", since: now,
                            last: RunningService.Announcement(
                                event: event, instant: now - .seconds(5000), announced: announced,
                                notification: notification)))
                }
            }
        }
        return services
    }()

    @Test("while it runs")
    func runs() {
        let servers: [NotificationServer] = [
            .running(.init(name: "dunst", vendor: "", version: "1.9.0", capabilities: ["body", "actions"])),
            .startedOnDemand, .absent, .noDesktop, .silent("the reason"), .startFails("the reason"),
        ]
        let unit = ManagerAnswer.unit(UnitState(load: "loaded", active: "active"))
        for (index, service) in Self.running.enumerated() {
            let text = text(.running(service), unit, servers[index % servers.count])
            #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)")
        }
    }

    @Test("while it does not run")
    func absent() {
        let units = [
            UnitState(load: "not-found", active: "inactive"), UnitState(load: "masked", active: "inactive"),
            UnitState(load: "bad-setting", active: "inactive", path: "/u/x.service"),
            UnitState(load: "loaded", active: "failed", result: "exit-code", exitStatus: 78),
            UnitState(load: "loaded", active: "failed", result: "core-dump", exitStatus: 11),
            UnitState(load: "loaded", active: "failed", result: "watchdog"),
            UnitState(load: "loaded", active: "activating"), UnitState(load: "loaded", active: "inactive"),
        ]
        let managers = units.map(ManagerAnswer.unit) + [.unreachable("the reason")]
        for service in [ServiceAnswer.absent, .silent("the reason"), .noBus("the reason")] {
            for manager in managers {
                for installation in [Installation.own, .package, .prefix("/opt"), .prefix("/usr/local")] {
                    let text = text(service, manager, installation: installation)
                    #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)")
                }
            }
        }
    }

    @Test("The advice of the service about the location is translated, and that of a newer one is shown as it is")
    func advice() {
        let states: [LocationAuthorization] = [
            .notDetermined, .allowedAlways, .allowedOnce, .denied(.unanswered), .restricted(.noAgent),
        ]
        for state in states {
            let authorization = RunningService.Authorization(state: state.identifier, advice: state.advice())
            #expect(authorization.advice(in: .bracketed) == state.advice(in: .bracketed))
            #expect(authorization.advice(in: .bracketed) != state.advice())
        }
        let unknown = RunningService.Authorization(state: "denied", advice: "ask again")
        #expect(unknown.advice(in: .bracketed) == "ask again")
    }

    @Test("Settings")
    func settings() {
        #expect(SettingsTable(settings: SettingInForce.all(under: []), words: .bracketed).text.contains("⟦default⟧"))
    }
}
