// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// `suntracker hooks` without a session bus and a user manager. The acceptance tests (HookTests) have both.
@Suite("suntracker hooks") struct HooksCommandTests {
    private let home: Home
    private var samples: String { home.path + "/share/suntracker/hooks" }
    private var hooks: String { home.path + "/suntracker/hooks" }

    init() throws {
        home = try Home(nil)
        try home.link("share/suntracker/hooks", to: Checkout.root.appending(path: "etc/data/hooks").path)
    }

    private func run(_ line: String) throws -> Command {
        try Command(
            ["hooks"] + line.split(separator: " ").map(String.init),
            variables: [
                "XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.path + "/share",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/proc/nonexistent",
            ])
    }

    private func target(of link: String) -> String? { home.target(of: "suntracker/hooks/\(link)") }

    @Test(
        "each sample is linked for its events, and unlinked again",
        arguments: [
            ("theme", ["day.d", "night.d"]), ("keyboard-light", ["day.d", "night.d"]),
            ("darkman", ["day.d", "night.d"]),
            ("ntfy", ["sunset.d"]), ("mail", ["sunset.d"]),
        ])
    func samples(name: String, folders: [String]) throws {
        let links = folders.map { "\(hooks)/\($0)/\(name)" }
        // Twice: it is not an error that they are there.
        for _ in 1...2 {
            let enabled = try run("enable \(name)")
            #expect(enabled.errors == "")
            #expect(enabled.lines.prefix(folders.count) == links[...])
            let first = folders[0].dropLast(2)
            #expect(enabled.lines.contains("To test it: suntracker hooks run \(name) --for \(first)"))
        }
        for folder in folders { #expect(target(of: "\(folder)/\(name)") == "\(samples)/\(name)") }
        let listed = try run("")
        for link in links { #expect(listed.output.contains(link)) }
        let disabled = try run("disable \(name)")
        #expect(disabled.lines.prefix(folders.count) == links.map { "Removed \($0)" }[...])
        #expect(
            try run("").output.hasPrefix(
                "There are no hooks.\nAvailable samples: darkman, keyboard-light, mail, ntfy, theme\n"))
        #expect(
            try run("disable \(name)").errors
                == "suntracker: there is no link \(name); to list the hooks: suntracker hooks\n")
    }

    @Test("a sample is linked for the events that are named, and unlinked for one of them")
    func events() throws {
        #expect(try run("enable mail civil-dusk night").status == 0)
        #expect(target(of: "civil-dusk.d/mail") != nil)
        #expect(try run("disable mail night").status == 0)
        #expect(target(of: "night.d/mail") == nil)
        #expect(target(of: "civil-dusk.d/mail") != nil)
    }

    @Test("a link to a sample of an installation that was removed is replaced")
    func leftOver() throws {
        try home.link("suntracker/hooks/night.d/theme", to: "/nowhere/share/suntracker/hooks/theme")
        #expect(try run("enable theme").errors == "")
        #expect(target(of: "night.d/theme") == samples + "/theme")
    }

    @Test("without installed samples, there is no result, and the remedy is to install them")
    func notInstalled() throws {
        let command = try Command(["hooks", "enable", "theme"])
        #expect((command.output, command.status) == ("", 69))
        #expect(command.errors.contains("/suntracker/hooks; install Suntracker, or link the program into "))
    }

    @Test("a link to a sample of another installation is kept")
    func otherInstallation() throws {
        let sample = "other/share/suntracker/hooks/theme"
        try home.write("theirs", to: sample)
        try home.link("suntracker/hooks/night.d/theme", to: "\(home.path)/\(sample)")
        #expect(try run("enable theme").status == 64)
        #expect(target(of: "night.d/theme") == "\(home.path)/\(sample)")
    }

    @Test("no file of the user is replaced or removed")
    func own() throws {
        let own = hooks + "/night.d/theme"
        try home.write("mine", to: "suntracker/hooks/night.d/theme")
        let text = "suntracker: \(own) is not a link to a sample; if you do not need it, remove it yourself\n"
        for verb in ["enable", "disable"] {
            let command = try run("\(verb) theme")
            #expect(command.status == 64)
            #expect(command.errors == text)
        }
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "mine")
        #expect(target(of: "day.d/theme") == nil, "none is linked if one cannot be")
    }

    @Test(
        "errors say what to use instead",
        arguments: [
            (
                "themes",
                "unknown sample \"themes\"; the samples in SAMPLES are darkman, keyboard-light, mail, ntfy, theme"
            ),
            ("theme dusk", "there is no event or phase \"dusk\"; for the events, see EVENTS in suntracker(1)"),
        ])
    func errors(arguments: String, text: String) throws {
        let command = try run("enable \(arguments)")
        #expect(command.status == 64)
        #expect(command.errors == "suntracker: \(text.replacing("SAMPLES", with: samples))\n")
    }

    @Test(
        "a hook of a phase is run without a place if the phases need none",
        arguments: [
            ("", "no place is set, "),
            ("[Phases]\nDay=06:30\nNight=22:00\n", "cannot reach the systemd user manager: "),
        ])
    func withoutPlace(settings: String, error: String) throws {
        try home.write(settings, to: "suntracker/suntracker.conf")
        #expect(try run("enable theme").status == 0)
        for phase in ["day", "night"] {
            let command = try run("run \(phase)")
            #expect(command.errors.hasPrefix("suntracker: \(error)"))
            #expect(command.status == 69)
        }
    }

    @Test("a name after --for that is no event, alert or phase is an error that says so")
    func unknownOccasion() throws {
        #expect(try run("enable theme").status == 0)
        let command = try run("run theme --for dusk")
        #expect(command.status == 64)
        #expect(
            command.errors
                == "suntracker: there is no event, alert or phase \"dusk\"; for the events, see EVENTS in suntracker(1)\n"
        )
    }

    @Test("no file name brings a control character to the terminal", arguments: [["hooks"], ["config", "check"]])
    func controlCharacters(arguments: [String]) throws {
        for name in ["sunset.d/fine\u{1B}[31m", "sunrise.d/bad\u{1B}[31m", "stray\u{1B}[31m.d/x"] {
            try home.write("#!/bin/sh\n", to: "suntracker/hooks/\(name)")
        }
        try home.setMode(0o755, of: "suntracker/hooks/sunset.d/fine\u{1B}[31m")
        let command = try home.run(arguments)
        #expect(command.output.contains("bad\u{FFFD}[31m") && command.output.contains("stray\u{FFFD}[31m.d"))
        #expect(!command.output.contains("\u{1B}"))
        let enabled = try run("enable theme\u{1B}")
        #expect(!(enabled.output + enabled.errors).contains("\u{1B}"))
    }
}
