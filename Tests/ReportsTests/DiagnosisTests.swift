import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

private let setPlace = "suntracker place NAME"
private typealias Row = DiagnosisRow

private func asksGeoClue(_ state: String? = nil, advice: String = "") -> (inout MachineFacts) -> Void {
    { facts in
        facts.location = LocationSettings()
        let authorization = state.map { RunningService.Authorization(state: $0, advice: advice) }
        facts.service.answer = .running(
            RunningService(version: Program.version, since: diagnosed, authorization: authorization))
    }
}

/// Sounds in the settings, and a notification server with these capabilities.
private func plays(_ names: [String], on capabilities: String...) -> (inout MachineFacts) -> Void {
    { facts in
        facts.sounds.names = names
        facts.notifications = .running(
            NotificationServer.Identity(name: "dunst", vendor: "", version: "1", capabilities: capabilities))
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
            facts: soundMachine { $0.service.manager = unit { $0.active = "inactive" } }, hasSymbols: false)
        #expect(!diagnosis.isSound)
        let lines = diagnosis.text.split(separator: "\n").map(String.init)
        #expect(
            Array(lines[..<3]) == [
                "ok      Unit           \(unitPath),",
                "                       enabled",
                "broken  Service        suntrackerd is not running",
            ])
        #expect(lines[3] == "                       to fix it: systemctl --user start suntrackerd")
        #expect(lines.contains("skipped GeoClue        not used, according to the settings"))
        let json = try diagnosis.json()
        #expect(json.contains("\"sound\" : false"))
        #expect(json.contains("\"remedy\" : \"systemctl --user start suntrackerd\""))
    }

    private static let restart = "systemctl --user restart suntrackerd"
    private static let login = "log in as the user of the service, without sudo; or run suntrackerd in a terminal"

    private static let failure = "suntrackerd has failed (exit-code, status 78)"

    @Test(
        "shows each fault that keeps the service from answering, as status does for the first one",
        arguments: [
            Row.fault(
                "Unit", "the systemd user manager cannot be reached: gone",
                inStatus: "suntrackerd is not running, and the systemd user manager cannot be reached: gone",
                remedy: login
            ) { ($0.service.answer, $0.service.manager) = (.absent, .unreachable("gone")) },
            .fault(
                "Unit", "is not installed", inStatus: "suntrackerd is not running and not installed as a service",
                remedy: "in a checkout of Suntracker: etc/install --enable", absent { $0.load = "not-found" }),
            .fault(
                "Unit", "is masked", inStatus: "suntrackerd is not running, and its unit is masked",
                remedy: "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd",
                absent { $0.load = "masked" }),
            .fault(
                "Unit", "\(unitPath) cannot be loaded (bad-setting)",
                remedy: "systemd-analyze --user verify \(unitPath)",
                absent { $0.load = "bad-setting" }),
            .fault(
                "Service", "suntrackerd is not running", remedy: "systemctl --user start suntrackerd",
                absent { $0.active = "inactive" }),
            .fault(
                "Service", "suntrackerd is not running", remedy: "systemctl --user enable --now suntrackerd",
                absent { ($0.active, $0.file) = ("inactive", "disabled") }),
            .fault(
                "Service", "\(failure); it is too far north", inStatus: failure,
                remedy: "fix the cause, then: \(restart)"
            ) {
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) }(&$0)
                $0.service.lastError = "it is too far north"
            },
            .fault(
                "Service", "suntrackerd has failed (core-dump, signal 11)", remedy: "fix the cause, then: \(restart)",
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "core-dump", 11) }),
            .fault(
                "Service", "suntrackerd has failed (watchdog)", remedy: "fix the cause, then: \(restart)",
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "watchdog", 6) }),
            .fault("Session bus", "gone", remedy: "install dbus-user-session (or dbus-broker) and log in again") {
                $0.service.answer = .noBus("gone")
            },
            .fault("Session bus", "gone", remedy: login) {
                ($0.service.answer, $0.service.isRoot) = (.noBus("gone"), true)
            },
            .fault(
                "Bus name", "suntrackerd is activating, but not on the session bus",
                remedy: "if this persists: \(restart)", absent { $0.active = "activating" }),
            .fault(
                "Bus name", "suntrackerd is on the session bus but does not answer: no answer in time", remedy: restart
            ) { $0.service.answer = .silent("no answer in time") },
        ])
    func faults(row: DiagnosisRow) {
        row.judge()
        let fault = row.facts.service.fault(in: .english)
        #expect(fault?.sentence == row.inStatus)
        #expect(fault?.remedy == row.remedy)
    }

    @Test(
        "checks the unit, the process, and the names on the session bus",
        arguments: [
            Row.skipped("Service", "there is no unit to run") { $0.service.manager = .unreachable("gone") },
            .broken(
                "Unit", "\(unitPath): its program /home/a/.local/bin/suntrackerd is missing or not executable",
                remedy: "install again, in a checkout of Suntracker: etc/install"
            ) { $0.hasProgram = false },
            .broken(
                "Unit", "\(unitPath) is disabled, so it does not start at login",
                remedy: "systemctl --user enable suntrackerd"
            ) { $0.service.manager = unit { $0.file = "disabled" } },
            .broken("Service", "runs a program that was replaced or removed since", remedy: restart) {
                $0.runsReplacedProgram = true
            },
            .sound("Service", "activating") { $0.service.manager = unit { $0.active = "activating" } },
            .skipped("Bus name", "there is no session bus") { $0.service.answer = .noBus("gone") },
            .skipped("Bus name", "the service is not running", absent { $0.active = "inactive" }),
            .broken(
                "Bus name", "suntrackerd 0.0.9 is running, but this is suntracker \(Program.version)", remedy: restart
            ) { $0.service.answer = .running(RunningService(version: "0.0.9", since: diagnosed)) },
            .skipped("Notifications", "there is no session bus") { $0.notifications = nil },
            .sound("Notifications", "none is running; the session bus starts one for the first notification") {
                $0.notifications = .startedOnDemand
            },
            .broken(
                "Notifications", "there is no notification server",
                remedy: "install one, such as dunst or mako, and start it with the session"
            ) { $0.notifications = .absent },
            .skipped("Notifications", "none: there is no desktop") { $0.notifications = .noDesktop },
            .broken(
                "Notifications", "the notification server does not answer: no answer in time",
                remedy: "restart it, or log in again"
            ) { $0.notifications = .silent("no answer in time") },
            .broken(
                "Notifications", "the notification server that the session bus starts fails: it was killed",
                remedy: "start it with the session; journalctl --user may show why it fails"
            ) { $0.notifications = .startFails("it was killed") },
        ])
    func bus(row: DiagnosisRow) { row.judge() }

    @Test(
        "checks the journal, the sounds, the settings and the state",
        arguments: [
            Row.broken("Journal", "cannot be read: gone", remedy: "systemctl status systemd-journald") {
                $0.journal = .unreadable("gone")
            },
            .broken(
                "Journal", "is stored in memory only, so that history is lost at a reboot",
                remedy: "sudo mkdir -p /var/log/journal && sudo journalctl --flush"
            ) { $0.journal = .readable(isPersistent: false, hasEntries: true, isExplained: true) },
            .broken(
                "Journal", "has no entry of the running service",
                remedy: "systemctl --user status suntrackerd shows where its output goes"
            ) { $0.journal = .readable(isPersistent: true, hasEntries: false, isExplained: true) },
            .sound("Journal", "readable and persistent; etc/install --system installs the catalog for journalctl -x") {
                $0.service.answer = .absent
                $0.journal = .readable(isPersistent: true, hasEntries: false, isExplained: false)
            },
            .broken(
                "Settings", "x.conf:2: Latitude: wrong; write another",
                remedy: "correct that line; a running service applies it at once"
            ) {
                $0.settings = .failure(
                    SettingsError(
                        origin: SettingsEntry.Origin(file: "x.conf", line: 2), subject: "Latitude", problem: "wrong",
                        remedy: "write another"))
            },
            .sound("Sound", "dunst plays sounds: bell, /a b.oga", plays(["bell", "/a b.oga"], on: "body", "sound")),
            .broken(
                "Sound", "dunst plays no sounds",
                remedy:
                    "use a notification server that plays sounds, play one in a hook, or remove Sound= from the settings",
                plays(["bell", "/missing"], on: "body")),
            .broken(
                "Sound", "/missing cannot be read (No such file)",
                remedy: "correct Sound= in the settings, or put a sound file in its place"
            ) {
                plays(["bell", "/missing"], on: "sound")(&$0)
                $0.sounds.trouble = ("/missing", "No such file")
            },
            .skipped("Sound", "no notification server is running") {
                ($0.sounds.names, $0.notifications) = (["bell"], .absent)
            },
            .sound("Settings", "no settings file; the defaults apply") { $0.settings = .success([]) },
            .skipped("State", "/s is created at the first start") { $0.state.mode = nil },
            .broken("State", "/s is not a folder", remedy: "move it away") { $0.state.mode = S_IFREG | 0o644 },
            .broken("State", "/s has the mode 755, so that others can see your location", remedy: "chmod 700 /s") {
                $0.state.mode = S_IFDIR | 0o755
            },
            .broken(
                "State", "/s is not writable, so that events may be announced twice after a restart",
                remedy: "check its owner and its file system: ls -ld /s"
            ) { $0.state.isWritable = false },
            .broken(
                "State", "the ledger is damaged",
                remedy: "the next start sets it aside and begins a new one: \(restart)"
            ) { $0.state.ledgerProblem = .quoted("the ledger is damaged") },
        ])
    func storage(row: DiagnosisRow) { row.judge() }

    @Test(
        "checks location and time",
        arguments: [
            Row.sound("GeoClue", "allowed-always: it tells", asksGeoClue("allowed-always", advice: "it tells")),
            .broken(
                "GeoClue", "denied", remedy: "turn it on; or: \(setPlace)", asksGeoClue("denied", advice: "turn it on")),
            .broken(
                "GeoClue", "restricted", remedy: "choose a place with: \(setPlace)",
                asksGeoClue("restricted", advice: "choose a place with: \(setPlace)")),
            .sound(
                "GeoClue", "is installed; whether it gives a location shows only while the service is running",
                asksGeoClue()),
            .broken(
                "GeoClue", "is not installed",
                remedy: "install geoclue-2.0 (Fedora: geoclue2, Arch: geoclue), or: \(setPlace)"
            ) { ($0.location, $0.geoclue) = (LocationSettings(), .absent) },
            .broken(
                "GeoClue",
                "/g.conf:49 names location.services.mozilla.com, which ended in 2024; there may be no location",
                remedy: LocationProvider.remedy()
            ) {
                asksGeoClue("allowed-always")(&$0)
                $0.provider = endedProvider
            },
            .sound("GeoClue", "allowed-always: yes; /g.conf:49 names the provider api.beacondb.net") {
                asksGeoClue("allowed-always", advice: "yes")(&$0)
                $0.provider = LocationProvider(host: "api.beacondb.net", origin: "/g.conf:49")
            },
            .broken("GeoClue", "cannot be reached: gone", remedy: setPlace) {
                ($0.location, $0.geoclue) = (LocationSettings(), .noBus("gone"))
            },
            .skipped("GeoClue", "unknown, because the settings are invalid") { $0.location = nil },
            .skipped("Last fix", "GeoClue has not given a location yet", asksGeoClue()),
            .sound("Last fix", "39.74° N, 104.99° W, to within 2 km, 3 h ago") {
                $0.location = LocationSettings()
                $0.lastFix = Place(
                    observer: TestPlace.denver.observer, name: nil,
                    provenance: Provenance(source: .lastFix, accuracy: 2345, observed: diagnosed - .seconds(3 * 3600)))
            },
            .broken(
                "Time zone", "has no name: its principal place is unknown, and times may be wrong",
                remedy: "timedatectl set-timezone America/Denver, or your zone"
            ) { $0.zone = MachineFacts.Zone(name: nil, place: nil) },
            .sound("Time zone", "UTC; it has no principal place, but none is needed") {
                $0.zone = MachineFacts.Zone(name: "UTC", place: nil)
            },
            .broken(
                "Time zone", "UTC; it has no principal place, and there is no other source of a location",
                remedy: setPlace
            ) { ($0.zone, $0.location) = (MachineFacts.Zone(name: "UTC", place: nil), LocationSettings()) },
            .broken(
                "Clock", "is not synchronised: announcements may be early or late",
                remedy: "sudo timedatectl set-ntp true, or start another NTP client"
            ) { $0.isClockSynchronised = false },
            .skipped("Clock", "the kernel does not report whether it is synchronised") { $0.isClockSynchronised = nil },
        ])
    func location(row: DiagnosisRow) { row.judge() }
}
