import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

@Suite("The hooks of a phase") struct HookSuccessionTests {
    private static let (day, night) = ("suntracker-hook-day-lamps.service", "suntracker-hook-night-lamps.service")
    private static let (stopDay, stopNight) = ("stop app-suntracker-day.slice", "stop app-suntracker-night.slice")

    /// A runner with a hook for each phase, and for the sunset, on a bus with a manager.
    @MainActor
    private struct Home {
        let folder: TemporaryFolder
        let manager: FakeManager
        let runner: HookRunner

        init() throws {
            let home = try HookHome(["day.d/lamps", "night.d/lamps", "sunset.d/lamps"])
            (folder, runner) = (home.folder, home.runner)
            manager = try FakeManager(at: folder.path + "/bus")
        }

        /// Starts the hooks of a call, and returns its reports up to that of the start.
        func start(_ call: HookCall) async -> [HookReport] {
            await reports(of: runner, for: call)
        }
    }

    private static func call(
        _ phase: Phase, at time: Instant = sunsetInDenver, _ scope: PhaseCall.Scope = .hooks, again: Bool = false
    ) -> HookCall {
        let span = PhaseSpan(phase, since: nil, until: nil)
        return HookCall(
            PhaseCall(span, reason: .boundary, made: time, isRecovered: again, scope: scope),
            at: TestPlace.denver.place,
            timeLimit: .seconds(30))
    }

    @Test(
        "are started after those of the other phase have ended, which do not count as failed", .timeLimit(.minutes(20)))
    @MainActor
    func succession() async throws {
        let home = try Home()
        #expect(await home.start(Self.call(.day)) == [.called])
        async let night = home.start(Self.call(.night))
        await home.manager.heard(Self.stopDay)
        // Hooks of events do not wait. By their answer, that to the stop has come too.
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

    @Test("are stopped even if an earlier run of the service has started them", .timeLimit(.minutes(20)))
    @MainActor
    func ofEarlierRun() async throws {
        let home = try Home()
        home.manager.run("suntracker-hook-day-other.service")
        async let night = home.start(Self.call(.night))
        await home.manager.heard(Self.stopDay)
        home.manager.end("suntracker-hook-day-other.service")
        #expect(await night == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
    }

    /// An answer may come before the function returns that has sent the call: a race, which takes a few rounds to be lost.
    @Test(
        "are started however fast the manager answers", .timeLimit(.minutes(20)), arguments: 1...(Scope.isFull ? 40 : 4)
    )
    @MainActor
    func fastAnswers(round: Int) async throws {
        let home = try Home()
        home.manager.endsAtOnce = true
        // On the connection that this makes, calls are sent at once.
        #expect(await home.start(Self.call(.day)) == [.called])
        #expect(await home.start(Self.call(.night)) == [.called])
        let log = home.manager.log
        #expect(log.count == 5 && log.last == "start \(Self.night)", "\(log)")
    }

    @Test("are not started if a newer phase is called for meanwhile", .timeLimit(.minutes(20)))
    @MainActor
    func overtaken() async throws {
        let home = try Home()
        #expect(await home.start(Self.call(.day)) == [.called])
        async let night = home.start(Self.call(.night))
        await home.manager.heard(Self.stopDay)
        let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
        home.runner.start(Self.call(.day, at: sunsetInDenver + .seconds(1))) { continuation.yield($0) }
        home.manager.end(Self.day)
        #expect(await night == [.called])
        var iterator = reports.makeAsyncIterator()
        let first = await iterator.next()
        #expect(first == .called)
        // The second call for the day waits until the hook of the first one has ended.
        #expect(
            home.manager.log.suffix(4) == [
                Self.stopDay, "end \(Self.day)", Self.stopNight, "start \(Self.day)",
            ])
    }

    @Test("that run already are not started again, which is no failure", .timeLimit(.minutes(20)))
    @MainActor
    func running() async throws {
        let home = try Home()
        home.manager.run(Self.night)
        #expect(await home.start(Self.call(.night)) == [.called])
        #expect(home.manager.log == [Self.stopDay, "start \(Self.night)"])
    }

    @Test(
        "that fail say whether the user manager had a graphical session at their start", .timeLimit(.minutes(20)),
        arguments: [
            (["HOME=/home/ann"], true), (["WAYLAND_DISPLAY="], true), (["A=1", "WAYLAND_DISPLAY=wayland-0"], false),
            (["DISPLAY=:0"], false),
        ])
    @MainActor
    func early(environment: [String], isEarly: Bool) async throws {
        let home = try Home()
        home.manager.environment = environment
        let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
        home.runner.start(Self.call(.night)) { continuation.yield($0) }
        var iterator = reports.makeAsyncIterator()
        #expect(await iterator.next() == .called)
        home.manager.end(Self.night)
        let hook = home.folder.path + "/config/suntracker/hooks/night.d/lamps"
        let failure = HookFailure(hook: hook, unit: Self.night, .result("canceled"), isBeforeSession: isEarly)
        #expect(await iterator.next() == .failed(failure))
        // Of a second call, only the hooks that it names are started.
        #expect(await home.start(Self.call(.night, .failed([hook]))) == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
        let log = home.manager.log
        #expect(await home.start(Self.call(.night, .failed(["/another"]))) == [.called])
        #expect(home.manager.log.dropFirst(log.count).allSatisfy { $0 == Self.stopDay })
    }

    @Test(
        "are started after the target of the phase, which is started once even if the call is repeated",
        .timeLimit(.minutes(20)), arguments: [PhaseCall.Scope.all, .target])
    @MainActor
    func target(scope: PhaseCall.Scope) async throws {
        let home = try Home()
        home.manager.endsAtOnce = true
        let hook = scope == .all ? ["start \(Self.night)"] : []
        #expect(await home.start(Self.call(.night, scope)) == [.called])
        #expect(home.manager.log == [Self.stopDay, "start suntracker-night.target"] + hook)
        #expect(await home.start(Self.call(.night, scope, again: true)) == [.called])
        #expect(
            home.manager.log.suffix(2 + hook.count).filter { !$0.contains("hook") } == [
                Self.stopDay, "look at suntracker-night.target",
            ])
        // The run before has ended before it was started.
        #expect(await home.start(Self.call(.day, .target, again: true)) == [.called])
        #expect(home.manager.log.suffix(2) == ["look at suntracker-day.target", "start suntracker-day.target"])
    }

    @Test("do not need the target: that it is not installed is no failure", .timeLimit(.minutes(20)))
    @MainActor
    func noTarget() async throws {
        let home = try Home()
        home.manager.hasTargets = false
        #expect(await home.start(Self.call(.night, .all)) == [.called])
        #expect(home.manager.log.suffix(2) == ["start suntracker-night.target", "start \(Self.night)"])
    }

    @Test("The graphical session is waited for until the user manager has its environment", .timeLimit(.minutes(20)))
    @MainActor
    func session() async throws {
        let home = try Home()
        home.manager.environment = []
        var begins = 0
        await withCheckedContinuation { continuation in
            home.runner.awaitSession {
                begins += 1
                continuation.resume()
            }
            // A wait that is open includes this one.
            home.runner.awaitSession { begins += 1 }
            Task {
                await home.manager.heard("environment 1")
                home.manager.loseName()
                await home.manager.heard("environment 2")
                home.manager.environment = ["DISPLAY=:0"]
                home.manager.loseName()
            }
        }
        #expect(begins == 1)
        #expect(home.manager.log == ["environment 1", "environment 2", "environment 3"])
    }
}
