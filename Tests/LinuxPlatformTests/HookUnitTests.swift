import Solar
import Systemd
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

/// A call as the tracker makes it, at the sunset of Denver.
private func call(_ change: (inout Settings) -> Void = { _ in }) throws -> HookCall {
    var settings = TestPlace.denver.settings
    change(&settings)
    var machine = SimulatedMachine(
        at: sunsetInDenver - .seconds(60), settings: settings, localTime: SimulatedZone.denver)
    machine.hooks.events = [.solar(.sunset)]
    machine.start()
    machine.advance(to: sunsetInDenver)
    return try #require(machine.hookCalls.first)
}

private func unit(of path: String) throws -> HookUnit {
    HookUnit(HookCommand(Hook(path: path, fault: nil)), for: try call())
}

@Suite("The unit of a hook") struct HookUnitTests {
    @Test(
        "has a name that says what it is, and that a command line takes without quotes",
        arguments: [
            ("lamps-on", "lamps-on"), ("10_lamps.sh", "10_lamps.sh"), ("my lamps", "my_lamps-5eb0c684"),
            ("l\u{e4}mpchen", "l_mpchen-c2c6eab9"), ("$(reboot)", "__reboot_-5f8854b7"),
        ])
    func name(file: String, part: String) throws {
        #expect(
            try unit(of: "/hooks/sunset.d/\(file)").name == "suntracker-hook-sunset-\(part)-20261121T234000Z.service")
    }

    @Test("has a name that systemd takes, however long that of the file is, and one of its own")
    func longName() throws {
        let names = try ["a", "b"].map { try unit(of: "/" + String(repeating: "x", count: 250) + $0).name }
        #expect(names.allSatisfy { $0.utf8.count < 256 })
        #expect(Set(names).count == 2)
    }

    @Test("runs the program with the words of the settings and the call's environment, and is gone when it has ended")
    func arguments() throws {
        let folders = HookFolders(environment: Environment([:]))
        let command = try HookCommand("/bin/echo '$x' %h", in: folders)
        let unit = HookUnit(command, for: try call { $0.hooks.timeLimit = .seconds(90) })
        guard case .array("(sv)", let pairs) = unit.arguments[2] else {
            Issue.record("no properties")
            return
        }
        var properties: [String: BusValue] = [:]
        for case .structure(let pair) in pairs {
            if case .string(let name) = pair[0], case .variant(let value) = pair[1] { properties[name] = value }
        }
        #expect(unit.arguments[0] == .string(unit.name))
        #expect(unit.arguments[1] == .string("fail"))
        #expect(properties["Type"] == .string("oneshot"))
        #expect(
            properties["ExecStartEx"]
                == .array(
                    of: "(sasas)",
                    [
                        .structure([
                            .string("/bin/echo"),
                            .array(of: "s", [.string("/bin/echo"), .string("$x"), .string("%h")]),
                            .array(of: "s", [.string("no-env-expand")]),
                        ])
                    ]))
        #expect(properties["TimeoutStartUSec"] == .unsigned64(90_000_000))
        #expect(properties["CollectMode"] == .string("inactive-or-failed"))
        #expect(properties["SyslogIdentifier"] == .string("echo"))
        guard case .array("s", let environment) = properties["Environment"] else {
            Issue.record("no environment")
            return
        }
        #expect(environment.first == .string("SUNTRACKER_EVENT=sunset"))
        #expect(environment.contains(.string("SUNTRACKER_PLACE=denver")))
    }

    @Test("that is asked for again has the same name, and tells its program that it may have been started before")
    func again() throws {
        let unit = try unit(of: "/hooks/sunset.d/lamps")
        #expect(unit.again.name == unit.name)
        #expect(unit.again.command == unit.command)
        #expect(unit.call.environment["SUNTRACKER_RECOVERED"] == nil)
        #expect(unit.again.call.environment["SUNTRACKER_RECOVERED"] == "1")
        #expect(unit.again.call.environment.count == unit.call.environment.count + 1)
    }

    @Test("has a description and an identifier in one line, whatever the file is called")
    func printable() throws {
        let arguments = try unit(of: "/hooks/sunset.d/la\nmps\u{1B}[2J").arguments
        guard case .array(_, let pairs) = arguments[2] else {
            Issue.record("no properties")
            return
        }
        let texts = pairs.compactMap { pair -> (String, String)? in
            guard case .structure(let pair) = pair, case .string(let name) = pair[0],
                case .variant(.string(let text)) = pair[1]
            else { return nil }
            return (name, text)
        }
        let properties = Dictionary(texts) { first, _ in first }
        #expect(properties["SyslogIdentifier"] == "la\u{FFFD}mps\u{FFFD}[2J")
        #expect(
            properties["Description"]
                == "Suntracker's hook /hooks/sunset.d/la\u{FFFD}mps\u{FFFD}[2J for sunset")
    }

    @Test(
        "tells why it has failed",
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
        ] as [([String: BusValue], HookFailure.Problem?)])
    func results(properties: [String: BusValue], problem: HookFailure.Problem?) {
        #expect(HookFailure.Problem(ofService: properties, timeLimit: .seconds(30)) == problem)
    }
}

@MainActor
@Suite("A runner of hooks") struct HookRunnerTests {
    @Test("tells of a manager that cannot be reached, and that all are called, in that order")
    func unreachable() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            try folder.write("#!/bin/sh\n", to: "suntracker/hooks/sunset.d/\(name)")
            try folder.setMode(0o755, of: "suntracker/hooks/sunset.d/\(name)")
        }
        try folder.write("", to: "suntracker/hooks/sunset.d/c")
        // A socket on which nobody listens.
        let environment = Environment(["XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path])
        try folder.write("", to: "bus")
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)
        var reports: [HookReport] = []
        runner.start(try call()) { reports.append($0) }
        #expect(reports.last == .called)
        let failures = reports.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
        #expect(failures.map { $0.hook.split(separator: "/").last } == ["c", "a", "b"])
        #expect(failures.first?.problem == .notExecutable)
        guard case .notStarted(let reason) = failures.last?.problem else {
            Issue.record("\(failures)")
            return
        }
        #expect(reason.hasPrefix("the user manager cannot be reached: sd_bus_start: "))
        #expect(failures.allSatisfy { $0.unit == nil })
        #expect(reports.count == 4)
    }

    @Test("has nothing to do where the folder is empty by now")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let environment = Environment(["XDG_CONFIG_HOME": folder.path])
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)
        var reports: [HookReport] = []
        runner.start(try call()) { reports.append($0) }
        #expect(reports == [.called])
    }

    @Test("starts nothing in a simulation, and says what it would start")
    func rehearsal() throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\necho >\"$0.ran\"\n", to: "suntracker/hooks/sunset.d/lamps")
        try folder.setMode(0o755, of: "suntracker/hooks/sunset.d/lamps")
        try folder.write("", to: "suntracker/hooks/sunset.d/unfit")
        var said: [String] = []
        var reports: [HookReport] = []
        let hooks = "\(folder.path)/suntracker/hooks/sunset.d"
        HookRehearsal(folders: HookFolders(environment: Environment(["XDG_CONFIG_HOME": folder.path]))) {
            said.append($0)
        }.start(try call()) { reports.append($0) }
        #expect(said == ["Not simulated: the hook \(hooks)/lamps would be started"])
        let unfit = HookFailure(hook: "\(hooks)/unfit", unit: nil, .notExecutable)
        #expect(reports == [.failed(unfit), .called])
    }
}
