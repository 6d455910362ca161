// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing

@testable import Tracker

extension TestProgram {
    /// A sample hook. Programs in the home replace the programs of the machine.
    init(
        sample: String, _ arguments: [String] = [], in home: TemporaryFolder, _ environment: [String: String]
    ) {
        let base = ["HOME": home.path, "PATH": "\(home.path):/usr/bin:/bin", "XDG_RUNTIME_DIR": home.path]
        self.init(
            Checkout.path("etc/data/hooks/\(sample)"), arguments, environment: base.merging(environment) { $1 })
    }
}

/// The sample hooks, with echo(1) instead of the desktop's programs.
@Suite("A sample hook") struct SampleHookTests {
    private let home = try? TemporaryFolder()

    /// Runs a sample, and returns its exit status and its calls of the desktop's programs.
    private func run(_ sample: String, _ arguments: [String], _ environment: [String: String]) throws -> (Int32, String)
    {
        let home = try #require(home)
        for program in ["gsettings", "busctl"] { try home.link(program, to: "/bin/echo") }
        try writeProgram("#!/bin/sh\necho \"for $*\"\ncat\n", to: home.path + "/sendmail")
        let run = try TestProgram(sample: sample, arguments, in: home, environment).run()
        return (run.status, run.output)
    }

    @Test(
        "sets the theme by the event, and rejects an event that is neither day nor night",
        arguments: [
            ("sunrise", "prefer-light"), ("civil-dawn", "prefer-light"), ("nautical-dusk", "prefer-dark"),
            ("solar-noon", nil),
        ] as [(String, String?)])
    func theme(event: String, scheme: String?) throws {
        let (status, output) = try run("theme", [], ["SUNTRACKER_EVENT": event])
        #expect((status == 0) == (scheme != nil))
        #expect(output == scheme.map { "set org.gnome.desktop.interface color-scheme \($0)\n" } ?? "")
    }

    @Test("runs the programs for darkman: the first of each name, with the mode, and all of them if one fails")
    func darkman() throws {
        let home = try #require(home)
        for (file, text) in [
            ("data/dark-mode.d/a", "echo a $1\nexit 3"), ("system/dark-mode.d/a", "echo hidden"),
            ("system/darkman/b", "echo b $1"), ("system/light-mode.d/c", "echo c $1"),
            ("system/dark-mode.d/d", "echo hidden"),
        ] {
            try home.write(text, to: file)
            try home.setMode(0o755, of: file)
        }
        try home.write("echo not executable", to: "data/dark-mode.d/d")
        var variables = ["XDG_DATA_HOME": home.path + "/data", "XDG_DATA_DIRS": "/nowhere:" + home.path + "/system"]
        variables["SUNTRACKER_PHASE"] = "night"
        let night = try TestProgram(sample: "darkman", in: home, variables).run()
        #expect(night.output == "a dark\nb dark\n" && night.status == 1)
        #expect(night.errors == "darkman: \(home.path)/data/dark-mode.d/a failed with status 3\n")
        variables["SUNTRACKER_PHASE"] = "day"
        let day = try TestProgram(sample: "darkman", in: home, variables).run()
        #expect(day.output == "b light\nc light\n" && day.status == 0)
    }

    @Test(
        "lights the keys by the event, or by its argument",
        arguments: [("sunset", [], 1), ("sunrise", [], 0), ("sunrise", ["2"], 2)] as [(String, [String], Int)])
    func keyboardLight(event: String, arguments: [String], level: Int) throws {
        let (status, output) = try run("keyboard-light", arguments, ["SUNTRACKER_EVENT": event])
        #expect(status == 0)
        #expect(output.hasSuffix("KbdBacklight SetBrightness i \(level)\n"))
    }

    /// busctl lists these keyboards of UPower: nil for UPower before 1.91, which has one object and no list.
    @Test(
        "lights the keys of all keyboards, even if one of them is gone, and fails if there is none",
        arguments: [
            (nil, ["KbdBacklight"], 0), (["a"], ["KbdBacklight/a"], 0),
            (["a", "b"], ["KbdBacklight/a", "KbdBacklight/b"], 0),
            (["gone", "b"], ["KbdBacklight/gone", "KbdBacklight/b"], 1), ([], [], 69),
        ] as [([String]?, [String], Int32)])
    func keyboards(keyboards: [String]?, lit: [String], status: Int32) throws {
        let home = try #require(home)
        let folder = "/org/freedesktop/UPower/KbdBacklight"
        let list = keyboards.map { "echo 'ao \($0.count)\($0.map { " \"\(folder)/\($0)\"" }.joined())'" } ?? "exit 1"
        let script = """
            #!/bin/sh
            case $* in *EnumerateKbdBacklights) \(list); exit ;; esac
            echo "$4 $5 $6 $7 $8"
            case $4 in */gone) exit 1 ;; esac
            """
        try writeProgram(script, to: home.path + "/busctl")
        let run = try TestProgram(sample: "keyboard-light", in: home, ["SUNTRACKER_PHASE": "night"]).run()
        let calls = lit.map {
            "/org/freedesktop/UPower/\($0) org.freedesktop.UPower.KbdBacklight SetBrightness i 1\n"
        }
        #expect(run.output == calls.joined())
        #expect(run.status == status)
        #expect((status == 69) == run.errors.contains("no keyboard has a light"))
    }

    @Test(
        "needs no place: day and night can have fixed times", arguments: ["theme", "keyboard-light", "mail", "darkman"])
    func withoutPlace(sample: String) throws {
        for phase in [Phase.day, .night] {
            let call = PhaseCall(
                PhaseSpan(phase, since: nil, until: nil), reason: .boundary, made: sunsetInDenver, isRecovered: false,
                startsTarget: false)
            let hookCall = HookCall(call, at: nil, timeLimit: .seconds(30))
            #expect(hookCall.environment["SUNTRACKER_LATITUDE"] == nil)
            #expect(try run(sample, [], hookCall.environment).0 == 0, "\(phase)")
        }
    }

    /// What a sample did in each of the calls between the afternoon and the evening in Denver.
    private func runs(of sample: String) throws -> [String] {
        var settings = TestPlace.denver.settings
        try settings.addAlert("keys", "Event=sunset", "Offset=-10min", "Hook=\(sample)")
        let machine = SimulatedMachine(
            at: sunsetInDenver - .seconds(3600), settings: settings, localTime: SimulatedZone.denver)
        machine.hooks = HookCatalog(events: [.solar(.sunset)], phases: [.day, .night])
        machine.start()
        machine.advance(to: sunsetInDenver + .seconds(60))
        return try machine.hookCalls.map { call in
            let (status, output) = try run(sample, [], call.environment)
            return "\(call.subject.name): \(status) \(output.split { " \n".contains($0) }.last ?? "")"
        }
    }

    @Test(
        "works in every directory and in an alert, with the environment of the service",
        arguments: [
            ("theme", ["prefer-light", "prefer-dark", "prefer-dark", "prefer-dark"]),
            ("keyboard-light", ["0", "1", "1", "1"]),
            ("mail", ["denver", "daylight", "daylight", "denver"]),
        ])
    func everyCall(sample: String, effects: [String]) throws {
        let calls = ["day", "alert keys", "sunset", "night"]
        #expect(try Set(runs(of: sample)) == Set(zip(calls, effects).map { "\($0): 0 \($1)" }))
    }

    private static let sunset = [
        "SUNTRACKER_EVENT": "sunset", "SUNTRACKER_EVENT_TIME": "2026-11-21T23:40:00Z",
        "SUNTRACKER_SUMMARY": "Sunset in Zürich \u{1F307} and in a place with a rather long name",
        "SUNTRACKER_BODY": "16:40 · night",
    ]

    @Test(
        "sends the text by mail, with a subject in ASCII and one identifier for each event", arguments: ["", "a@b.c"])
    func mail(address: String) throws {
        let (status, output) = try run("mail", address.isEmpty ? [] : [address], Self.sunset)
        #expect(status == 0)
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first?.hasPrefix("for -i -- \(address)") == true)
        #expect(lines.dropFirst().first?.hasPrefix("To: \(address)") == true)
        let head = lines.prefix { !$0.isEmpty }
        #expect(head.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(head.contains("MIME-Version: 1.0") && head.contains("Content-Transfer-Encoding: 8bit"))
        #expect(head.contains { $0.contains("Z=C3=BCrich=20=F0=9F=8C=87") })
        #expect(lines.suffix(3) == [try #require(Self.sunset["SUNTRACKER_SUMMARY"]), "16:40 · night", ""])
        let again = try run("mail", [address], Self.sunset.merging(["SUNTRACKER_RECOVERED": "1"]) { $1 }).1
        let sunrise = try run("mail", [address], Self.sunset.merging(["SUNTRACKER_EVENT": "sunrise"]) { $1 }).1
        func identifier(_ text: String) -> Substring? {
            text.split(separator: "\n").first { $0.hasPrefix("Message-ID") }
        }
        #expect(identifier(output) != nil && identifier(output) == identifier(again))
        #expect(identifier(output) != identifier(sunrise))
        #expect(try run("mail", [], ["SUNTRACKER_EVENT": "sunset"]).0 == 64)
        // No encoded word of the subject begins in the middle of a character.
        let suns = Self.sunset.merging(["SUNTRACKER_SUMMARY": String(repeating: "\u{1F307}", count: 12)]) { $1 }
        let long = try run("mail", [], suns).1
        #expect(long.contains("?Q?=F0") && !long.contains(/\?Q\?=[89AB]/))
    }
}
