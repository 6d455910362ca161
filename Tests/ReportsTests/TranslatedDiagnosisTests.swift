import Solar
import Terminal
import TestSupport
import Testing
import Tracker

@testable import Reports

/// What stays outside of brackets did not come from `Words`; the values given here may.
@Suite("Every word of a diagnosis comes from the catalog") struct TranslatedDiagnosisTests {
    private static let values = [
        "suntrackerd", "suntracker", "suntracker location choose", "suntracker status", "suntracker.conf(5)", "systemd",
        "systemd-analyze --user verify", "systemctl --user unmask", "systemctl --user enable", "systemctl --user start",
        "systemctl --user restart", "systemctl --user status", "systemctl --user daemon-reload && systemctl --user",
        "enable --now", "systemctl status systemd-journald", "systemctl --user reload", "journalctl --user",
        "sudo journalctl --update-catalog",
        "journalctl -x", "sudo mkdir -p /var/log/journal && sudo journalctl --flush", "loginctl", "sudo",
        "etc/install --system", "etc/install --enable", "etc/install --prefix /opt", "etc/install", "--remove",
        "dbus-user-session", "dbus-broker", "dunst", "mako", "GeoClue", "geoclue-2.0", "geoclue2", "geoclue",
        "Mode=follow", "Mode=hold",
        "timedatectl set-timezone America/Denver", "sudo timedatectl set-ntp true", "America/Denver", "Denver",
        "/u/x.service", "/home/a/.local/share/systemd/user/suntrackerd.service", "/usr/bin/suntrackerd",
        "etc/install --prefix /opt && systemctl --user enable --now suntrackerd", "etc/install --prefix /p",
        "/p/bin/suntrackerd", "/opt/bin/suntrackerd", "enabled", "disabled", "active", "bad-setting",
        "exit-code", "signal", "0.0.9", Program.version, "the reason", "1.9.0: body, sound", "1.9.0: body", "bell",
        "/a.oga", "Sound=", "Hook=", "sunset.d", "lamps", "10-a", "/h/sunsett.d", "/h/a", "/h", "chmod +x", "/etc/h",
        "chmod 700", "ls -ld", "/s", "x.conf:2", "Latitude", "/c/suntracker.conf", "denied", "allowed-always",
        "/home/a/.config/suntracker/suntracker.conf",
    ]

    private static func unit(_ change: (inout UnitState) -> Void = { _ in }) -> ManagerAnswer {
        var unit = UnitState(
            load: "loaded", active: "active", file: "enabled", path: "/u/x.service", program: "/p/bin/suntrackerd")
        change(&unit)
        return .unit(unit)
    }

    private static func server(_ capabilities: String...) -> NotificationServer {
        .running(.init(name: "dunst", vendor: "", version: "1.9.0", capabilities: capabilities))
    }

    private static func folder(
        _ mode: UInt32 = 0o700, isWritable: Bool = true, _ problem: TranslatableText? = nil
    ) -> StateFolderFacts.Contents {
        .folder(StateFolderFacts.Folder(mode: mode, isWritable: isWritable, ledgerProblem: problem))
    }

    private static func sandbox(
        _ fileSystem: SandboxFacts.FileSystem?, hasFilter: Bool = true, systemd: Int = 257, refuses: Bool = false
    ) -> SandboxFacts {
        SandboxFacts(
            process: .init(hasNoNewPrivileges: hasFilter, filtersSystemCalls: hasFilter, fileSystem: fileSystem),
            systemd: systemd, refusesUserNamespaces: refuses)
    }

    private static func authorization(_ authorization: LocationAuthorization) -> ServiceAnswer {
        .running(
            RunningService(
                version: Program.version, since: at("2026-11-21T20:00:00Z"),
                authorization: .init(state: authorization.identifier, advice: authorization.advice())))
    }

    /// Each makes another machine of one without problems.
    private static let changes: [@Sendable (inout MachineFacts) -> Void] = [
        { _ in }, { $0.manager = .unreachable("the reason") },
        { ($0.manager, $0.isRoot) = (.unreachable("the reason"), true) }, { $0.manager = unit { $0.load = "masked" } },
        { $0.manager = unit { $0.load = "not-found" } },
        { ($0.program, $0.manager) = ("/usr/bin/suntracker", unit { $0.load = "not-found" }) },
        { ($0.program, $0.manager) = ("/opt/bin/suntracker", unit { $0.load = "not-found" }) },
        { $0.manager = unit { $0.load = "bad-setting" } },
        { ($0.manager, $0.hasProgram) = (unit(), false) },
        { ($0.manager, $0.hasProgram) = (unit { $0.program = "/usr/bin/suntrackerd" }, false) },
        { ($0.manager, $0.hasProgram) = (unit { $0.program = nil }, false) },
        { $0.manager = unit { $0.file = "disabled" } },
        { $0.manager = unit { ($0.active, $0.result, $0.exitStatus) = ("failed", "exit-code", 78) } },
        { $0.manager = unit { ($0.active, $0.result, $0.exitStatus) = ("failed", "signal", 9) } },
        { $0.manager = unit { $0.active = "inactive" } },
        { ($0.service, $0.notifications) = (.noBus("the reason"), nil) },
        { ($0.service, $0.isRoot) = (.noBus("the reason"), true) },
        { $0.service = .absent }, { ($0.service, $0.manager) = (.absent, unit { $0.active = "inactive" }) },
        { $0.service = .silent("the reason") },
        { $0.service = .running(RunningService(version: "0.0.9", since: $0.now)) },
        {
            $0.manager = unit { $0.program = "/opt/bin/suntrackerd" }
            $0.service = .running(RunningService(version: "0.0.9", since: $0.now))
        },
        {
            $0.program = "/x/.build/debug/suntracker"
            $0.manager = unit { $0.program = "/usr/bin/suntrackerd" }
            $0.service = .running(RunningService(version: "0.0.9", since: $0.now))
        },
        { $0.notifications = .absent }, { $0.notifications = .silent("the reason") },
        { $0.notifications = .startedOnDemand }, { $0.notifications = .startFails("the reason") },
        { $0.sandbox = nil }, { $0.sandbox = sandbox(.readOnly) }, { $0.sandbox = sandbox(nil, hasFilter: false) },
        { $0.sandbox = sandbox(.shared, systemd: 252) }, { $0.sandbox = sandbox(.shared, refuses: true) },
        { $0.sandbox = sandbox(.writable) }, { $0.journal = .unreadable("the reason") },
        { $0.journal = .readable(.init(isPersistent: false, hasEntries: true, isExplained: true)) },
        { $0.journal = .readable(.init(isPersistent: true, hasEntries: false, isExplained: true)) },
        { $0.journal = .readable(.init(isPersistent: true, hasEntries: true, isExplained: false)) },
        {
            $0.program = "/usr/bin/suntracker"
            $0.journal = .readable(.init(isPersistent: true, hasEntries: true, isExplained: false))
        },
        { $0.settings = .sound([]) }, { $0.settings = .sound(["/c/suntracker.conf", "/s"]) },
        {
            $0.settings = .invalid(
                SettingsError(
                    origin: .init(file: "x.conf", line: 2), subject: "Latitude", problem: .words("it is empty"),
                    remedy: .words("rename the file")))
            $0.location = nil
        },
        { $0.sounds = SoundFacts([.named("bell"), .file("/a.oga")]) { _ in "the reason" } },
        {
            $0.sounds = SoundFacts([.named("bell"), .file("/a.oga")]) { _ in "the reason" }
            $0.notifications = server("body", "sound")
        },
        { ($0.sounds, $0.notifications) = (SoundFacts([.named("bell")]), server("body", "sound")) },
        { ($0.sounds, $0.notifications) = (SoundFacts([.named("bell")]), nil) },
        { facts in
            let lamps = HookFacts.Occasion.rule(Rule(Alert(name: "lamps", event: .solar(.sunset))))
            let problems: [HookFailure.Problem] = [
                .notExecutable, .missing, .unknown(in: ["/h", "/etc/h"]), .noCommand(.words("it is empty")),
            ]
            let failures = problems.map { HookFailure(hook: "/h/a", unit: nil, $0) }
            facts.hooks = HookFacts(
                groups: [.init(occasion: lamps, programs: [], failures: failures)], strayFolders: ["/h/sunsett.d"])
        },
        {
            $0.hooks = HookFacts(
                groups: [
                    .init(
                        occasion: .rule(Rule(id: "", event: .sunset, notifies: true)),
                        programs: ["/h/10-a", "/h/lamps"]),
                    .init(occasion: .phase(.day), programs: ["/h/lamps"]),
                    .init(occasion: .phase(.night), programs: ["/h/lamps"]),
                ], strayFolders: [])
        },
        { ($0.location, $0.geoclue) = (LocationSettings(), .absent) },
        { ($0.location, $0.geoclue) = (LocationSettings(), .noBus("the reason")) },
        { $0.location = LocationSettings() },
        { ($0.location, $0.service) = (LocationSettings(), authorization(.denied(.turnedOff))) },
        { ($0.location, $0.service) = (LocationSettings(), authorization(.allowedAlways)) },
        {
            $0.location = LocationSettings()
            $0.lastFix = TestPlace.denver.place
            $0.lastFix?.name = .near("Denver")
            $0.lastFix?.provenance = Provenance(source: .lastFix, accuracy: 2000, observed: $0.now - .seconds(600))
        },
        { $0.zone.name = nil }, { $0.zone.place = nil }, { $0.zone.place = "near Denver" },
        { ($0.zone.place, $0.location) = (nil, LocationSettings()) },
        { $0.isClockSynchronised = false }, { $0.isClockSynchronised = nil }, { $0.state.contents = .missing },
        { $0.state.contents = .notAFolder }, { $0.state.contents = folder(isWritable: false) },
        { $0.state.contents = folder(0o755) },
        {
            $0.state.contents = folder(
                0o700,
                .words(
                    "the ledger {path} cannot be read: {reason}",
                    ["path": .quoted("/s"), "reason": .quoted("the reason")]))
        },
    ]

    @Test("whatever is found, with symbols and with words", arguments: changes.indices)
    func findings(index: Int) throws {
        let facts = soundMachine(Self.changes[index])
        for marks in [Diagnosis.Marks.symbols, .text] {
            let text = Diagnosis(facts, marks: marks, in: .bracketed).text
            #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)")
        }
        #expect(
            try Diagnosis(facts, marks: .symbols, in: .bracketed).json() == Diagnosis(facts, marks: .symbols).json())
    }

    @Test("Lines fit, and findings are aligned, where letters are two columns wide", arguments: changes.indices)
    func widths(index: Int) {
        for marks in [Diagnosis.Marks.symbols, .text] {
            let diagnosis = Diagnosis(soundMachine(Self.changes[index]), marks: marks, in: .wide)
            let lines = diagnosis.text.split(separator: "\n").map(String.init)
            // Words of other programs, such as paths and commands, are not broken.
            let unbroken = lines.filter { $0.columns > 80 && !$0.contains("/") && !$0.contains("--") }
            #expect(unbroken == [])
            let margins = Set(lines.filter { $0.hasPrefix(" ") }.map { $0.prefix { $0 == " " }.count })
            #expect(margins.count <= 1, "\(lines)")
        }
    }
}
