import Solar
import TestSupport
import Testing

@testable import LinuxPlatform
@testable import Tracker

@Suite("The hooks of a phase") struct HookSuccessionTests {
    private static let (day, night) = ("suntracker-hook-day-lamps.service", "suntracker-hook-night-lamps.service")

    /// A runner with a hook for each phase, and for the sunset, on a bus with a manager.
    @MainActor
    private struct Home {
        let folder: TemporaryFolder
        let manager: FakeManager
        let runner: HookRunner

        init() throws {
            folder = try TemporaryFolder()
            for name in ["day", "night", "sunset"] {
                try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/\(name).d/lamps")
                try folder.setMode(0o755, of: "config/suntracker/hooks/\(name).d/lamps")
            }
            manager = try FakeManager(at: folder.path + "/bus")
            let environment = Environment([
                "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
                "XDG_CONFIG_DIRS": "/nonexistent",
            ])
            runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)
        }

        /// Starts the hooks of a call, and returns its reports up to that of the start.
        func start(_ call: HookCall) async -> [HookReport] {
            await withCheckedContinuation { continuation in
                var reports: [HookReport] = []
                runner.start(call) { report in
                    reports.append(report)
                    if report == .called { continuation.resume(returning: reports) }
                }
            }
        }
    }

    private static func call(_ phase: Phase, at time: Instant = sunsetInDenver) -> HookCall {
        let span = PhaseSpan(phase, since: nil, until: nil)
        return HookCall(
            PhaseCall(span, reason: .boundary, made: time), at: TestPlace.denver.place, timeLimit: .seconds(30))
    }

    private static var ofSunset: HookCall {
        let rule = Rule(id: "sunset", event: .sunset, notifies: true)
        return HookCall(
            .folder(.solar(.sunset)), for: Occurrence(rule, at: sunsetInDenver), at: TestPlace.denver.place,
            localTime: SimulatedZone.denver, words: .english, now: sunsetInDenver, timeLimit: .seconds(30),
            recovered: false)
    }

    @Test(
        "are started after those of the other phase have ended, which do not count as failed", .timeLimit(.minutes(20)))
    @MainActor
    func succession() async throws {
        let home = try Home()
        #expect(await home.start(Self.call(.day)) == [.called])
        async let night = home.start(Self.call(.night))
        await home.manager.heard("stop \(Self.day)")
        // Hooks of events do not wait. By their answer, that to the stop has come too.
        #expect(await home.start(Self.ofSunset) == [.called])
        home.manager.end(Self.day)
        #expect(await night == [.called])
        let log = home.manager.log
        #expect(
            log.filter { !$0.hasSuffix("Z.service") } == [
                "list night", "start \(Self.day)", "list day", "stop \(Self.day)", "end \(Self.day)",
                "start \(Self.night)",
            ])
        #expect(log.count == 7)
    }

    @Test("are stopped even if an earlier run of the service has started them", .timeLimit(.minutes(20)))
    @MainActor
    func ofEarlierRun() async throws {
        let home = try Home()
        home.manager.run("suntracker-hook-day-other.service")
        async let night = home.start(Self.call(.night))
        await home.manager.heard("stop suntracker-hook-day-other.service")
        home.manager.end("suntracker-hook-day-other.service")
        #expect(await night == [.called])
        #expect(home.manager.log.last == "start \(Self.night)")
    }

    /// An answer may come before the function returns that has sent the call: a race, which takes a few rounds to be lost.
    @Test("are started however fast the manager answers", .timeLimit(.minutes(20)), arguments: 1...40)
    @MainActor
    func fastAnswers(round: Int) async throws {
        let home = try Home()
        home.manager.endsAtOnce = true
        // On the connection that this makes, calls are sent at once.
        #expect(await home.start(Self.call(.day)) == [.called])
        #expect(await home.start(Self.call(.night)) == [.called])
        let log = home.manager.log
        #expect(log.count == 6 && log.last == "start \(Self.night)", "\(log)")
    }

    @Test("are not started if a newer phase is called for meanwhile", .timeLimit(.minutes(20)))
    @MainActor
    func overtaken() async throws {
        let home = try Home()
        #expect(await home.start(Self.call(.day)) == [.called])
        async let night = home.start(Self.call(.night))
        await home.manager.heard("stop \(Self.day)")
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
                "stop \(Self.day)", "end \(Self.day)", "list night", "start \(Self.day)",
            ])
    }

    @Test("that run already are not started again, which is no failure", .timeLimit(.minutes(20)))
    @MainActor
    func running() async throws {
        let home = try Home()
        home.manager.run(Self.night)
        #expect(await home.start(Self.call(.night)) == [.called])
        #expect(home.manager.log == ["list day", "start \(Self.night)"])
    }
}
