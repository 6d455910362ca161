// SPDX-License-Identifier: MIT
import Configuration
import Glibc
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

private let setPlace = "suntracker place NAME"
private let restart = "systemctl --user restart suntrackerd"
private typealias Row = CheckRow

/// A service that uses GeoClue, with a place from the given source.
private func asksGeoClue(
    _ state: String, advice: String = "it tells", source: String? = "geoclue"
) -> (inout MachineFacts) -> Void {
    { facts in
        let place = source.map {
            RunningService.Place(name: nil, coordinate: TestPlace.denver.observer.coordinate, source: $0)
        }
        facts.service.answer = .running(
            RunningService(
                version: Program.version, since: checked, place: place,
                authorization: RunningService.Authorization(state: state, advice: advice)))
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

@Suite("A check") struct CheckTests {
    @Test("finds no problem on a machine without any")
    func sound() {
        let checks = soundMachine().checks
        #expect(checks.compactMap(\.problem) == [])
        #expect(
            checks.map { "\($0.verdict) \($0.subject): \($0.detail)" } == [
                "ok Service: suntrackerd \(Program.version) responds", "ok Login: \(unitPath) is enabled",
                "ok Settings: /home/a/.config/suntracker/suntracker.conf",
                "ok Files: the service and this command use the same directories and time zone",
                "ok Place: known without GeoClue",
                "ok Notifications: dunst 1.9.0: body", "skipped Sound: no sound is set",
                "ok Hooks: all can be started", "ok State: /s",
                "ok Journal: readable",
                "ok Clock: synchronised", "ok Time zone: America/Denver",
                "ok Earth: its rotation is known until \(EarthRotation.knownUntil)",
            ])
    }

    private static let noBus = "install dbus-user-session (or dbus-broker) and log in again; if it is installed, run"
    private static let startBus = "systemctl --user start dbus.socket"
    private static let login = "log in as the user who runs the service, without sudo, or run suntrackerd in a terminal"
    private static let failure = "suntrackerd has failed (exit-code, status 78)"

    @Test(
        "finds one problem that keeps the service from responding: the cause of the others",
        arguments: [
            Row.problem(
                "Service", "suntrackerd is not running, and the systemd user manager is not reachable: gone", login
            ) { ($0.service.answer, $0.service.manager) = (.absent, noManager) },
            // Without a session bus, there is no notification server and no way to ask the user manager.
            .problem(
                "Service", "suntrackerd cannot be reached: gone", noBus, startBus
            ) { ($0.service.answer, $0.service.manager, $0.notifications) = (.noBus("gone"), noManager, nil) },
            .problem(
                "Service", "suntrackerd is not running, and is not installed as a service",
                "in a checkout of Suntracker", "etc/install --enable", absent { $0.load = "not-found" }),
            .problem(
                "Service", "suntrackerd is not running, and its unit is masked", "to enable it",
                "systemctl --user unmask suntrackerd && systemctl --user enable --now suntrackerd",
                absent { $0.load = "masked" }),
            .problem(
                "Service", "suntrackerd is not running, because \(unitPath) cannot be loaded (bad-setting)",
                "to see why", "systemd-analyze --user verify \(unitPath)", absent { $0.load = "bad-setting" }),
            .problem(
                "Service",
                "the program of \(unitPath), /home/a/.local/bin/suntrackerd, is missing or not executable",
                "reinstall it, from a checkout of Suntracker", "etc/install"
            ) {
                absent { $0.active = "failed" }(&$0)
                $0.hasProgram = false
            },
            .problem(
                "Service", "suntrackerd is not running", "to start it", "systemctl --user start suntrackerd",
                absent { $0.active = "inactive" }),
            .problem(
                "Service", "suntrackerd is not running", "to start it", "systemctl --user enable --now suntrackerd",
                absent { ($0.active, $0.file) = ("inactive", "disabled") }),
            .problem(
                "Service", "suntrackerd is not running, because a condition of its unit is not met",
                "it does not run for root and system users; to see the condition",
                "systemctl --user status suntrackerd",
                absent { ($0.active, $0.isConditionMet) = ("inactive", false) }),
            .problem("Service", "\(failure): it is too far north", "fix the cause, then run", restart) {
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) }(&$0)
                $0.service.lastError = "it is too far north"
            },
            .problem(
                "Service", "suntrackerd has failed (core-dump, signal 11)", "fix the cause, then run", restart,
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "core-dump", 11) }),
            .problem(
                "Service", "suntrackerd has failed (watchdog)", "fix the cause, then run", restart,
                absent { ($0.active, $0.result, $0.exitStatus) = ("failed", "watchdog", 6) }),
            .problem("Service", "suntrackerd cannot be reached: gone", noBus, startBus) {
                ($0.service.answer, $0.notifications) = (.noBus("gone"), nil)
            },
            .problem("Service", "suntrackerd cannot be reached: gone", login) {
                ($0.service.answer, $0.service.isOutsideSession, $0.notifications) = (.noBus("gone"), true, nil)
            },
            .problem(
                "Service", "suntrackerd is activating, but not on the session bus", "if this persists, run", restart,
                absent { $0.active = "activating" }),
            .problem(
                "Service",
                "suntrackerd is on the user bus, but this session has a separate bus, as started by dbus-run-session, so "
                    + "notifications do not reach this desktop",
                "start the desktop without dbus-run-session, or let the service use this session's bus",
                "systemctl --user set-environment DBUS_SESSION_BUS_ADDRESS='unix:path=/tmp/b,guid=1' && \(restart)"
            ) {
                absent { $0.active = "active" }(&$0)
                $0.service.addressOfOwnBus = "unix:path=/tmp/b,guid=1"
            },
            .problem(
                "Service", "suntrackerd is on the session bus, but does not respond: no reply in time",
                "to restart it",
                restart
            ) { $0.service.answer = .silent("no reply in time") },
        ])
    func service(row: CheckRow) {
        row.judge()
        if row.facts.hasProgram { #expect(row.facts.service.problem.map(Check.Result.problem) == row.result) }
    }

    @Test("counts as outside a login session as root, and without an own runtime directory")
    func outsideSession() throws {
        let folder = try TemporaryFolder()
        #expect(!ServiceFacts.isOutsideSession(runtimeFolder: folder.path, user: geteuid()) || geteuid() == 0)
        #expect(chown(folder.path, 65_534, 65_534) == 0 || geteuid() != 0)
        let owner: uid_t = geteuid() == 0 ? 65_534 : geteuid()
        #expect(!ServiceFacts.isOutsideSession(runtimeFolder: folder.path, user: owner))
        #expect(ServiceFacts.isOutsideSession(runtimeFolder: folder.path, user: owner + 1))
        #expect(ServiceFacts.isOutsideSession(runtimeFolder: folder.path + "/nowhere", user: owner))
        #expect(ServiceFacts.isOutsideSession(runtimeFolder: nil, user: owner))
        #expect(ServiceFacts.isOutsideSession(runtimeFolder: "/", user: 0))
    }

    @Test(
        "of a running service finds what is wrong with its program, its unit and its environment",
        arguments: [
            Row.problem(
                "Service", "suntrackerd is running a program that has since been replaced or removed", "to restart it",
                restart
            ) { $0.runsReplacedProgram = true },
            .problem(
                "Service", "suntrackerd 0.0.9 is running, but this is suntracker \(Program.version)", "to restart it",
                restart
            ) {
                let place = $0.service.answer.running?.place
                $0.service.answer = .running(RunningService(version: "0.0.9", since: checked, place: place))
            },
            .problem(
                "Login", "\(unitPath) is disabled, so suntrackerd does not start at login", "to enable it",
                "systemctl --user enable suntrackerd"
            ) { $0.service.manager = unit { $0.file = "disabled" } },
            .problem(
                "Login", "\(unitPath) is masked, so suntrackerd does not start at login", "to enable it",
                "systemctl --user unmask suntrackerd && systemctl --user enable suntrackerd"
            ) { $0.service.manager = unit { ($0.load, $0.file) = ("masked", "masked") } },
            .problem(
                "Login", "suntrackerd is not installed as a service, so it does not start at login",
                "in a checkout of Suntracker", "etc/install --enable"
            ) { $0.service.manager = unit { $0.load = "not-found" } },
            .skipped("Login", "the systemd user manager does not respond") { $0.service.manager = noManager },
            .well("Login", "\(unitPath) is enabled, and starts at boot") { $0.isLingering = true },
            .well("Login", "\(unitPath) is enabled; loginctl enable-linger keeps it running after logout") {
                $0.notifications = .noDesktop
            },
            .problem(
                "Files",
                "the service keeps its settings in /a/.config, but this command looks in /x y, because XDG_CONFIG_HOME has a "
                    + "different value here",
                "unset it here, or set it for the service too, and in ~/.config/environment.d for later logins",
                "systemctl --user set-environment XDG_CONFIG_HOME='/x y' && \(restart)"
            ) {
                let variables = ["HOME": "/a", "XDG_CONFIG_HOME": "/x y"]
                $0.otherFolders = Environment(variables).folders(differingFrom: ["HOME=/a"])
            },
            .problem(
                "Files",
                "the service keeps its state in /s, but this command looks in /a/.local/state, because XDG_STATE_HOME is set for "
                    + "the service only", "set it here too", "export XDG_STATE_HOME=/s"
            ) {
                $0.otherFolders = Environment(["HOME": "/a"]).folders(
                    differingFrom: ["HOME=/a", "XDG_STATE_HOME=/x", "XDG_CONFIG_HOME=/a/.config"],
                    unit: ["XDG_STATE_HOME=/s"])
                // The service's own one may exist.
                $0.state.mode = nil
            },
            .problem(
                "Files",
                "the service is in the time zone Asia/Tokyo, but this command is in America/Denver, because TZ has a different value "
                    + "here", "set it here too", "export TZ=Asia/Tokyo"
            ) {
                $0.otherFolders = Environment(["HOME": "/a", "TZ": "America/Denver"])
                    .folders(differingFrom: ["HOME=/a"], unit: ["TZ=Asia/Tokyo"])
            },
            .problem(
                "Files",
                "the service is in the time zone America/Denver, but this command is in Asia/Tokyo, because TZ has a different value "
                    + "here",
                "unset it here, or set it for the service too, and in ~/.config/environment.d for later logins",
                "systemctl --user set-environment TZ=:Asia/Tokyo && \(restart)"
            ) {
                $0.otherFolders = Environment(["HOME": "/a", "TZ": ":Asia/Tokyo"])
                    .folders(differingFrom: ["HOME=/a", "TZ=America/Denver"])
            },
            // The same zone in two forms.
            .well("Files", "the service and this command use the same directories and time zone") {
                $0.otherFolders = Environment(["HOME": "/a", "TZ": ":Asia/Tokyo"])
                    .folders(differingFrom: ["HOME=/a", "TZ=Asia/Tokyo"])
            },
        ])
    func running(row: CheckRow) { row.judge() }

    @Test(
        "finds why no notification appears, and why no sound is heard",
        arguments: [
            Row.skipped("Notifications", "there is no session bus") { $0.notifications = nil },
            .problem(
                "Notifications", "there is no notification server",
                "install one, such as dunst or mako, and start it together with your session"
            ) { $0.notifications = .absent },
            .skipped("Notifications", "there is no desktop") { $0.notifications = .noDesktop },
            .problem(
                "Notifications", "the notification server does not respond: no reply in time",
                "restart it, or log in again"
            ) { $0.notifications = .silent("no reply in time") },
            .problem(
                "Notifications", "the notification server started by the session bus fails: it was killed",
                "start it together with your session; its output may show why it fails", "journalctl --user"
            ) { $0.notifications = .startFails("it was killed") },
            .well("Sound", "dunst plays sounds: bell, /a b.oga", plays(["bell", "/a b.oga"], on: "body", "sound")),
            .problem(
                "Sound", "dunst does not play sounds",
                "use a notification server that plays sounds, play a sound from a hook, or remove Sound= from the settings",
                plays(["bell", "/missing"], on: "body")),
            .problem(
                "Sound", "/missing cannot be read (No such file)",
                "correct Sound= in the settings, or put a sound file there"
            ) {
                plays(["bell", "/missing"], on: "sound")(&$0)
                $0.sounds.unreadable = ("/missing", "No such file")
            },
            .skipped("Sound", "no notification server is running") {
                ($0.sounds.names, $0.notifications) = (["bell"], .noDesktop)
            },
        ])
    func notifications(row: CheckRow) { row.judge() }

    @Test(
        "finds what is wrong with the settings, the state, the journal and the clock",
        arguments: [
            Row.problem(
                "Settings", "x.conf:2: Latitude: wrong; write another",
                "correct that line; a running service applies it immediately"
            ) {
                $0.settings = .failure(
                    SettingsError(
                        origin: SettingsEntry.Origin(file: "x.conf", line: 2), subject: "Latitude", problem: "wrong",
                        remedy: "write another"))
            },
            .problem("Settings", "/h/x.conf: it cannot be read (open: x)", "make it readable") {
                $0.settings = .failure(
                    SettingsError(
                        origin: nil, subject: "/h/x.conf", problem: "it cannot be read (open: x)",
                        remedy: "make it readable"))
            },
            .problem(
                "Settings", "/h/my x.conf can be read by other users, so they can see your place",
                "to make it private", "chmod 600 '/h/my x.conf'"
            ) { $0.exposedSettings = "/h/my x.conf" },
            .well("Settings", "no settings file; the defaults apply") { $0.settings = .success([]) },
            .problem(
                "State",
                "the service is running, but /s does not exist, so events may be announced twice after a restart",
                "to see why", "journalctl --user --unit suntrackerd --catalog"
            ) { $0.state.mode = nil },
            .problem(
                "State", "/s has mode 755, so other users can see your location", "to make it private", "chmod 700 /s"
            ) { $0.state.mode = S_IFDIR | 0o755 },
            .problem(
                "State", "/s is not writable, so events may be announced twice after a restart",
                "check its owner and its file system", "ls -ld /s"
            ) { $0.state.isWritable = false },
            .problem(
                "Journal", "systemd-journald is not running, so nothing is logged", "to see why",
                "systemctl status systemd-journald"
            ) { $0.journal = .unwritten },
            .problem("Journal", "cannot read the journal: gone", "to see why", "systemctl status systemd-journald") {
                $0.journal = .unreadable("gone")
            },
            .problem(
                "Journal", "the journal has no entries from the running service", "to see where its output goes",
                "systemctl --user status suntrackerd"
            ) { $0.journal = .readable(hasEntries: false) },
            .problem(
                "Clock", "the clock is not synchronised, so announcements may be early or late",
                "start an NTP client, such as systemd-timesyncd", "sudo timedatectl set-ntp true"
            ) { $0.isClockSynchronised = false },
            .skipped("Clock", "the kernel does not report whether it is synchronised") { $0.isClockSynchronised = nil },
            .problem(
                "Time zone", "times are in UTC, because /etc/localtime is empty", "set the time zone again"
            ) { $0.zoneProblem = ZoneProblem("/etc/localtime is empty", "set the time zone again") },
            .well("Time zone", "one without a name") { $0.zone = nil },
        ])
    func storage(row: CheckRow) { row.judge() }

    @Test(
        "finds why the place is unknown, or not from GeoClue",
        arguments: [
            Row.problem(
                "Place", "GeoClue does not provide the location (denied)", "turn it on. Or set a place", setPlace,
                asksGeoClue("denied", advice: "turn it on", source: "timezone")),
            .problem(
                "Place",
                "GeoClue does not provide the location (restricted), and no place is known, so nothing is announced",
                "choose a place with: \(setPlace)",
                asksGeoClue("restricted", advice: "choose a place with: \(setPlace)", source: nil)),
            .problem(
                "Place", "no place is known, so nothing is announced", "to set one", setPlace,
                asksGeoClue("not-determined", source: nil)),
            .well("Place", "not-determined: it tells", asksGeoClue("not-determined", source: "timezone")),
            .problem(
                "Place",
                "/g.conf:49 names location.services.mozilla.com, which was shut down in 2024, so GeoClue may be unable to provide a location",
                LocationProvider.remedy, setPlace
            ) {
                asksGeoClue("allowed-always", source: "timezone")(&$0)
                $0.provider = endedProvider
            },
            .well("Place", "allowed-always: it tells; /g.conf:49 names the provider api.beacondb.net") {
                asksGeoClue("allowed-always", source: "timezone")(&$0)
                $0.provider = LocationProvider(host: "api.beacondb.net", origin: "/g.conf:49")
            },
            // The location comes from a satellite receiver instead.
            .well("Place", "allowed-always: it tells") {
                asksGeoClue("allowed-always")(&$0)
                $0.provider = endedProvider
            },
            .problem("Place", "no place is known, so nothing is announced", "to set one", setPlace) {
                $0.service.answer = .running(RunningService(version: Program.version, since: checked))
            },
        ])
    func place(row: CheckRow) { row.judge() }

    @Test(
        "says once what to do about a denied location, whatever the reason",
        arguments: [
            .restricted(.noBus), .restricted(.noGeoClue), .restricted(.noAgent), .restricted(.failing),
            .restricted(.onlyCountry),
            .denied(.turnedOff), .denied(.unanswered),
        ] as [LocationAuthorization])
    func refusal(authorization: LocationAuthorization) throws {
        let advice = authorization.advice()
        let facts = soundMachine(asksGeoClue(authorization.identifier, advice: advice, source: "timezone"))
        let line = try #require(facts.checks.first { $0.subject == "Place" }?.problem?.line)
        #expect(line.contains(advice) && line.ranges(of: setPlace).count == 1, "\(line)")
    }
}
