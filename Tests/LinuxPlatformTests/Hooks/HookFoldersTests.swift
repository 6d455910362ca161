// SPDX-License-Identifier: MIT
import Foundation
import Glibc
import Solar
import TestSupport
import Testing

@testable import Configuration
@testable import LinuxPlatform
@testable import Tracker
@testable import suntracker

/// The user's directory (`home`) and the system-wide ones (`near` overrides `far`), which a test fills.
private struct Folders {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    var hooks: HookFolders {
        HookFolders(
            environment: Environment([
                "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/home",
                "XDG_CONFIG_DIRS": "\(folder.path)/near:\(folder.path)/far",
            ]), unitFolders: { [path = folder.path] in ["\(path)/units", "\(path)/more"] })
    }

    /// Makes a unit wanted by a target.
    func want(_ target: String) throws { try folder.write("", to: "units/\(target).wants/lamp.service") }

    /// Creates the executable file `WHOSE/suntracker/hooks/NAME`.
    func add(_ name: String, mode: Int = 0o755) throws {
        try folder.write("#!/bin/sh\n", to: path(name))
        try folder.setMode(mode, of: path(name))
    }

    func link(_ name: String, to target: String) throws {
        try add(name + "~")
        try folder.link(path(name), to: target)
    }

    /// The hooks of sunset, as paths such as `home/10-lamps`.
    var atSunset: [String] {
        hooks.hooks(for: .rule(.sunset)).map { hook in
            let parts = hook.path.dropFirst(folder.path.count + 1).split(separator: "/")
            return "\(parts.first ?? "")/\(hook.name)"
        }
    }

    private func path(_ name: String) -> String {
        let parts = name.split(separator: "/", maxSplits: 1)
        return "\(parts[0])/suntracker/hooks/\(parts[1])"
    }
}

@Suite("The directories of hooks") struct HookFoldersTests {
    private let folders = Result { try Folders() }

    @Test("may be missing")
    func missing() throws {
        let folders = try folders.get()
        #expect(folders.atSunset.isEmpty)
        #expect(folders.hooks.catalog == HookCatalog())
    }

    @Test("are sorted by name, and the user's file replaces the system-wide one of the same name")
    func order() throws {
        let folders = try folders.get()
        for name in [
            "far/sunset.d/30-c", "far/sunset.d/10-a", "near/sunset.d/10-a", "near/sunset.d/20-b",
            "home/sunset.d/20-b", "home/sunset.d/15-d", "home/sunrise.d/05-e",
        ] { try folders.add(name) }
        #expect(folders.atSunset == ["near/10-a", "home/15-d", "home/20-b", "far/30-c"])
        #expect(folders.hooks.catalog.events == [.solar(.sunrise), .solar(.sunset)])
    }

    @Test("mask a hook by a link to /dev/null of its name")
    func masks() throws {
        let folders = try folders.get()
        try folders.add("far/sunset.d/lamps")
        try folders.add("far/sunset.d/theme")
        try folders.link("home/sunset.d/lamps", to: "/dev/null")
        #expect(folders.atSunset == ["far/theme"])
        // A system-wide mask does not hide the user's own hook.
        try folders.link("near/sunset.d/mine", to: "/dev/null")
        try folders.add("home/sunset.d/mine")
        #expect(folders.atSunset == ["home/mine", "far/theme"])
        // Only masks remain.
        try folders.link("home/sunset.d/theme", to: "/dev/null")
        try folders.link("home/sunset.d/mine", to: "/dev/null")
        #expect(folders.hooks.catalog.events.isEmpty)
    }

    @Test(
        "ignore files that are not meant as hooks",
        arguments: [
            ".hidden", "lamps~", "lamps.bak", "lamps.orig", "lamps.swp", "lamps.dpkg-old", "lamps.dpkg-dist",
            "lamps.rpmsave", "lamps.rpmnew", "lamps.rpmorig", "lamps.ucf-dist", "folder/lamps",
        ])
    func passedOver(name: String) throws {
        let folders = try folders.get()
        try folders.add("home/sunset.d/\(name)")
        #expect(folders.atSunset.isEmpty)
        #expect(folders.hooks.catalog.events.isEmpty)
        try folders.add("home/sunset.d/lamps.sh")
        #expect(folders.atSunset == ["home/lamps.sh"])
    }

    @Test("report a file that cannot be run")
    func problems() throws {
        let folders = try folders.get()
        try folders.add("home/sunset.d/1-fine")
        try folders.add("home/sunset.d/2-unfit", mode: 0o644)
        try folders.link("home/sunset.d/3-astray", to: "nowhere")
        try folders.link("home/sunset.d/4-linked", to: "1-fine")
        #expect(folders.hooks.hooks(for: .rule(.sunset)).map(\.problem) == [nil, .notExecutable, .missing, nil])
    }

    @Test("that cannot be read may contain hooks, and are reported in their place")
    func unreadable() throws {
        let folders = try folders.get()
        try folders.add("near/sunset.d/lamps")
        for name in ["sunset.d", "day.d", "sunsett.d"] { try folders.link("home/\(name)", to: name) }
        #expect(folders.hooks.catalog.events == [.solar(.sunset)])
        #expect(folders.hooks.catalog.phases == [.day])
        let found = folders.hooks.hooks(for: .rule(.sunset))
        let path = folders.folder.path("home/suntracker/hooks/sunset.d")
        let reason = "open \(path): Too many levels of symbolic links"
        #expect(found.map(\.name) == ["lamps", "sunset.d"])
        #expect(found.last?.path == path)
        #expect(found.map(\.problem) == [nil, .unreadable(reason, "remove one of the symbolic links")])
        #expect(folders.hooks.hooksWithProblems(under: Settings()).count == 2)
    }

    @Test("are unknown if their names cannot be listed", arguments: ["home/suntracker/hooks", "units"])
    func unlisted(name: String) throws {
        let folders = try folders.get()
        try folders.add("near/civil-dusk.d/lamps")
        #expect(!folders.hooks.catalog.isUnknown)
        try folders.folder.link(name, to: (name as NSString).lastPathComponent)
        #expect(folders.hooks.catalog == .unknown)
        #expect(folders.hooks.watched.contains(.folder(folders.folder.path("near/suntracker/hooks/civil-dusk.d"))))
    }

    @Test("of units that this user may not read are empty, because the user manager may not read them, either")
    func forbiddenUnits() throws {
        let folders = try folders.get()
        try folders.add("near/civil-dusk.d/lamps")
        try folders.want("suntracker@sunset.target")
        try folders.folder.setMode(0, of: "units")
        defer { try? folders.folder.setMode(0o700, of: "units") }
        let hooks = folders.hooks
        #expect(asNobody { hooks.catalog } == HookCatalog(events: [.solar(.civilDusk)]))
        #expect(asNobody { hooks.hooks(for: .rule(.sunset)) }.isEmpty)
    }

    @Test("of the system that this user may not read hide none of the user's own hooks")
    func forbidden() throws {
        let folders = try folders.get()
        try folders.add("home/civil-dusk.d/lamps")
        try folders.add("far/sunset.d/lamps")
        try folders.folder.setMode(0, of: "far/suntracker/hooks")
        defer { try? folders.folder.setMode(0o700, of: "far/suntracker/hooks") }
        let hooks = folders.hooks
        #expect(asNobody { hooks.catalog }.events == [.solar(.civilDusk)])
        // The closed directory is a problem of the events that it may have hooks for.
        #expect(asNobody { hooks.hooks(for: .rule(.sunset)) }.map(\.name) == ["sunset.d"])
    }

    @Test("of units include the default one, in which the user manager looks whatever XDG_CONFIG_HOME is")
    func unitsInDefaultFolder() throws {
        let folders = try folders.get()
        let target = "suntracker@sunset.target"
        try folders.folder.write("", to: ".config/systemd/user/\(target).wants/lamp.service")
        #expect(folders.hooks.hooks(for: .rule(.sunset)).map(\.path) == [target])
        #expect(folders.hooks.watched.contains(.folder(folders.folder.path(".config/systemd/user"))))
    }

    @Test("of units have no links if their names are too long for a file")
    func longName() throws {
        let folders = try folders.get()
        let alert = Alert(name: String(repeating: "ж", count: 40), event: .solar(.sunset))
        #expect(folders.hooks.hooks(for: .rule(Rule(alert))).isEmpty)
    }

    @Test("list the events with hooks, and the directories that belong to no event")
    func events() throws {
        let folders = try folders.get()
        for name in [
            "home/sunset.d/x", "near/civil-dusk.d/x", "far/altitude:-4.5:rising.d/x", "home/civil-dusk.d/y",
            "home/sunsett.d/x", "far/.d/x", "far/altitude:-4.50:rising.d/x", "home/lamps", "near/night.d/x",
        ] { try folders.add(name) }
        let catalog = folders.hooks.catalog
        #expect(catalog.phases == [.night])
        #expect(folders.hooks.hooks(for: .phase(.night)).map(\.name) == ["x"])
        #expect(catalog.events.map(\.name) == ["altitude:-4.5:rising", "civil-dusk", "sunset"])
        let base = folders.folder.path
        #expect(
            catalog.strayFolders == [
                "\(base)/home/suntracker/hooks/sunsett.d", "\(base)/far/suntracker/hooks/.d",
                "\(base)/far/suntracker/hooks/altitude:-4.50:rising.d",
            ])
        #expect(folders.hooks.watched.contains(.folder("\(base)/near/suntracker/hooks")))
        #expect(folders.hooks.watched.contains(.folder("\(base)/near/suntracker/hooks/civil-dusk.d")))
    }
}

@Suite("An inspection of the hooks") struct HookInspectionTests {
    private let folders = Result { try Folders() }

    @Test("finds the hooks of enabled events and alerts, and their problems")
    func inspects() throws {
        let folders = try folders.get()
        try folders.add("far/sunset.d/10-fine")
        try folders.add("home/sunset.d/20-unfit", mode: 0o644)
        try folders.add("near/civil-dusk.d/dusk")
        // Not for the notice of the day before.
        try folders.add("home/solar-eclipse.d/glasses")
        try folders.add("near/sunsett.d/never")
        try folders.add("home/lamps")
        var settings = Settings()
        for (name, hook) in [("one", "lamps on"), ("two", "nowhere"), ("three", "lamps"), ("four", nil)] {
            var alert = Alert(name: name, event: .solar(.sunset))
            alert.hook = try hook.map { try AlertHook($0) }
            alert.isEnabled = name != "three"
            settings.alerts.append(alert)
        }
        let base = folders.folder.path
        let occasions = settings.rules(hooks: folders.hooks.catalog).map(HookOccasion.rule)
        func planned(_ name: String, _ path: String, _ problem: HookProblem? = nil) throws -> PlannedHook {
            PlannedHook(try #require(occasions.first { $0.name == name }), path, problem)
        }
        let inFolders = [
            try planned("sunset", "\(base)/far/suntracker/hooks/sunset.d/10-fine"),
            try planned("sunset", "\(base)/home/suntracker/hooks/sunset.d/20-unfit", .notExecutable),
            try planned("solar-eclipse", "\(base)/home/suntracker/hooks/solar-eclipse.d/glasses"),
            try planned("civil-dusk", "\(base)/near/suntracker/hooks/civil-dusk.d/dusk"),
        ]
        let ofAlerts = [
            try planned("alert:one", "\(base)/home/suntracker/hooks/lamps"),
            try planned("alert:two", "nowhere", .unknown(in: folders.hooks.paths)),
        ]
        #expect(folders.hooks.inspect(under: settings) == inFolders + ofAlerts)
        #expect(folders.hooks.hooksWithProblems(under: settings) == [inFolders[1], ofAlerts[1]])
        #expect(folders.hooks.inspect(under: Settings()) == inFolders)
    }
}

@Suite("The target of an event or an alert") struct EventTargetTests {
    private let folders = Result { try Folders() }

    @Test("is looked for again when the directory of links changes, which is not watched before it exists")
    func watched() throws {
        let folders = try folders.get()
        let links = FileWatcher.Target.folder("\(folders.folder.path)/home/systemd/user")
        #expect(!folders.hooks.watched.contains(links))
        try folders.folder.write("", to: "home/systemd/user/suntracker@sunset.target.wants/lamp.service")
        #expect(folders.hooks.watched.contains(links))
    }

    /// systemctl(1) leaves the directory when it removes the last link. A link in it changes only this directory.
    @Test("is looked for again when a link is made in a directory that was empty", arguments: ["wants", "requires"])
    func emptyDirectory(dependency: String) throws {
        let folders = try folders.get()
        let path = "home/systemd/user/suntracker@sunset.target.\(dependency)"
        try folders.folder.write("", to: "\(path)/lamp.service")
        try FileManager.default.removeItem(atPath: folders.folder.path("\(path)/lamp.service"))
        try folders.folder.write("", to: "home/systemd/user/default.target.wants/lamp.service")
        let watched = folders.hooks.watched
        #expect(watched.contains(.folder(folders.folder.path(path))))
        #expect(!watched.contains(.folder(folders.folder.path("home/systemd/user/default.target.wants"))))
    }

    @Test("is started if a unit is wanted by it, and the event is announced for it")
    func wanted() throws {
        let folders = try folders.get()
        try folders.add("home/sunset.d/lamps")
        try folders.want("suntracker@sunset.target")
        try folders.want("suntracker@civil-dusk.target")
        try folders.want("suntracker@altitude:-4.5:rising.target")
        try folders.want(#"suntracker@alert:tea\x20\xc3\xa0 time.target"#.replacing(" ", with: #"\x20"#))
        try folders.want("suntracker@sunsett.target")
        try folders.folder.write("", to: "units/suntracker@sunrise.target.wants/x")
        try FileManager.default.removeItem(atPath: "\(folders.folder.path)/units/suntracker@sunrise.target.wants/x")
        var settings = Settings()
        settings.alerts = [
            Alert(name: "tea à time", event: .solar(.sunset)), Alert(name: "sunset", event: .solar(.sunset)),
        ]
        let catalog = folders.hooks.catalog
        #expect(catalog.events.map(\.name) == ["altitude:-4.5:rising", "civil-dusk", "sunset"])
        let called = settings.rules(hooks: catalog).filter(catalog.hasHooks).map(\.id)
        #expect(called == ["sunset", "altitude:-4.5:rising", "civil-dusk", "alert:tea à time"])
        #expect(folders.hooks.hooks(for: .rule(.sunset)).map(\.name) == ["suntracker@sunset.target", "lamps"])
        #expect(folders.hooks.hooks(for: .rule(Rule(id: "sunrise", event: .sunrise, notifies: true))).isEmpty)
        #expect(
            folders.hooks.inspect(under: settings).filter { $0.path.hasSuffix(".target") }.map(\.problem)
                == [.noUnit, .noUnit, .noUnit, .noUnit], "the template is not installed")
    }
}

@Suite("An inspection of a unit") struct UnitInspectionTests {
    @Test("finds its file, or the file of its template, where the user manager looks for units")
    func finds() throws {
        let folder = try TemporaryFolder()
        for file in ["home/mine.service", "data/backup@.service", "data/now.service", "home/all.timer"] {
            try folder.write("", to: file)
        }
        let path = folder.path
        let folders = HookFolders(environment: Environment([:])) {
            ["\(path)/home", "\(path)/nowhere", "\(path)/data"]
        }
        var settings = Settings()
        let names = [
            "mine.service", "backup@home.service", "now.service", "all.timer", "my.slice", "mine.timer",
            "backup.service",
        ]
        settings.alerts = names.map { name in
            var alert = Alert(name: name, event: .solar(.sunset))
            alert.unit = name
            return alert
        }
        let found = folders.inspect(under: settings)
        #expect(found.map(\.path) == names)
        #expect(found.map(\.problem) == names.dropLast(2).map { _ in nil } + [.noUnit, .noUnit])
    }
}

@Suite("A command of a hook") struct HookCommandTests {
    private let folders = Result { try Folders() }

    @Test("may be a path, even below the home directory, and can contain arguments")
    func path() throws {
        let folders = try folders.get()
        #expect(
            folders.hooks.hook(of: try AlertHook("/bin/sh -c true"))
                == Hook(path: "/bin/sh", arguments: ["-c", "true"]))
        #expect(folders.hooks.hook(of: try AlertHook("/no/where")).problem == .missing)
        try folders.add("home/lamps")
        let inHome = folders.hooks.hook(of: try AlertHook("~/home/suntracker/hooks/lamps"))
        #expect(inHome == Hook(path: "\(folders.folder.path)/home/suntracker/hooks/lamps"))
    }

    @Test("that cannot be sent to the user manager is not started, and reports why")
    func noncharacters() throws {
        let folders = try folders.get()
        try folders.add("home/lamps")
        try folders.add("home/la\u{FFFE}mps")
        try folders.add("home/sunset.d/10-la\u{FFFF}mps")
        try folders.add("home/sunset.d/20-lämps")
        let problem = HookProblem.noCommand("it contains a Unicode noncharacter")
        for (command, problem) in [
            ("lamps on\u{10FFFF}", problem), ("la\u{FFFE}mps on", problem), ("lamps \u{FFFD}", nil),
        ] {
            #expect(folders.hooks.hook(of: try AlertHook(command)).problem == problem)
        }
        #expect(folders.hooks.hooks(for: .rule(.sunset)).map(\.problem) == [problem, nil])
    }

    @Test("whose name is not UTF-8 reports that, and not that it does not exist")
    func bytes() throws {
        let folders = try folders.get()
        try folders.add("home/sunset.d/10-fine\u{FFFD}")
        let path: [UInt8] = Array("\(folders.folder.path)/home/suntracker/hooks/sunset.d/20-l".utf8) + [0xE4, 0]
        let descriptor = path.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { creat($0, 0o755) } ?? -1 }
        }
        try #require(descriptor >= 0)
        close(descriptor)
        let problem = HookProblem.noCommand("its name is not UTF-8; rename it")
        #expect(folders.hooks.hooks(for: .rule(.sunset)).map(\.problem) == [nil, problem])
    }

    @Test("that leads to no file reports why")
    func errors() throws {
        let folders = try folders.get()
        func hook(_ text: String) -> Hook { folders.hooks.hook(of: AlertHook(program: text, arguments: [])) }
        #expect(hook("lamps") == Hook(path: "lamps", problem: .unknown(in: folders.hooks.paths)))
        #expect(hook("/etc") == Hook(path: "/etc", problem: .noCommand("there is no program at this path")))
    }
}
