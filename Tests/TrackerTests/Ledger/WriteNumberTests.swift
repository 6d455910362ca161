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
        for report in [(KeepReport.notKept("full"), write - 1), (.notKept("full"), write), (.kept, write - 1)] {
            _ = tracker.handle(.ledgerStore(report.0, write: report.1), at: afternoon)
        }
        #expect(tracker.handle(.timerFired, at: later).popups.isEmpty)
        _ = tracker.handle(.ledgerStore(.kept, write: write), at: afternoon)
        #expect(tracker.handle(.timerFired, at: later).popups.map(\.tag) == [Popup.firstStartTag])
    }
}
