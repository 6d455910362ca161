// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

private let sunset = sunsetInDenver

@Suite("Clean restarts") struct OrderlyRestartTests {
    struct Restart: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var server = SimulatedMachine.Server.running
        /// The time from the event to the first stop of the service. Hooks take three seconds to start.
        var delay = Duration.zero
        /// The number of popups that have been shown in the end, when a server is there.
        var shown = 1
        /// The number of calls of hooks.
        var calls = 1
    }

    @Test(
        "five clean restarts write one entry, and call hooks again only if they may not have run",
        arguments: [
            // The service does not know whether the hooks were started, so each further call is marked as recovered.
            Restart(testDescription: "while hooks are being called, with its popup shown", calls: 6),
            Restart(testDescription: "while hooks are being called, without a server", server: .absent, calls: 6),
            // The server may have received the request, as after a crash. The next popup replaces it by its tag.
            Restart(
                testDescription: "while hooks are being called, asked and not answered yet", server: .hanging,
                shown: 6, calls: 6),
            Restart(testDescription: "when hooks are called, without a server", server: .absent, delay: .seconds(4)),
            Restart(testDescription: "when hooks are called", delay: .seconds(4)),
        ])
    func orderlyRestarts(_ restart: Restart) {
        let machine = SimulatedMachine.inDenver(hooks: HookCatalog(events: [.solar(.sunset)]))
        (machine.server, machine.hookDelay) = (restart.server, .seconds(3))
        machine.advance(to: sunset)
        machine.advance(by: restart.delay)
        for _ in 1...5 {
            machine.deliver(.stopRequested)
            #expect(!machine.isRunning)
            machine.advance(by: .milliseconds(500))
            machine.start()
            machine.advance(by: .milliseconds(500))
        }
        machine.resumeServer()
        machine.advance(by: .seconds(3600))
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.missed).isEmpty)
        #expect(machine.entries(.notShown).isEmpty)
        #expect(machine.shown.count == restart.shown)
        #expect(machine.hookCalls.count == restart.calls)
        #expect(machine.hookCalls.dropFirst().allSatisfy { $0.isRecovered })
        #expect(machine.disk?.contains("announced 2026-11-21T23:40:0") == true)
    }

    @Test("after a clean stop with a pending popup and a start that is too late, the missing popup is reported")
    func stoppedForLong() {
        let machine = SimulatedMachine.inDenver(server: .absent)
        machine.advance(to: sunset + .seconds(60))
        machine.deliver(.stopRequested)
        machine.advance(by: .seconds(3600))
        machine.start()
        #expect(machine.entries(.event).count == 1)
        #expect(machine.entries(.missed).isEmpty)
        #expect(
            machine.entries(.notShown).map(\.entry.message) == [
                "No notification was shown for the sunset: the service was not running in time"
            ])
        machine.deliver(.stopRequested)
        machine.start()
        #expect(machine.entries(.notShown).count == 1)
    }

    @Test("after a stop while hooks start, and a start that is too late, the hooks are reported as perhaps not run")
    func stoppedForLongWithHooks() {
        let machine = SimulatedMachine.inDenver(hooks: HookCatalog(events: [.solar(.sunset)]))
        machine.hookDelay = .seconds(3)
        machine.advance(to: sunset)
        machine.deliver(.stopRequested)
        machine.advance(by: .seconds(3600))
        machine.start()
        #expect(machine.entries(.event).count == 1)
        #expect(machine.hookCalls.count == 1)
        #expect(
            machine.entries(.hookFailed).map(\.entry.message) == [
                "The hooks for the sunset of 2026-11-21 16:40 may not have run: the service was stopped while "
                    + "it started them, and now it is too late to start them again"
            ])
    }
}
