// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

@Suite("Missed events") struct MissedTests {
    private static let aWeek = Duration.seconds(7 * 86_400)
    /// The sunset in Denver a week later.
    private static let nextSunset = at("2026-11-28T23:37:00Z")

    @Test(
        "after a week of suspension, with ten alerts on a slow disk, due events are announced before missed ones are listed"
    )
    func timelyFirst() throws {
        let machine = try SimulatedMachine.inDenver { settings in
            for number in 0..<10 {
                try settings.addAlert("alert\(number)", "Event=sunset", "Offset=-\(number * 20)min")
            }
        }
        machine.diskSpeed = .slow(.milliseconds(600))
        let woken = Self.nextSunset + .seconds(10)
        machine.sleep(for: woken - machine.clock.now)
        machine.advance(by: .seconds(30))
        let sunset = try #require(machine.entries(.event).first { $0["SUNTRACKER_EVENT"] == "sunset" })
        #expect(sunset.instant - woken < .seconds(1))
        let shown = try #require(machine.shown.first)
        #expect(shown.instant - woken < .seconds(2))
        let missed = machine.entries(.missed)
        #expect(missed.count > 70)
        #expect(missed.allSatisfy { $0.instant - woken < .seconds(2) }, "one write for all of them")
    }

    @Test(
        "killed at any output of a start after a month, the service lists each missed event at most once",
        arguments: 0...30)
    func killed(outputs: Int) {
        let machine = SimulatedMachine.inDenver()
        machine.advance(to: sunsetInDenver + .seconds(60))
        machine.reboot(at: machine.clock.now + Self.aWeek * 4)
        machine.actionsToLive = outputs
        machine.start()
        machine.advance(by: .seconds(60))
        machine.kill()
        machine.start()
        #expect(machine.entries(.missedMany).count <= 1)
        let lines = machine.entries(.missed).map(\.entry.message)
        #expect(lines.count == Set(lines).count)
    }

    @Test(
        "an event that is announced again after a crash is signalled again, too",
        arguments: [Ledger.Steps.announcement, [.hooks, .popup]])
    func signalled(open: Ledger.Steps) {
        var ledger = Ledger(settledThrough: sunsetInDenver)
        let sunset = Occurrence(Rule(id: "sunset", event: .sunset, notifies: true), at: sunsetInDenver)
        ledger.mark(sunset, .announced(open: open))
        var tracker = Tracker.inDenver(from: sunsetInDenver + .seconds(5), ledger: ledger)
        let outputs = tracker.handle(.started(ledgerProblem: nil), at: sunsetInDenver + .seconds(5))
        let signals = outputs.filter { if case .emit = $0 { true } else { false } }
        #expect(signals.count == (open.contains(.entry) ? 1 : 0))
    }
}
