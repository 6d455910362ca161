// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import LinuxPlatform
@testable import Tracker

/// The tracker's call of the hooks at sunset in Denver.
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

/// A call for a phase.
func call(
    _ phase: Phase, at time: Instant = sunsetInDenver, startsTarget: Bool = false, hooks: [String]? = nil,
    again: Bool = false
) -> HookCall {
    let span = PhaseSpan(phase, since: nil, until: nil)
    return HookCall(
        PhaseCall(
            span, reason: .boundary, made: time, isRecovered: again, startsTarget: startsTarget, hooks: hooks),
        at: TestPlace.denver.place, timeLimit: .seconds(30))
}

extension HookUnit {
    /// A unit whose environment has times in the time zone of Denver.
    init(_ hook: Hook, for call: HookCall) { self.init(hook, for: call, call.environment) }
}

/// A home with hooks.
@MainActor
struct HookHome {
    let folder: TemporaryFolder
    let runner: HookRunner

    /// - Parameters:
    ///   - hooks: paths of executable files, such as `sunset.d/lamps`.
    ///   - manager: nil for a manager at the socket `bus` in the home.
    ///   - stopTimeout: a day, like the time for replies, because the service's thirty seconds may pass on a busy machine
    ///     before the test goes on.
    init(
        _ hooks: [String] = [], of manager: FakeManager? = nil, stopTimeout: Duration = .seconds(86_400)
    ) throws {
        folder = try TemporaryFolder()
        for hook in hooks {
            try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/\(hook)")
            try folder.setMode(0o755, of: "config/suntracker/hooks/\(hook)")
        }
        let environment = Environment([
            "XDG_RUNTIME_DIR": manager?.bus.folder.path ?? folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CONFIG_DIRS": "/proc/nonexistent",
        ])
        runner = HookRunner(
            folders: HookFolders(environment: environment), environment: environment, words: .english,
            replyTimeout: .seconds(86_400), stopTimeout: stopTimeout)
    }
}

/// The reports of a call, up to the last one. The time limit of the suite, which cancels the test, ends the wait.
@MainActor
func reports(of starter: some HookStarter, for call: HookCall) async -> [HookReport] {
    let (reports, continuation) = AsyncStream.makeStream(of: HookReport.self)
    starter.start(call, localTime: SimulatedZone.denver) { report in
        continuation.yield(report)
        if report == .called { continuation.finish() }
    }
    var all: [HookReport] = []
    for await report in reports { all.append(report) }
    return all
}
