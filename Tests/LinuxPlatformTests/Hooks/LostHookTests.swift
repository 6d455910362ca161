import Dispatch
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
        let home = try HookHome(["sunset.d/lamps"])
        let bus = try FakeBus(at: home.folder.path + "/bus")
        bus.serve { call in
            guard call.member == "StartTransientUnit" else { return true }
            guard ending == .manager else { return false }
            call.fail(
                "org.freedesktop.DBus.Error.NoReply", "Message recipient disconnected from message bus without replying"
            )
            return true
        }
        let reports = await reports(of: home.runner, for: try callAtSunset())
        #expect(reports.count == 2)
        guard case .failed(let failure) = reports.first else {
            Issue.record("\(reports)")
            return
        }
        #expect(failure.hook == home.folder.path + "/config/suntracker/hooks/sunset.d/lamps")
        // The second request uses a connection of its own.
        #expect(bus.connections == 2)
        // The release happens on the next turn of the main queue.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(home.runner.isIdle)
    }
}
