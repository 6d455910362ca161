import Dispatch
import Solar
import TestSupport
import Testing
import Tracker

@testable import LinuxPlatform

@Suite("A hook whose manager leaves the bus, or whose bus ends, before the answer") struct LostHookTests {
    /// Who leaves when a unit is requested.
    enum Ending: Sendable {
        /// The user manager, over a connection that stays.
        case manager
        /// The bus.
        case bus
    }

    @Test(
        "is requested once more, reported as unknown, and released", .timeLimit(.minutes(20)),
        arguments: [Ending.manager, .bus])
    @MainActor
    func lostTwice(ending: Ending) async throws {
        let folder = try TemporaryFolder()
        let bus = try FakeBus(at: folder.path + "/bus")
        bus.serve { call, client in
            guard call.has("StartTransientUnit") else { return true }
            guard ending == .manager else { return false }
            var reason = WireBody()
            reason.string("Message recipient disconnected from message bus without replying")
            client.send(call.answer(reason, signature: "s", error: "org.freedesktop.DBus.Error.NoReply"))
            return true
        }
        try folder.write("#!/bin/sh\n", to: "config/suntracker/hooks/sunset.d/lamps")
        try folder.setMode(0o755, of: "config/suntracker/hooks/sunset.d/lamps")
        let environment = Environment([
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CONFIG_DIRS": "/nonexistent",
        ])
        let runner = HookRunner(folders: HookFolders(environment: environment), environment: environment)

        let settings = TestPlace.denver.settings
        let machine = SimulatedMachine(
            at: sunsetInDenver - .seconds(60), settings: settings, localTime: SimulatedZone.denver)
        machine.hooks.events = [.solar(.sunset)]
        machine.start()
        machine.advance(to: sunsetInDenver)
        let call = try #require(machine.hookCalls.first)

        var failures: [HookFailure] = []
        await withCheckedContinuation { continuation in
            runner.start(call) { report in
                switch report {
                case .failed(let failure): failures.append(failure)
                case .called: continuation.resume()
                }
            }
        }
        #expect(failures.map(\.hook) == [folder.path + "/config/suntracker/hooks/sunset.d/lamps"])
        // The second request uses a connection of its own.
        #expect(bus.connections == 2)
        // The release happens on the next turn of the main queue.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(runner.isIdle)
    }
}
