import Dispatch
import Solar
import Systemd
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

/// A call as the tracker makes it, at the sunset of Denver.
func callAtSunset(_ change: (inout Settings) -> Void = { _ in }) throws -> HookCall {
    var settings = TestPlace.denver.settings
    change(&settings)
    let machine = SimulatedMachine(
        at: sunsetInDenver - .seconds(60), settings: settings, localTime: SimulatedZone.denver)
    machine.hooks.events = [.solar(.sunset)]
    machine.start()
    machine.advance(to: sunsetInDenver)
    return try #require(machine.hookCalls.first)
}

private func unit(of path: String) throws -> HookUnit {
    HookUnit(Hook(path: path), for: try callAtSunset())
}

@Suite("The unit of a hook") struct HookUnitTests {
    @Test(
        "has a descriptive name, which a command line takes without quotes",
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
        let hook = try folders.hook(of: AlertHook("/bin/echo '$x' %h"))
        let unit = HookUnit(hook, for: try callAtSunset { $0.hooks.timeLimit = .seconds(90) })
        let properties = unit.transientUnit.sentProperties
        #expect(unit.transientUnit.startArguments[0] == .string(unit.name))
        #expect(unit.transientUnit.startArguments[1] == .string("fail"))
        #expect(properties["Type"] == .string("oneshot"))
        #expect(properties["ExecStartEx"] == .commandLine("/bin/echo", "$x", "%h"))
        #expect(properties["TimeoutStartUSec"] == .unsigned64(90_000_000))
        #expect(properties["CollectMode"] == .string("inactive-or-failed"))
        #expect(properties["SyslogIdentifier"] == .string("echo"))
        guard case .array("s", let environment) = properties["Environment"] else {
            Issue.record("no environment")
            return
        }
        #expect(environment.contains(.string("SUNTRACKER_EVENT=sunset")))
        #expect(environment.contains(.string("SUNTRACKER_PLACE=denver")))
    }

    @Test("of Unit= is that unit, without a limit of time, and stands after the program of the alert")
    func ofAlert() throws {
        let folders = HookFolders(environment: Environment([:]))
        let program = HookCall.Program.alert(hook: try AlertHook("/bin/echo"), unit: "backup.service")
        let call = try callAtSunset()
        let units = folders.hooks(of: program).hooks.map { HookUnit($0, for: call) }
        #expect(units.map(\.name) == ["suntracker-hook-sunset-echo-20261121T234000Z.service", "backup.service"])
        #expect(units.map(\.timeLimit) == [.seconds(30), nil])
        #expect(HookFailure.Problem(result: "timeout", status: 15, timeLimit: nil) == .result("timeout"))
    }

    @Test("has the same name when it is requested again, and an environment that says so")
    func again() throws {
        let unit = try unit(of: "/hooks/sunset.d/lamps")
        #expect(unit.again.name == unit.name)
        #expect(unit.again.hook == unit.hook)
        #expect(unit.call.environment["SUNTRACKER_RECOVERED"] == nil)
        #expect(unit.again.call.environment["SUNTRACKER_RECOVERED"] == "1")
        #expect(unit.again.call.environment.count == unit.call.environment.count + 1)
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
        "has properties that show why it has failed",
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

/// A home with hooks, whose user manager is at the socket `bus` in it.
@MainActor
struct HookHome {
    let folder: TemporaryFolder
    let runner: HookRunner

    /// - Parameter hooks: `sunset.d/lamps`, executable.
    init(_ hooks: [String] = []) throws {
        folder = try TemporaryFolder()
        for hook in hooks {
            try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/\(hook)")
            try folder.setMode(0o755, of: "config/suntracker/hooks/\(hook)")
        }
        let environment = Environment([
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CONFIG_DIRS": "/nonexistent",
        ])
        runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)
    }
}

/// The reports of a call, up to the last one.
@MainActor
func reports(of starter: some HookStarter, for call: HookCall) async -> [HookReport] {
    var reports: [HookReport] = []
    await withCheckedContinuation { continuation in
        starter.start(call) { report in
            reports.append(report)
            if report == .called { continuation.resume() }
        }
    }
    return reports
}

@MainActor
@Suite("A runner of hooks", .timeLimit(.minutes(20))) struct HookRunnerTests {
    @Test("reports a manager that cannot be reached, and then that all hooks are called")
    func unreachable() async throws {
        let home = try HookHome(["sunset.d/a", "sunset.d/b"])
        try home.folder.write("", to: "config/suntracker/hooks/sunset.d/c")
        // Nobody listens there.
        try home.folder.write("", to: "bus")
        let reports = await reports(of: home.runner, for: try callAtSunset())
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

    @Test("has nothing to do if the folder is empty by now")
    func nothing() async throws {
        let home = try HookHome()
        #expect(await reports(of: home.runner, for: try callAtSunset()) == [.called])
    }

    @Test("does not block the main queue while the disk with the hooks does not answer")
    func hangingDisk() async throws {
        let disk = DispatchSemaphore(value: 0)
        let worker = Worker("hooks")
        worker.run {
            disk.wait()
        } then: { _ in
        }
        let environment = Environment([:])
        let runner = HookRunner(
            folders: HookFolders(environment: environment), environment: environment, worker: worker)
        let call = try callAtSunset()
        var reports: [HookReport] = []
        await withCheckedContinuation { continuation in
            runner.start(call) { report in
                reports.append(report)
                continuation.resume()
            }
            #expect(reports.isEmpty)
            disk.signal()
        }
        #expect(reports == [.called])
    }

    @Test("starts nothing in a simulation, and logs what it would start")
    func rehearsal() async throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\necho >\"$0.ran\"\n", to: "suntracker/hooks/sunset.d/lamps")
        try folder.setMode(0o755, of: "suntracker/hooks/sunset.d/lamps")
        try folder.write("", to: "suntracker/hooks/sunset.d/unfit")
        var log: [String] = []
        let hooks = "\(folder.path)/suntracker/hooks/sunset.d"
        let environment = Environment(["XDG_CONFIG_HOME": folder.path])
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment) {
            log.append($0)
        }
        let reports = await reports(of: runner, for: try callAtSunset())
        #expect(log == ["Not simulated: the hook \(hooks)/lamps would be started"])
        let span = PhaseSpan(.night, since: nil, until: nil)
        let phase = PhaseCall(span, reason: .boundary, made: sunsetInDenver, scope: .target)
        _ = await LinuxPlatformTests.reports(
            of: runner, for: HookCall(phase, at: TestPlace.denver.place, timeLimit: .seconds(30)))
        #expect(log.dropFirst() == ["Not simulated: the unit suntracker-night.target would be started"])
        let unfit = HookFailure(hook: "\(hooks)/unfit", unit: nil, .notExecutable)
        #expect(reports == [.failed(unfit), .called])
    }
}

extension BusValue {
    /// The value of ExecStartEx= for a program and its arguments.
    static func commandLine(_ program: String, _ arguments: String...) -> BusValue {
        .array(
            of: "(sasas)",
            [
                .structure([
                    .string(program), .array(of: "s", ([program] + arguments).map { .string($0) }),
                    .array(of: "s", [.string("no-env-expand")]),
                ])
            ])
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
