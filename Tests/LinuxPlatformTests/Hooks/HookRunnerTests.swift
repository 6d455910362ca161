// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import Solar
import Systemd
import TestSupport
import Testing
import Wording

@testable import LinuxPlatform
@testable import Tracker

@MainActor
@Suite("A runner of hooks", .holdsDescriptors, .timeLimit(.minutes(20))) struct HookRunnerTests {
    @Test("reports a manager that cannot be reached, and then that all hooks are called")
    func unreachable() async throws {
        let home = try HookHome(["sunset.d/a", "sunset.d/b"])
        try home.folder.write("", to: "config/suntracker/hooks/sunset.d/c")
        // No bus listens at this socket.
        try home.folder.write("", to: "bus")
        let reports = await reports(of: home.runner, for: try callAtSunset())
        let failures = reports.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
        #expect(failures.map { $0.hook.split(separator: "/").last } == ["c", "a", "b"])
        #expect(failures.first?.problem == .notExecutable)
        guard case .notStarted(let reason) = failures.last?.problem else {
            Issue.record("\(failures)")
            return
        }
        #expect(reason.hasPrefix("cannot reach the user manager: sd_bus_start: "))
        #expect(failures.allSatisfy { $0.unit == nil })
        #expect(reports.count == 4)
        #expect(home.runner.isIdle)
    }

    @Test("does nothing if the directory is empty by now")
    func nothing() async throws {
        let home = try HookHome()
        #expect(await reports(of: home.runner, for: try callAtSunset()) == [.called])
    }

    @Test("reports a directory that cannot be read")
    func unreadable() async throws {
        let home = try HookHome()
        try home.folder.link("config/suntracker/hooks/sunset.d", to: "sunset.d")
        let reports = await reports(of: home.runner, for: try callAtSunset())
        guard case .failed(let failure) = reports.first, case .unreadable = failure.problem else {
            Issue.record("\(reports)")
            return
        }
        #expect(failure.hook == home.folder.path("config/suntracker/hooks/sunset.d"))
        #expect(reports.dropFirst() == [.called])
    }

    @Test("does not block the main queue while the disk with the hooks does not respond")
    func hangingDisk() async throws {
        let disk = DispatchSemaphore(value: 0)
        let worker = Worker("hooks")
        worker.run {
            disk.wait()
        } then: { _ in
        }
        let environment = Environment([:])
        let runner = HookRunner(
            folders: HookFolders(environment: environment), environment: environment, words: .english, worker: worker)
        let call = try callAtSunset()
        var reports: [HookReport] = []
        await withCheckedContinuation { continuation in
            runner.start(call, localTime: SimulatedZone.denver) { report in
                reports.append(report)
                continuation.resume()
            }
            #expect(reports.isEmpty)
            disk.signal()
        }
        #expect(reports == [.called])
    }
}

@MainActor
@Suite("A hook that the user manager is asked to start", .holdsDescriptors, .timeLimit(.minutes(20)))
struct HookRequestTests {
    nonisolated private static let unit = "suntracker-hook-sunset-lamps-20261121T234000Z.service"

    nonisolated private static func error(_ name: String, _ message: String = "x") -> BusError {
        BusError(name: name, message: message)
    }

    nonisolated private static let gone = error(
        BusError.noReply, "Message recipient disconnected from message bus without replying")

    @Test(
        "is reported with the meaning of the reply",
        arguments: [
            ("it runs", [error("org.freedesktop.systemd1.UnitExists")], .runs),
            ("there is no unit", [error("org.freedesktop.systemd1.NoSuchUnit")], .noUnit),
            (
                "a refusal", [error(BusError.invalidArguments, "no")],
                .notStarted("the user manager: org.freedesktop.DBus.Error.InvalidArgs: no")
            ),
            (
                "no reply in time", [error(BusError.noReply, "Method call timed out")],
                .unanswered("the user manager: org.freedesktop.DBus.Error.NoReply: Method call timed out")
            ),
            // After a restart of the bus, the manager connects a moment later. Meanwhile, dbus-daemon and dbus-broker
            // send these errors.
            ("not there yet", [error(BusError.nameHasNoOwner), error(BusError.serviceUnknown)], nil),
            // The errors of both buses after the manager has left.
            ("left once", [error(BusError.noReply, "Remote peer disconnected")], nil),
            (
                "left twice", [gone, gone],
                .unanswered("the session bus or the user manager ended twice before it responded")
            ),
            ("left, and had started it", [gone, error("org.freedesktop.systemd1.UnitExists")], nil),
        ] as [(String, [BusError], HookProblem?)])
    func answers(name: String, answers: [BusError], problem: HookProblem?) async throws {
        let manager = try await FakeManager()
        manager.refusals = answers
        let home = try HookHome(["sunset.d/lamps"], of: manager)
        let reports = await reports(of: home.runner, for: try callAtSunset())
        let problems = reports.compactMap { if case .failed(let failure) = $0 { failure.problem } else { nil } }
        #expect(problems == (problem.map { [$0] } ?? []))
        let isStarted =
            problem == nil && manager.refusals.isEmpty && answers.last?.name.hasSuffix("UnitExists") == false
        #expect(manager.log.count == answers.count + (isStarted ? 1 : 0))
        // A hook that may run a second time is told in its environment.
        let mayRunAgain = answers.contains { $0.name == BusError.noReply } && manager.log.count > 1
        #expect(manager.lastEnvironment.contains(.string("SUNTRACKER_RECOVERED=1")) == mayRunAgain)
        #expect(home.runner.isIdle == !isStarted)
    }

    @Test("is requested again if the bus ends before the reply, and runs once", arguments: [false, true])
    func busEnds(hasStarted: Bool) async throws {
        let manager = try await FakeManager()
        let home = try HookHome(["sunset.d/lamps", "sunset.d/theme"], of: manager)
        manager.insteadOfAnswer = {
            if hasStarted { manager.run(Self.unit) }
            try manager.bus.restart()
            try manager.connect()
        }
        #expect(await reports(of: home.runner, for: try callAtSunset()) == [.called])
        #expect(manager.log.filter { $0 == "start \(Self.unit)" }.count == 2)
        #expect(manager.log.last?.hasPrefix("start ") == true)
        // The lost connection is not used again.
        #expect(await reports(of: home.runner, for: call(.day, startsTarget: true, hooks: [])) == [.called])
        #expect(manager.log.last == "start suntracker-day.target")
    }

    @Test("is requested again while the bus that ended is not there yet; a bus that was never there is not waited for")
    func busIsAway() async throws {
        let manager = try await FakeManager()
        let environment = Environment(["XDG_RUNTIME_DIR": manager.bus.folder.path])
        let unit = HookUnit(Hook(path: "/hooks/sunset.d/lamps"), for: try callAtSunset())
        func reports(failing numbers: [Int32]) async throws -> [HookProblem?] {
            let (reports, continuation) = AsyncStream.makeStream(of: HookProblem?.self)
            var numbers = numbers
            let run = HookRun(unit) { () throws(SystemError) in
                if manager.insteadOfAnswer == nil, !numbers.isEmpty {
                    throw SystemError("sd_bus_start", number: numbers.removeFirst())
                }
                return try UserManager(environment: environment, timeout: .seconds(86_400))
            } then: { _, progress in
                if case .ended(let problem) = progress { continuation.yield(problem) } else { continuation.yield(nil) }
                continuation.finish()
            }
            run.request()
            var all: [HookProblem?] = []
            for await report in reports { all.append(report) }
            withExtendedLifetime(run) {}
            return all
        }
        manager.insteadOfAnswer = {
            try manager.bus.restart()
            try manager.connect()
        }
        #expect(try await reports(failing: [ECONNREFUSED, ENOENT, ENOMEDIUM]) == [nil])
        #expect(
            try await reports(failing: [ECONNREFUSED])
                == [.notStarted("cannot reach the user manager: sd_bus_start: Connection refused")])
    }

    @Test("fails with the status of its program, and releases the connection")
    func fails() async throws {
        let manager = try await FakeManager()
        let home = try HookHome(["sunset.d/lamps"], of: manager)
        let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
        home.runner.start(try callAtSunset(), localTime: SimulatedZone.denver) { continuation.yield($0) }
        var iterator = reports.makeAsyncIterator()
        #expect(await iterator.next() == .called)
        #expect(!home.runner.isIdle)
        manager.end(Self.unit)
        let hook = home.folder.path + "/config/suntracker/hooks/sunset.d/lamps"
        #expect(await iterator.next() == .failed(HookFailure(hook: hook, unit: Self.unit, .result("failed"))))
        await manager.heard("release \(Self.unit)")
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(home.runner.isIdle)
    }

    @Test("has a problem if the bus ends while it is tried out")
    func lost() async throws {
        let manager = try await FakeManager()
        let home = try HookHome(["sunset.d/lamps", "sunset.d/theme"], of: manager)
        let paths = Set(["lamps", "theme"].map { home.folder.path("config/suntracker/hooks/sunset.d/\($0)") })
        let theme = "suntracker-hook-sunset-theme-trial-20261121T201503Z.service"
        let call = try callAtSunset()
        let problems = try await withCheckedThrowingContinuation { continuation in
            do throws(SystemError) {
                try home.runner.tryOut(
                    paths, of: call, localTime: SimulatedZone.denver, at: at("2026-11-21T20:15:03Z")
                ) {
                    continuation.resume(returning: $0.map(\.problem))
                }
            } catch {
                continuation.resume(throwing: error)
            }
            Task {
                await manager.heard("start \(theme)")
                manager.end(theme)
                // By then, the runner has received the replies to both requests.
                await manager.heard("release \(theme)")
                try manager.bus.stop()
            }
        }
        #expect(problems == [.unanswered("the session bus ended before the hook did"), .result("failed")])
    }
}

@MainActor
@Suite("The hooks of a phase", .serialized, .holdsDescriptors, .timeLimit(.minutes(20))) struct HookSuccessionTests {
    private static let (day, night) = ("suntracker-hook-day-lamps.service", "suntracker-hook-night-lamps.service")
    private static let (stopDay, stopNight) = ("stop app-suntracker-day.slice", "stop app-suntracker-night.slice")

    /// A runner with a hook for each phase, and for the sunset, on a bus with a manager.
    @MainActor
    private struct Home {
        let home: HookHome
        let manager: FakeManager
        var runner: HookRunner { home.runner }

        init(stopTimeout: Duration = .seconds(86_400)) async throws {
            manager = try await FakeManager()
            home = try HookHome(
                ["day.d/lamps", "night.d/lamps", "sunset.d/lamps"], of: manager, stopTimeout: stopTimeout)
        }

        /// Starts the hooks of a call, and returns its reports up to the report of the start.
        func start(_ call: HookCall) async -> [HookReport] { await reports(of: runner, for: call) }
    }

    @Test("are started after the hooks of the other phase have ended, which do not count as failed")
    func succession() async throws {
        let home = try await Home()
        let started = await home.start(call(.day))
        #expect(started == [.called])
        async let night = home.start(call(.night))
        await home.manager.heard(Self.stopDay)
        // Event hooks do not wait. The bus keeps the order, so the reply for the stop has also arrived.
        #expect(try await home.start(callAtSunset()) == [.called])
        home.manager.end(Self.day)
        #expect(await night == [.called])
        let log = home.manager.log
        #expect(
            log.filter { !$0.hasSuffix("Z.service") } == [
                Self.stopNight, "start \(Self.day)", Self.stopDay, "end \(Self.day)",
                "start \(Self.night)",
            ])
        #expect(log.count == 6)
    }

    @Test("are started even if a hook of the other phase does not end")
    func hanging() async throws {
        let home = try await Home(stopTimeout: .milliseconds(1))
        #expect(await home.start(call(.day)) == [.called])
        #expect(await home.start(call(.night)) == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
        home.manager.end(Self.day)
    }

    @Test("are stopped even if an earlier run of the service has started them")
    func ofEarlierRun() async throws {
        let home = try await Home()
        home.manager.run("suntracker-hook-day-other.service")
        async let night = home.start(call(.night))
        await home.manager.heard(Self.stopDay)
        home.manager.end("suntracker-hook-day-other.service")
        #expect(await night == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
    }

    /// A reply may come before the function that sends the call returns. This race needs a few rounds to show.
    @Test("are started, however fast the manager replies", arguments: 1...(Scope.hookSuccession.isFull ? 40 : 4))
    func fastAnswers(round: Int) async throws {
        let home = try await Home()
        home.manager.endsAtOnce = true
        // This call makes the connection. Later calls are sent immediately.
        #expect(await home.start(call(.day)) == [.called])
        #expect(await home.start(call(.night)) == [.called])
        let log = home.manager.log
        #expect(log.count == 5 && log.last == "start \(Self.night)", "\(log)")
    }

    @Test("are not started if a newer phase is called for meanwhile")
    func overtaken() async throws {
        let home = try await Home()
        let started = await home.start(call(.day))
        #expect(started == [.called])
        async let night = home.start(call(.night))
        await home.manager.heard(Self.stopDay)
        let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
        home.runner.start(call(.day, at: sunsetInDenver + .seconds(1)), localTime: SimulatedZone.denver) {
            continuation.yield($0)
        }
        home.manager.end(Self.day)
        #expect(await night == [.called])
        var iterator = reports.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first == .called)
        // The second call for the day waits until the hook of the first call has ended.
        #expect(
            home.manager.log.suffix(4) == [
                Self.stopDay, "end \(Self.day)", Self.stopNight, "start \(Self.day)",
            ])
    }

    @Test("that wait for another request are not requested again once their phase has ended")
    func overtakenInWait() async throws {
        let home = try await Home()
        home.manager.refusals = Array(repeating: BusError(name: BusError.nameHasNoOwner, message: "x"), count: 4)
        async let day = home.start(call(.day))
        await home.manager.heard("start \(Self.day)")
        #expect(await home.start(call(.night)) == [.called])
        #expect(await day == [.called])
        let afterwards = try #require(home.manager.log.firstIndex(of: Self.stopDay))
        #expect(!home.manager.log[afterwards...].contains("start \(Self.day)"), "\(home.manager.log)")
    }

    @Test("that are already running are not started again, and do not count as failed")
    func running() async throws {
        let home = try await Home()
        home.manager.run(Self.night)
        #expect(await home.start(call(.night)) == [.called])
        #expect(home.manager.log == [Self.stopDay, "start \(Self.night)"])
    }

    @Test(
        "that fail say whether the user manager had a graphical session at their start",
        arguments: [
            (["HOME=/home/ann"], true), (["WAYLAND_DISPLAY="], true), (["A=1", "WAYLAND_DISPLAY=wayland-0"], false),
            (["DISPLAY=:0"], false),
        ])
    func early(environment: [String], isEarly: Bool) async throws {
        let home = try await Home()
        home.manager.environment = environment
        let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
        home.runner.start(call(.night), localTime: SimulatedZone.denver) { continuation.yield($0) }
        var iterator = reports.makeAsyncIterator()
        #expect(await iterator.next() == .called)
        home.manager.end(Self.night)
        let hook = home.home.folder.path + "/config/suntracker/hooks/night.d/lamps"
        let failure = HookFailure(hook: hook, unit: Self.night, .result("failed"), isBeforeSession: isEarly)
        #expect(await iterator.next() == .failed(failure))
        // A second call starts only the hooks that it names.
        #expect(await home.start(call(.night, hooks: [hook])) == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
        let log = home.manager.log
        #expect(await home.start(call(.night, hooks: ["/another"])) == [.called])
        #expect(home.manager.log.dropFirst(log.count).allSatisfy { $0 == Self.stopDay })
    }

    @Test(
        "are started after the target of the phase, which is started once even if the call is repeated",
        arguments: [nil, []] as [[String]?])
    func target(hooks: [String]?) async throws {
        let home = try await Home()
        home.manager.endsAtOnce = true
        let hook = hooks == nil ? ["start \(Self.night)"] : []
        #expect(await home.start(call(.night, startsTarget: true, hooks: hooks)) == [.called])
        #expect(home.manager.log == [Self.stopDay, "start suntracker-night.target"] + hook)
        #expect(await home.start(call(.night, startsTarget: true, hooks: hooks, again: true)) == [.called])
        #expect(
            home.manager.log.suffix(2 + hook.count).filter { !$0.contains("hook") } == [
                Self.stopDay, "look at suntracker-night.target",
            ])
        // The target was never started, so a repeated call starts it, too.
        #expect(await home.start(call(.day, startsTarget: true, hooks: [], again: true)) == [.called])
        #expect(home.manager.log.suffix(2) == ["look at suntracker-day.target", "start suntracker-day.target"])
    }

    @Test("do not need the target: a missing target is no failure")
    func noTarget() async throws {
        let home = try await Home()
        home.manager.hasTargets = false
        #expect(await home.start(call(.night, startsTarget: true)) == [.called])
        #expect(home.manager.log.suffix(2) == ["start suntracker-night.target", "start \(Self.night)"])
    }

    @Test("The wait for the graphical session lasts until the user manager has its environment")
    func session() async throws {
        let home = try await Home()
        home.manager.environment = []
        var begins = 0
        var other: Bus?
        await withCheckedContinuation { continuation in
            home.runner.awaitSession {
                begins += 1
                continuation.resume()
            }
            // A pending wait includes this one.
            home.runner.awaitSession { begins += 1 }
            Task {
                await home.manager.heard("environment")
                home.manager.environment = ["DISPLAY=:0"]
                // Another program connects to the bus.
                other = try home.manager.bus.connection()
            }
        }
        #expect(begins == 1)
        #expect(other?.isOpen == true)
    }

    @Test("The wait for the graphical session ends when the hooks of a newer phase are called")
    func sessionOfEarlierPhase() async throws {
        let home = try await Home()
        home.manager.environment = []
        home.manager.endsAtOnce = true
        home.runner.awaitSession {}
        await home.manager.heard("environment")
        #expect(await home.start(call(.night)) == [.called])
        let other = try home.manager.bus.connection()
        #expect(try await home.start(callAtSunset()) == [.called])
        // Once for the wait, and once for the hook.
        #expect(home.manager.log.count { $0 == "environment" } == 2)
        withExtendedLifetime(other) {}
    }

    @Test("The wait for the graphical session goes on after the bus was away")
    func sessionOnNextBus() async throws {
        let home = try await Home()
        home.manager.environment = []
        let other = try home.manager.bus.connection()
        await withCheckedContinuation { continuation in
            home.runner.awaitSession { continuation.resume() }
            Task {
                await home.manager.heard("environment")
                try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
                    other.onDisconnect = { ended.resume() }
                    do { try home.manager.bus.stop() } catch { ended.resume(throwing: error) }
                }
                // The runner has noticed it, too, a turn earlier or later.
                for _ in 1...3 { await withCheckedContinuation { next in onNextTurn { next.resume() } } }
                home.manager.environment = ["DISPLAY=:0"]
                try home.manager.bus.restart()
                try home.manager.connect()
            }
        }
    }
}
