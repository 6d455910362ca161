// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Wording

@testable import Configuration
@testable import LinuxPlatform
@testable import Tracker

/// The installed files that name something in the program, or that the program depends on.
@Suite("The files of the service") struct ServiceFilesTests {
    /// The values of each key of a file, as in `Unit.Conflicts`; a key may occur more than once.
    private func values(of path: String) throws -> [String: [String]] {
        var (values, section): ([String: [String]], Substring) = ([:], "")
        for line in try Checkout.text(of: path).split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") {
                section = line.dropFirst().dropLast()
            } else {
                let equals = try #require(line.firstIndex(of: "="), "\(path): \(line)")
                values["\(section).\(line[..<equals])", default: []].append(String(line[line.index(after: equals)...]))
            }
        }
        return values
    }

    private static let unit = "systemd/suntrackerd.service"

    /// The keys of the unit that nothing in the program tells, and what depends on them.
    private static let unitKeys: [(key: String, values: [String], reason: String)] = [
        ("Unit.After", ["dbus.socket"], "the service connects to the session bus when it starts"),
        ("Unit.ConditionUser", ["!@system"], "the service runs neither for root nor for the users of login screens"),
        ("Unit.StartLimitBurst", ["20"], "a service that crashes at an event is started again, and not forever"),
        ("Service.Type", ["notify"], "the service says when it is ready"),
        ("Service.NotifyAccess", ["main"], "hooks do not speak for the service"),
        ("Service.Restart", ["on-failure"], "an event is announced after a crash"),
        ("Service.RestartSec", ["1s"], "an event is announced soon after a crash"),
        ("Service.WatchdogSec", ["1min"], "the start waits for its files, for ten seconds"),
        ("Service.TimeoutStopSec", ["10s"], "ServiceProcessTests stop the service within this time"),
        ("Service.ExecReload", ["/usr/local/bin/suntracker config check", "kill -HUP $MAINPID"], "suntrackerd(1)"),
        ("Service.MemoryMax", ["400M"], "a message on the bus may have 128 MB, and is copied"),
        ("Service.UMask", ["0077"], "only the user reads the state"),
        ("Service.ProtectSystem", ["strict"], "only the home is writable"),
        ("Service.ReadWritePaths", ["-%h"], "the state may be anywhere in the home"),
        ("Service.RestrictAddressFamilies", ["AF_UNIX"], "the service needs no network"),
        ("Service.SystemCallFilter", ["@system-service", "~@privileged @resources"], "the service needs no more"),
        ("Service.MemoryDenyWriteExecute", ["yes"], "the service runs no code that it has written"),
        ("Service.NoNewPrivileges", ["yes"], "the filters need it"),
        ("Install.WantedBy", ["default.target"], "many compositors never start graphical-session.target"),
    ]

    /// The rest of the unit: parts of the sandbox.
    private static let sandbox = [
        "KeyringMode": "private", "LockPersonality": "yes", "RestrictNamespaces": "yes", "RestrictRealtime": "yes",
        "RestrictSUIDSGID": "yes", "SystemCallArchitectures": "native", "SystemCallErrorNumber": "EPERM",
        "ProtectControlGroups": "yes", "ProtectKernelTunables": "yes",
    ]

    @Test("The unit contains what the service depends on, and nothing that keeps the service from starting")
    func unit() throws {
        var values = try values(of: Self.unit)
        for (key, value, reason) in Self.unitKeys {
            #expect(values.removeValue(forKey: key) == value, "\(key): \(reason)")
        }
        // A crash at an event is followed by starts for as long as the event may be announced.
        let grace = SettingName(group: "Notifications", key: "Grace").defaultValue
        #expect(values.removeValue(forKey: "Unit.StartLimitIntervalSec") == grace.map { [$0] })
        // What a restart does not fix.
        let statuses = try ["suntrackerd --wrong", "ulimit -n 63; suntrackerd"].map { try Command(script: $0).status }
        #expect(values.removeValue(forKey: "Service.RestartPreventExitStatus") == ["\(statuses[0]) \(statuses[1])"])
        #expect(
            try self.values(of: "etc/data/\(SessionBus.name).service")["D-BUS Service.Exec"]
                == values["Service.ExecStart"])
        #expect(values.removeValue(forKey: "Service.ExecStart") == ["/usr/local/bin/suntrackerd"])
        #expect(values.removeValue(forKey: "Unit.Description")?.count == 1)
        // No other key: PrivateUsers=, for example, keeps the service from starting where it is ignored.
        #expect(values == Dictionary(uniqueKeysWithValues: Self.sandbox.map { ("Service.\($0)", [$1]) }))
    }

    @Test("The bus starts the unit of the service for a call of its name")
    func activation() throws {
        let values = try values(of: "etc/data/\(SessionBus.name).service")
        #expect(values["D-BUS Service.Name"] == [SessionBus.name])
        #expect(values["D-BUS Service.SystemdService"] == [URL(filePath: Self.unit).lastPathComponent])
    }

    @Test("Starting the target of a phase stops the other one, and only that one, before it", arguments: Phase.allCases)
    func target(phase: Phase) throws {
        var values = try values(of: "systemd/\(phase.target)")
        #expect(values.removeValue(forKey: "Unit.Description")?.count == 1)
        #expect(values.removeValue(forKey: "Unit.Documentation") == ["man:suntracker-hooks(7)"])
        #expect(values.removeValue(forKey: "Unit.Conflicts") == [phase.other.target])
        #expect(values.removeValue(forKey: "Unit.After") == (phase == .day ? [phase.other.target] : nil))
        // StopWhenUnneeded=, for example, would stop a target that wants no unit.
        #expect(values.isEmpty)
    }

    @Test("The target of an event does not stay active, so that the next event starts its units again")
    func eventTarget() throws {
        var values = try values(of: "systemd/suntracker@.target")
        #expect(values.removeValue(forKey: "Unit.Description")?.count == 1)
        #expect(values.removeValue(forKey: "Unit.Documentation") == ["man:suntracker-hooks(7)"])
        #expect(values == ["Unit.StopWhenUnneeded": ["yes"]])
    }

    @Test("Pages name only targets that exist, and events that occur")
    func namedTargets() throws {
        let pages = try ["README.md"] + Checkout.files(below: "etc/doc").filter { $0.hasSuffix(".md") }
        for page in try pages + Checkout.files(below: "etc/man") + Checkout.files(below: "systemd/samples") {
            for match in try Checkout.text(of: page).matches(of: /suntracker([-@])([\w:.-]+)\.target/) {
                let (name, word) = (String(match.output.0), String(match.output.2))
                let isEvent = word.hasPrefix("alert:") || word == "EVENT" || AnnouncedEvent(name: word) != nil
                let isKnown = match.output.1 == "@" ? isEvent : Phase.allCases.contains { $0.target == name }
                #expect(isKnown, "\(page): \(name)")
            }
        }
    }

    @Test("A sample unit begins and ends with its phase, or begins at its event")
    func samples() throws {
        let samples = try Checkout.files(below: "systemd/samples")
        #expect(samples.count == 3)
        for sample in samples {
            let (_, kind, word) = try #require(sample.firstMatch(of: /(by|at)-(\w+)\./)?.output)
            let values = try values(of: sample)
            if kind == "at" {
                let event = try #require(AnnouncedEvent(name: String(word))).name
                #expect(values["Unit.PartOf"] == nil, "\(sample): the target ends when it has started")
                #expect(values["Install.WantedBy"] == ["suntracker@\(event).target"], "\(sample)")
                #expect(values["Service.Type"] == ["oneshot"], "\(sample): two runs do not overlap")
            } else {
                let target = try #require(Phase(rawValue: String(word))).target
                #expect(values["Unit.PartOf"] == [target], "\(sample)")
                #expect(values["Install.WantedBy"] == [target], "\(sample)")
            }
        }
    }

    @Test("GeoClue grants the service, and no system service, access for all users")
    func geoclue() throws {
        let id = GeoClueRequest.desktopID
        #expect(
            try values(of: "etc/data/90-suntracker.conf")
                == ["\(id).allowed": ["true"], "\(id).system": ["false"], "\(id).users": [""]])
        #expect(Checkout.exists("etc/data/\(id).desktop"))
    }

    @Test("Each icon that the service names exists, differs from the others, and has a symbolic form")
    func icons() throws {
        let names = Set(PanelContent.Picture.allCases.map(\.iconName) + [PopupIcon.program])
        let files = names.flatMap { ["\($0).svg", "\($0)-symbolic.svg"] }
        let pictures = try files.map { try Checkout.text(of: "etc/data/icons/\($0)") }
        #expect(names.count == 3 && Set(pictures).count == files.count)
        let installed = try Checkout.files(below: "etc/data/icons").map { URL(filePath: $0).lastPathComponent }
        let ofEvents = WrittenPopup.Picture.allCases.map { "\(PopupIcon.program)-\($0.rawValue)" }
        #expect(Set(installed.filter { $0.hasSuffix(".svg") }) == Set(files + ofEvents.map { "\($0).svg" }))
        #expect(ofEvents.allSatisfy { installed.contains("\($0)-64.png") })
        // etc/install names them without the part that they share.
        let suffixes = names.map { $0.replacing(PopupIcon.program, with: "\"$id") + "\"" }
        let list = try Checkout.text(of: "etc/install").firstMatch(of: /for icon in (.+); do/)
        #expect(Set(try #require(list).output.1.split(separator: " ").map(String.init)) == Set(suffixes))
    }

    @Test("Variables of hooks and journal fields are documented, and texts name no others")
    func variables() throws {
        func names(_ text: String) -> Set<String> { Set(text.matches(of: /SUNTRACKER_[A-Z_]+/).map { "\($0.output)" }) }
        let wording = "Sources/Wording/"
        for (source, page) in [("HookWording", "suntracker-hooks.7"), ("JournalEntry", "suntrackerd.1")] {
            let made = names(try Checkout.text(of: "\(wording)\(source).swift"))
            #expect(made.subtracting(names(try Checkout.text(of: "etc/man/\(page)"))) == [], "\(page)")
        }
        let hooks = try Checkout.text(of: "\(wording)HookWording.swift")
        let program = try Checkout.swift(below: "Sources")
        let samples = try Checkout.files(below: "etc/data/hooks")
        let pages = try Checkout.files(below: "etc/man")
        #expect(pages.count == 4)
        for path in pages + ["systemd/suntracker.catalog"] + samples {
            // The journal lacks some variables that only hooks have.
            let isForHooks = path.hasSuffix("hooks.7") || samples.contains(path)
            let sources = isForHooks ? program : program.replacing(hooks, with: "")
            for name in names(try Checkout.text(of: path)) {
                #expect(sources.range(of: "\"\(name)\"", options: .literal) != nil, "\(path): \(name)")
            }
        }
    }

    @Test("The reasons for hooks of a phase are explained in the manual and in the catalog of the journal")
    func reasons() throws {
        let page = try Checkout.text(of: "etc/man/suntracker-hooks.7").split(separator: "\n")
            .drop { $0 != ".It Ev SUNTRACKER_REASON" }.prefix { $0 != ".El" }
        let catalog = try Checkout.text(of: "systemd/suntracker.catalog").split(separator: "\n")
            .drop { !$0.hasSuffix("reason for this run: @SUNTRACKER_REASON@.") }.dropFirst()
            .prefix { $0.hasPrefix("    ") }.filter { !$0.hasPrefix("     ") }
        let names = PhaseReason.allCases.map(\.rawValue)
        #expect(page.filter { $0.hasPrefix(".It Ql ") }.map { $0.dropFirst(7) } == names.map { $0[...] })
        #expect(catalog.map { $0.split(separator: " ")[0] } == names.map { $0[...] })
    }
}
