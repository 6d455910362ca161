// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

private func unit(of path: String) throws -> HookUnit {
    HookUnit(Hook(path: path), for: try callAtSunset())
}

@Suite("The unit of a hook") struct HookUnitTests {
    @Test(
        "has a descriptive name that needs no quotes on a command line",
        arguments: [
            ("lamps-on", "lamps-on"), ("10_lamps.sh", "10_lamps.sh"), ("my lamps", "my_lamps-5eb0c684"),
            ("l\u{e4}mpchen", "l_mpchen-c2c6eab9"), ("$(reboot)", "__reboot_-5f8854b7"),
        ])
    func name(file: String, part: String) throws {
        #expect(
            try unit(of: "/hooks/sunset.d/\(file)").name == "suntracker-hook-sunset-\(part)-20261121T234000Z.service")
    }

    @Test("has a unique name that systemd accepts, however long the name of the file is")
    func longName() throws {
        let names = try ["a", "b"].map { try unit(of: "/" + String(repeating: "x", count: 250) + $0).name }
        #expect(names.allSatisfy { $0.utf8.count < 256 })
        #expect(Set(names).count == 2)
    }

    @Test(
        "runs the program with the arguments of the settings and the call's environment, and is unloaded when it has ended"
    )
    func arguments() throws {
        let folders = HookFolders(environment: Environment([:]))
        let hook = folders.hook(of: try AlertHook("/bin/echo x %h"))
        let unit = HookUnit(hook, for: try callAtSunset { $0.hooks.timeLimit = .seconds(90) })
        let properties = unit.transientUnit.sentProperties
        #expect(unit.transientUnit.startArguments[0] == .string(unit.name))
        #expect(unit.transientUnit.startArguments[1] == .string("fail"))
        #expect(properties["Type"] == .string("oneshot"))
        #expect(properties["ExecStart"] == .commandLine("/bin/echo", "x", "%h"))
        #expect(properties["TimeoutStartUSec"] == .unsigned64(90_000_000))
        #expect(properties["TimeoutStopUSec"] == .unsigned64(5_000_000))
        #expect(properties["StandardOutput"] == .string("journal") && properties["StandardError"] == .string("inherit"))
        #expect(properties["AddRef"] == .boolean(true))
        #expect(properties["CollectMode"] == .string("inactive-or-failed"))
        #expect(properties["SyslogIdentifier"] == .string("echo"))
        guard case .array("s", let environment) = properties["Environment"] else {
            Issue.record("no environment")
            return
        }
        #expect(environment.contains(.string("SUNTRACKER_EVENT=sunset")))
        #expect(environment.contains(.string("SUNTRACKER_PLACE=denver")))
    }

    @Test("keeps a $ in an argument", arguments: ["$x", "a${x}", "$"])
    func dollar(argument: String) throws {
        let hook = HookFolders(environment: Environment([:])).hook(of: try AlertHook("/bin/echo '\(argument)' %h"))
        let properties = HookUnit(hook, for: try callAtSunset()).transientUnit.sentProperties
        #expect(properties["ExecStart"] == nil)
        #expect(
            properties["ExecStartEx"]
                == .commandLine("/bin/echo", argument, "%h", flags: .array(of: "s", [.string("no-env-expand")])))
    }

    @Test("for Unit= is the named unit, without a time limit, and stands after the program of the alert")
    func ofAlert() throws {
        let folders = HookFolders(environment: Environment([:]))
        var alert = Alert(name: "lamps", event: .solar(.sunset))
        (alert.hook, alert.unit) = (try AlertHook("/bin/echo"), "backup.service")
        let call = try callAtSunset()
        let units = folders.hooks(for: .rule(Rule(alert))).map { HookUnit($0, for: call) }
        #expect(units.map(\.name) == ["suntracker-hook-sunset-echo-20261121T234000Z.service", "backup.service"])
        #expect(units.map(\.timeLimit) == [.seconds(30), nil])
        #expect(HookProblem(result: "timeout", status: 15, timeLimit: nil) == .result("timeout"))
    }

    @Test("has a description and an identifier of one line, whatever the name of the file")
    func printable() throws {
        let properties = try unit(of: "/hooks/sunset.d/la\nmps\u{1B}[2J").transientUnit.sentProperties
        #expect(properties["SyslogIdentifier"] == .string("la\u{FFFD}mps\u{FFFD}[2J"))
        #expect(
            properties["Description"]
                == .string("Suntracker's hook /hooks/sunset.d/la\u{FFFD}mps\u{FFFD}[2J for sunset"))
    }

    @Test(
        "has properties that show why the hook failed",
        arguments: [
            (["Result": .string("exit-code"), "ExecMainStatus": .signed(3)], .exitStatus(3)),
            (["Result": .string("signal"), "ExecMainStatus": .signed(15)], .signal(15)),
            (["Result": .string("core-dump"), "ExecMainStatus": .signed(11)], .signal(11)),
            (["Result": .string("timeout"), "ExecMainStatus": .signed(15)], .timeLimit(.seconds(30))),
            (["Result": .string("oom-kill")], .result("oom-kill")),
            (["Result": .string("exit-code")], .result("exit-code")),
            (["Result": .string("success")], nil),
            (["Result": .unsigned(1)], nil),
            ([:], nil),
        ] as [([String: BusValue], HookProblem?)])
    func results(properties: [String: BusValue], problem: HookProblem?) {
        #expect(HookProblem(ofService: .dictionary(properties), timeLimit: .seconds(30)) == problem)
    }

    @Test("has another name for a trial, which does not keep the service from starting the hook")
    func trial() {
        let unit = HookUnit(
            trying: Hook(path: "/h/night.d/lamps"), for: call(.night), [:], at: at("2026-11-21T20:15:03Z"))
        #expect(unit.name == "suntracker-hook-night-lamps-trial-20261121T201503Z.service")
    }
}

extension Rule {
    static let sunset = Rule(id: "sunset", event: .sunset, notifies: true)
}

extension BusValue {
    /// The value of ExecStart= or ExecStartEx= for a program and its arguments.
    static func commandLine(
        _ program: String, _ arguments: String..., flags: BusValue = .boolean(false)
    ) -> BusValue {
        let words = ([program] + arguments).map { BusValue.string($0) }
        return .array(
            of: flags == .boolean(false) ? "(sasb)" : "(sasas)",
            [.structure([.string(program), .array(of: "s", words), flags])])
    }
}

extension TransientUnit {
    /// The properties by their names, as they are sent to the manager.
    var sentProperties: [String: BusValue] {
        guard startArguments.count == 4, case .array(of: "(sv)", let pairs) = startArguments[2] else { return [:] }
        var properties: [String: BusValue] = [:]
        for case .structure(let pair) in pairs where pair.count == 2 {
            if case .string(let name) = pair[0], case .variant(let value) = pair[1] { properties[name] = value }
        }
        return properties
    }
}
