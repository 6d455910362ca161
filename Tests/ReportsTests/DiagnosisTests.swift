import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

private let now = at("2026-11-21T20:00:00Z")
private let path = "/home/a/.local/share/systemd/user/suntrackerd.service"
private let setPlace = "suntracker location choose"

private func unit(_ change: (inout UnitState) -> Void = { _ in }) -> ManagerAnswer {
    var unit = UnitState(
        load: "loaded", active: "active", file: "enabled", path: path, program: "/home/a/.local/bin/suntrackerd")
    change(&unit)
    return .unit(unit)
}

/// A machine without problems, to which a test adds one.
func soundMachine(_ change: (inout MachineFacts) -> Void = { _ in }) -> MachineFacts {
    var facts = MachineFacts(
        program: "/home/a/.local/bin/suntracker", isRoot: false, manager: unit(), hasProgram: true,
        service: .running(RunningService(version: Program.version, since: now)),
        notifications: .running(
            NotificationServer.Identity(name: "dunst", vendor: "", version: "1.9.0", capabilities: ["body"])),
        journal: .readable(isPersistent: true, hasEntries: true, isExplained: true),
        settings: .success(["/home/a/.config/suntracker/suntracker.conf"]),
        hooks: [], sounds: SoundFacts(),
        location: TestPlace.denver.settings.location, geoclue: .present, lastFix: nil,
        zone: MachineFacts.Zone(name: "America/Denver", place: "Denver"), isClockSynchronised: true,
        state: StateFolder(path: "/s", mode: S_IFDIR | 0o700), now: now)
    change(&facts)
    return facts
}

private func asksGeoClue(_ state: String? = nil, advice: String = "") -> (inout MachineFacts) -> Void {
    { facts in
        facts.location = LocationSettings()
        let authorization = state.map { RunningService.Authorization(state: $0, advice: advice) }
        facts.service = .running(
            RunningService(version: Program.version, since: now, authorization: authorization))
    }
}

@Suite("A diagnosis") struct DiagnosisTests {
    @Test("of a machine without problems")
    func sound() throws {
        let diagnosis = Diagnosis(facts: soundMachine(), hasSymbols: true)
        #expect(diagnosis.isSound)
        #expect(
            diagnosis.text == """
                ✓ Unit           /home/a/.local/share/systemd/user/suntrackerd.service, enabled
                ✓ Service        active
                ✓ Session bus    answers
                ✓ Bus name       suntrackerd \(Program.version)
                ✓ Notifications  dunst 1.9.0: body
                ✓ Journal        readable and persistent; journalctl -x explains its entries
                ✓ Settings       /home/a/.config/suntracker/suntracker.conf
                – Hooks          none
                – GeoClue        not used, according to the settings
                – Last fix       not used, according to the settings
                ✓ Time zone      America/Denver, principal place Denver
                ✓ Clock          synchronised
                ✓ State          /s
                """)
        #expect(try diagnosis.json().contains("\"sound\" : true"))
    }

    @Test("has the remedy below a failed check as text")
    func words() throws {
        let diagnosis = Diagnosis(
            facts: soundMachine { $0.manager = unit { $0.active = "inactive" } }, hasSymbols: false)
        #expect(!diagnosis.isSound)
        let lines = diagnosis.text.split(separator: "\n").map(String.init)
        #expect(
            Array(lines[..<3]) == [
                "ok      Unit           \(path),",
                "                       enabled",
                "broken  Service        is not running",
            ])
        #expect(lines[3] == "                       to fix it: systemctl --user start suntrackerd")
        #expect(lines.contains("skipped GeoClue        not used, according to the settings"))
        let json = try diagnosis.json()
        #expect(json.contains("\"sound\" : false"))
        #expect(json.contains("\"remedy\" : \"systemctl --user start suntrackerd\""))
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let facts: MachineFacts
        let subject: String
        let verdict: Check.Verdict
        let finding: String
        var remedy: String?

        static func sound(
            _ name: String, _ subject: String, _ finding: String, _ change: (inout MachineFacts) -> Void
        ) -> Row {
            Row(
                testDescription: name, facts: soundMachine(change), subject: subject, verdict: .sound,
                finding: finding)
        }

        static func broken(
            _ name: String, _ subject: String, _ finding: String, remedy: String,
            _ change: (inout MachineFacts) -> Void
        ) -> Row {
            Row(
                testDescription: name, facts: soundMachine(change), subject: subject,
                verdict: .broken, finding: finding, remedy: remedy)
        }

        static func skipped(
            _ name: String, _ subject: String, _ finding: String, _ change: (inout MachineFacts) -> Void
        ) -> Row {
            Row(
                testDescription: name, facts: soundMachine(change), subject: subject, verdict: .notApplicable,
                finding: finding)
        }
    }

    private static let restart = "systemctl --user restart suntrackerd"
    private static let loginAdvice =
        "log in with a systemd session (loginctl lists sessions), or run suntrackerd in a terminal"
    private static let rootAdvice = "run this as the user of the service, without sudo"

    @Test(
        "checks the unit and the process",
        arguments: [
            Row.broken(
                "no manager", "Unit", "the systemd user manager cannot be reached: gone", remedy: loginAdvice
            ) { $0.manager = .unreachable("gone") },
            .broken(
                "no manager as root", "Unit", "the systemd user manager cannot be reached: gone", remedy: rootAdvice
            ) { ($0.manager, $0.isRoot) = (.unreachable("gone"), true) },
            .skipped("nothing to run", "Service", "there is no unit to run") { $0.manager = .unreachable("gone") },
            .broken(
                "not installed", "Unit", "is not installed",
                remedy: "in a checkout of Suntracker: etc/install --enable"
            ) { $0.manager = unit { $0.load = "not-found" } },
            .broken("masked", "Unit", "is masked", remedy: "systemctl --user unmask suntrackerd") {
                $0.manager = unit { $0.load = "masked" }
            },
            .broken(
                "an error in the unit", "Unit", "\(path) cannot be loaded (bad-setting)",
                remedy: "systemd-analyze --user verify \(path)"
            ) { $0.manager = unit { $0.load = "bad-setting" } },
            .broken(
                "the program is gone", "Unit",
                "\(path): its program /home/a/.local/bin/suntrackerd is missing or not executable",
                remedy: "install again, in a checkout of Suntracker: etc/install"
            ) { $0.hasProgram = false },
            .broken(
                "not enabled", "Unit", "\(path) is disabled, so it does not start at login",
                remedy: "systemctl --user enable suntrackerd"
            ) { $0.manager = unit { $0.file = "disabled" } },
            .broken("stopped", "Service", "is not running", remedy: "systemctl --user start suntrackerd") {
                $0.manager = unit { $0.active = "inactive" }
            },
            .broken(
                "failed", "Service", "has failed (exit-code, status 78)", remedy: "suntracker status shows the reason"
            ) { $0.manager = unit { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) } },
            .broken(
                "replaced", "Service", "runs a program that was replaced or removed since", remedy: restart
            ) { $0.runsReplacedProgram = true },
            .sound("on its way", "Service", "activating") { $0.manager = unit { $0.active = "activating" } },
        ])
    func service(row: Row) { judge(row) }

    @Test(
        "checks the session bus and the names on it",
        arguments: [
            Row.broken(
                "none", "Session bus", "gone", remedy: "install dbus-user-session (or dbus-broker) and log in again"
            ) { $0.service = .noBus("gone") },
            .broken("none for root", "Session bus", "gone", remedy: rootAdvice) {
                ($0.service, $0.isRoot) = (.noBus("gone"), true)
            },
            .skipped("no name without a bus", "Bus name", "there is no session bus") { $0.service = .noBus("gone") },
            .broken("not on it", "Bus name", "the service is not on the session bus", remedy: restart) {
                $0.service = .absent
            },
            .skipped("not on it, for it is stopped", "Bus name", "the service is not running") {
                ($0.service, $0.manager) = (.absent, unit { $0.active = "inactive" })
            },
            .broken("hanging", "Bus name", "the service does not answer: no answer in time", remedy: restart) {
                $0.service = .silent("no answer in time")
            },
            .broken(
                "an older version", "Bus name",
                "suntrackerd 0.0.9 is running, but this is suntracker \(Program.version)", remedy: restart
            ) { $0.service = .running(RunningService(version: "0.0.9", since: now)) },
            .skipped("no notifications without a bus", "Notifications", "there is no session bus") {
                $0.notifications = nil
            },
            .sound(
                "a server that is started on demand", "Notifications",
                "none is running; the session bus starts one for the first notification"
            ) { $0.notifications = .startedOnDemand },
            .broken(
                "no server", "Notifications", "there is no notification server",
                remedy: "install one, such as dunst or mako, and start it with the session"
            ) { $0.notifications = .absent },
            .skipped("a machine without a desktop", "Notifications", "none: there is no desktop") {
                $0.notifications = .noDesktop
            },
            .broken(
                "a server that hangs", "Notifications", "the notification server does not answer: no answer in time",
                remedy: "restart it, or log in again"
            ) { $0.notifications = .silent("no answer in time") },
            .broken(
                "a server that exits at its start", "Notifications",
                "the notification server that the session bus starts fails: it was killed",
                remedy: "start it with the session; journalctl --user may show why it fails"
            ) { $0.notifications = .startFails("it was killed") },
        ])
    func bus(row: Row) { judge(row) }

    @Test(
        "checks the journal, the settings and the state",
        arguments: [
            Row.broken("no journal", "Journal", "cannot be read: gone", remedy: "systemctl status systemd-journald") {
                $0.journal = .unreadable("gone")
            },
            .broken(
                "a journal in memory", "Journal", "is stored in memory only, so that history is lost at a reboot",
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush"
            ) { $0.journal = .readable(isPersistent: false, hasEntries: true, isExplained: true) },
            .broken(
                "no entry of the running service", "Journal", "has no entry of the running service",
                remedy: "systemctl --user status suntrackerd shows where its output goes"
            ) { $0.journal = .readable(isPersistent: true, hasEntries: false, isExplained: true) },
            .sound(
                "no entry of a stopped service", "Journal",
                "readable and persistent; etc/install --system installs the catalog for journalctl -x"
            ) {
                $0.service = .absent
                $0.journal = .readable(isPersistent: true, hasEntries: false, isExplained: false)
            },
            .broken(
                "a mistake", "Settings", "x.conf:2: Latitude: wrong; write another",
                remedy: "correct that line; a running service applies it at once"
            ) {
                $0.settings = .failure(
                    SettingsError(
                        origin: SettingsEntry.Origin(file: "x.conf", line: 2), subject: "Latitude", problem: "wrong",
                        remedy: "write another"))
            },
            .sound("no settings", "Settings", "no settings file; the defaults apply") { $0.settings = .success([]) },
            .skipped("no state yet", "State", "/s is created at the first start") { $0.state.mode = nil },
            .broken("a file in its place", "State", "/s is not a folder", remedy: "move it away") {
                $0.state.mode = S_IFREG | 0o644
            },
            .broken(
                "open to others", "State", "/s has the mode 755, so that others can see your location",
                remedy: "chmod 700 /s"
            ) { $0.state.mode = S_IFDIR | 0o755 },
            .broken(
                "read only", "State", "/s is not writable, so that events may be announced twice after a restart",
                remedy: "check its owner and its file system: ls -ld /s"
            ) { $0.state.isWritable = false },
            .broken(
                "a damaged ledger", "State", "the ledger is damaged",
                remedy: "the next start sets it aside and begins a new one: \(restart)"
            ) { $0.state.ledgerProblem = .quoted("the ledger is damaged") },
        ])
    func storage(row: Row) { judge(row) }

    @Test(
        "checks location and time",
        arguments: [
            Row.sound(
                "allowed", "GeoClue", "allowed-always: it tells", asksGeoClue("allowed-always", advice: "it tells")),
            .broken(
                "denied", "GeoClue", "denied", remedy: "turn it on; or: \(setPlace)",
                asksGeoClue("denied", advice: "turn it on")),
            .broken(
                "restricted", "GeoClue", "restricted", remedy: "choose a place with: \(setPlace)",
                asksGeoClue("restricted", advice: "choose a place with: \(setPlace)")),
            .sound(
                "installed, but not used yet", "GeoClue",
                "is installed; whether it gives a location shows only while the service is running", asksGeoClue()),
            .broken(
                "not installed", "GeoClue", "is not installed",
                remedy: "install geoclue-2.0 (Fedora: geoclue2, Arch: geoclue), or: \(setPlace)"
            ) { ($0.location, $0.geoclue) = (LocationSettings(), .absent) },
            .broken(
                "a provider that has ended", "GeoClue",
                "/g.conf:49 names location.services.mozilla.com, which ended in 2024; there may be no location",
                remedy: LocationProvider.remedy()
            ) {
                asksGeoClue("allowed-always")(&$0)
                $0.provider = endedProvider
            },
            .sound("another provider", "GeoClue", "allowed-always: yes; /g.conf:49 names the provider api.beacondb.net")
            {
                asksGeoClue("allowed-always", advice: "yes")(&$0)
                $0.provider = LocationProvider(host: "api.beacondb.net", origin: "/g.conf:49")
            },
            .broken("no system bus", "GeoClue", "cannot be reached: gone", remedy: setPlace) {
                ($0.location, $0.geoclue) = (LocationSettings(), .noBus("gone"))
            },
            .skipped("mistaken settings", "GeoClue", "unknown, because the settings are invalid") {
                $0.location = nil
            },
            .skipped("no fix yet", "Last fix", "GeoClue has not given a location yet", asksGeoClue()),
            .sound("a fix", "Last fix", "39.74° N, 104.99° W, to within 2 km, 3 h ago") {
                $0.location = LocationSettings()
                $0.lastFix = Place(
                    observer: TestPlace.denver.observer, name: nil,
                    provenance: Provenance(source: .lastFix, accuracy: 2345, observed: now - .seconds(3 * 3600)))
            },
            .broken(
                "no name", "Time zone", "has no name: its principal place is unknown, and times may be wrong",
                remedy: "timedatectl set-timezone America/Denver, or your zone"
            ) { $0.zone = MachineFacts.Zone(name: nil, place: nil) },
            .sound("UTC beside a place", "Time zone", "UTC; it has no principal place, but none is needed") {
                $0.zone = MachineFacts.Zone(name: "UTC", place: nil)
            },
            .broken(
                "UTC without another source", "Time zone",
                "UTC; it has no principal place, and there is no other source of a location",
                remedy: setPlace
            ) { ($0.zone, $0.location) = (MachineFacts.Zone(name: "UTC", place: nil), LocationSettings()) },
            .broken(
                "not synchronised", "Clock", "is not synchronised: announcements may be early or late",
                remedy: "sudo timedatectl set-ntp true, or start another NTP client"
            ) { $0.isClockSynchronised = false },
            .skipped("of a kernel that does not say", "Clock", "the kernel does not report whether it is synchronised")
            {
                $0.isClockSynchronised = nil
            },
        ])
    func location(row: Row) { judge(row) }

    private func judge(_ row: Row) {
        let diagnosis = Diagnosis(facts: row.facts, hasSymbols: true)
        let check = diagnosis.checks.first { $0.subject == row.subject }
        #expect(check?.verdict == row.verdict)
        #expect(check?.finding == row.finding)
        #expect(check?.remedy == row.remedy)
        #expect(diagnosis.text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("/home/a") })
        expectTranslated(row.facts)
    }
}
