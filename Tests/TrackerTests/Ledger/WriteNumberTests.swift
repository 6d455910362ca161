// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@testable import Tracker

@Suite("The writes of the ledger") struct WriteNumberTests {
    private let afternoon = at("2026-11-21T23:00:00Z")

    @Test("A notice about the service is shown only after the write that records it, or a later one, is on the disk")
    func claimed() throws {
        var tracker = Tracker(
            settings: TestPlace.denver.settings, locations: LocationChain(), localTime: SimulatedZone.denver,
            places: NoPlaces(), ledger: nil, isFirstStart: true, now: afternoon)
        let write = try #require(tracker.handle(.started(ledgerProblem: nil), at: afternoon).writes.last)
        #expect(write > 1)
        let later = afternoon + .seconds(10)
        for report in [
            (WriteReport.notWritten("full"), write - 1), (.notWritten("full"), write), (.written, write - 1),
        ] {
            _ = tracker.handle(.ledgerStore(report.0, write: report.1), at: afternoon)
        }
        #expect(tracker.handle(.timerFired, at: later).popups.isEmpty)
        _ = tracker.handle(.ledgerStore(.written, write: write), at: later)
        #expect(tracker.handle(.timerFired, at: later + .seconds(10)).popups.map(\.tag) == [Popup.firstStartTag])
    }

    @Test("A sunset without hooks takes five inputs and two writes, and with hooks of the night three writes")
    func sunset() {
        #expect(run() == Counts(inputs: 5, writes: 2))
        #expect(run(hooks: HookCatalog(phases: [.day, .night])) == Counts(inputs: 6, writes: 3))
    }

    private struct Counts: Equatable { var inputs = 0, writes = 0 }

    /// Carries out what follows from the timer of a sunset. The user manager responds before the notification server.
    private func run(hooks: HookCatalog = HookCatalog()) -> Counts {
        var tracker = Tracker.inDenver(hooks: hooks, from: afternoon, login: Life.login)
        for call in tracker.handle(.started(ledgerProblem: nil), at: afternoon).calls {
            _ = tracker.handle(.hooks(.called, call.subject), at: afternoon)
        }
        let sunset = at("2026-11-21T23:40:01Z")
        var inputs = [Input.timerFired]
        var counts = Counts()
        while !inputs.isEmpty {
            counts.inputs += 1
            let outputs = tracker.handle(inputs.removeFirst(), at: sunset)
            counts.writes += outputs.writes.count
            inputs += outputs.writes.map { .ledgerStore(.written, write: $0) }
            inputs += outputs.calls.map { .hooks(.called, $0.subject) }
            inputs += outputs.popups.map { .popupShown($0.id) }
        }
        return counts
    }
}
