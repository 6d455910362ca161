import Foundation
import Testing

/// `suntracker hooks` without a session bus and a user manager. The acceptance tests (HookTests) run it with both.
@Suite("suntracker hooks") final class HooksCommandTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "suntracker-\(UUID().uuidString)")
    private var samples: URL { home.appending(path: "share/suntracker/hooks") }
    private var hooks: URL { home.appending(path: "suntracker/hooks") }

    init() throws {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: samples.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: project.appending(path: "etc/data/hooks"), to: samples)
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    private func run(_ arguments: String...) throws -> Command {
        try Command(
            ["hooks"] + arguments,
            variables: [
                "XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.appending(path: "share").path,
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            ])
    }

    private func target(of link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: hooks.appending(path: link).path)
    }

    @Test(
        "each sample is linked for its events, and unlinked again",
        arguments: [
            ("theme", ["day.d", "night.d"]), ("keyboard-light", ["day.d", "night.d"]),
            ("ntfy", ["sunset.d"]), ("mail", ["sunset.d"]),
        ])
    func samples(name: String, folders: [String]) throws {
        let links = folders.map { hooks.appending(path: "\($0)/\(name)").path }
        // Twice, because an existing link is not an error.
        for _ in 1...2 {
            let enabled = try run("enable", name)
            #expect(enabled.error == "")
            #expect(enabled.lines.prefix(folders.count) == links[...])
            let first = folders[0].dropLast(2)
            #expect(enabled.lines.contains("To test it: suntracker hooks run \(name) --for \(first)"))
        }
        for folder in folders { #expect(target(of: "\(folder)/\(name)") == samples.appending(path: name).path) }
        let listed = try run()
        for link in links { #expect(listed.output.contains(link)) }
        let disabled = try run("disable", name)
        #expect(disabled.lines.prefix(folders.count) == links.map { "Removed \($0)" }[...])
        #expect(
            try run().output.hasPrefix(
                "There are no hooks.\nAvailable samples: darkman, keyboard-light, mail, ntfy, theme\n"))
        #expect(
            try run("disable", name).error
                == "suntracker: there is no link \(name); to list the hooks: suntracker hooks\n")
    }

    @Test("a sample is linked for the events that are named, and unlinked for one of them")
    func events() throws {
        #expect(try run("enable", "mail", "civil-dusk", "night").status == 0)
        #expect(target(of: "civil-dusk.d/mail") != nil)
        #expect(try run("disable", "mail", "night").status == 0)
        #expect(target(of: "night.d/mail") == nil)
        #expect(target(of: "civil-dusk.d/mail") != nil)
    }

    @Test("a link to a sample of an installation that was removed is replaced")
    func leftOver() throws {
        let link = hooks.appending(path: "night.d/theme")
        try FileManager.default.createDirectory(
            at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: "/nowhere/share/suntracker/hooks/theme")
        #expect(try run("enable", "theme").error == "")
        #expect(target(of: "night.d/theme") == samples.appending(path: "theme").path)
    }

    @Test("a link to a sample of another installation is kept")
    func otherInstallation() throws {
        let link = hooks.appending(path: "night.d/theme")
        let sample = hooks.appending(path: "other/share/suntracker/hooks/theme")
        for file in [link, sample] {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        try "theirs".write(to: sample, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: sample.path)
        #expect(try run("enable", "theme").status == 64)
        #expect(target(of: "night.d/theme") == sample.path)
    }

    @Test("no file of the user is replaced or removed")
    func own() throws {
        let own = hooks.appending(path: "night.d/theme")
        try FileManager.default.createDirectory(
            at: own.deletingLastPathComponent(), withIntermediateDirectories: true)
        try "mine".write(to: own, atomically: true, encoding: .utf8)
        let text = "suntracker: \(own.path) is not a link to a sample; if you do not need it, remove it yourself\n"
        for verb in ["enable", "disable"] {
            let command = try run(verb, "theme")
            #expect(command.status == 64)
            #expect(command.error == text)
        }
        #expect(try String(contentsOf: own, encoding: .utf8) == "mine")
        #expect(target(of: "day.d/theme") == nil, "none is linked if one cannot be")
    }

    @Test(
        "errors say what to use instead",
        arguments: [
            (
                ["enable", "themes"],
                "unknown sample \"themes\"; the samples in SAMPLES are darkman, keyboard-light, mail, ntfy, theme"
            ),
            (
                ["enable", "theme", "dusk"],
                "there is no event or phase \"dusk\"; for the events, see HOOKS in suntracker.conf(5)"
            ),
            (
                ["run", "theme"],
                "no hook is named \"theme\" or belongs to an event, alert or phase of that name; to list the hooks: suntracker hooks"
            ),
        ])
    func errors(arguments: [String], text: String) throws {
        let command = try Command(
            ["hooks"] + arguments,
            variables: ["XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.appending(path: "share").path])
        #expect(command.status == 64)
        #expect(command.error == "suntracker: \(text.replacingOccurrences(of: "SAMPLES", with: samples.path))\n")
    }

    @Test("without a user manager no hook is run, and the error says so")
    func noManager() throws {
        #expect(try run("enable", "theme").status == 0)
        let command = try Command(
            ["hooks", "run", "night"], zone: "Europe/Berlin",
            variables: ["XDG_CONFIG_HOME": home.path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        #expect(command.status == 69)
        #expect(command.error.hasPrefix("suntracker: cannot reach the systemd user manager: "))
    }

    @Test("a phase has no notification, and preview says how to try its hooks")
    func preview() throws {
        let command = try Command(["preview", "night"])
        #expect(command.status == 64)
        #expect(
            command.error
                == "suntracker: night is a phase, which has no notification; to test its hooks: suntracker hooks run night\n"
        )
    }
}
