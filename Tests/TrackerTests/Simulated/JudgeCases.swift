// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport

@testable import Tracker

/// Chronicles that the judge must reject: for each rule, a life with a change to its chronicle.
extension JudgeTests {
    private static let sunset = "wrote event sunset"

    static let announcementCases = [
        Case(.notAnnounced, .day) { $0.remove(sunset) },
        Case(.instantPassed, .day) { $0.remove(from: "fired", upTo: "fired") },
        Case(.announcedEarly, .day) {
            $0.move([sunset], after: "wrote started")
        },
        Case(.announcedTwice, .day) { $0.insert([$0[sunset]], after: sunset) },
        Case(.doesNotHappen, .day) {
            $0[sunset] = $0[sunset].event(eventInstant: at("2026-11-21T22:00:00Z"))
        },
        Case(.wrongLateness, .asleep) {
            $0["wrote missed"] = $0["wrote missed"].event()
        },
        Case(.notDue, .day) {
            let entry = $0[sunset]
            $0.remove(sunset)
            $0.insert([.looked, entry], after: "answered", "looked", later: .seconds(1))
        },
        Case(.beforeItsRule, .lateAlert) {
            let entry = $0[sunset].event(Rule(Alert(name: "tea", event: .solar(.sunset))))
            $0.insert([.looked, entry], after: "changed", "looked", later: .seconds(1))
        },
        Case(.announcedBeforeLedger, .day) { $0.remove("fired", "kept") },
        Case(.outageNotSummarized, .outage) { $0.remove("wrote missedMany") },
        Case(.needlessSummary, .asleep) {
            let date = CivilDate(daysSinceUnixEpoch: 0)
            $0.insert([.wrote(.missedMany(from: date, to: date, at: TestPlace.denver.place))], after: "wrote missed")
        },
        Case(.notRecovered, .crash) { $0.remove("ended", sunset) },
        Case(.needlessRecovery, .day) {
            $0.insert([$0[sunset].event(isRecovered: true)], after: sunset)
        },
        Case(.wrongRecovery, .crash) {
            $0["ended", sunset] = $0["ended", sunset].interrupted
        },
    ]

    static let popupCases = [
        Case(.popupNotRequested, .day) {
            $0.remove("asked", around: 0...4)
        },
        Case(.popupNotRetried, .noServer) { $0.remove("asked", "fired", around: 0...5) },
        Case(.popupNotDroppedInTime, .noServer) {
            $0.remove("wrote notShown", around: -3...4)
        },
        Case(.popupNotDropped, .noServer) { $0.remove("wrote notShown") },
        Case(.popupReplacedSilently, .noServerForDays) { $0.remove("wrote notShown") },
        Case(.popupDroppedEarly, .noServer) {
            $0.move(["wrote notShown"], after: "answered", "looked")
        },
        Case(.needlessDrop, .day) { $0.insert([$0[sunset].notShown], after: "answered", "looked") },
        Case(.needlessPopup, .day) { $0.insert([$0["asked"]], after: "answered", "looked") },
        Case(.requestedWhileUnanswered, .hangingServer) { $0.insert([$0["asked"]], after: "asked", "looked") },
        Case(.wrongQuiet, .day) { $0[sunset] = $0[sunset].event(isQuiet: true) },
        Case(.popupTooLate, .noServer) { $0["wrote notShown"] = $0["asked"] },
        Case(.wrongPopup, .day) {
            let occurrence = $0[sunset].told.occurrence
            let (popup, localTime) = $0["asked"].popup(
                of: Occurrence(occurrence.rule, at: occurrence.due - .seconds(3600)))
            $0["asked"] = .asked(popup, in: localTime)
        },
        Case(.soundTwice, .crash) {
            guard case .asked(let popup, let localTime) = $0["ended", "asked"] else { return }
            let loud = Popup(
                id: popup.id, content: popup.content,
                emphasis: Popup.Emphasis(urgency: .normal, sound: .named("bell")),
                instant: popup.instant, deadline: popup.deadline)
            $0["ended", "asked"] = .asked(loud, in: localTime)
        },
        Case(.twoPopups, .polarNight) {
            let (popup, localTime) = $0["asked"].popup(of: $0[sunset].told.occurrence, number: 99)
            $0.insert([.asked(popup, in: localTime), .appeared(popup)], after: sunset)
        },
        Case(.needlessWakeup, .day) {
            $0.insert([.fired, .looked], after: "wrote started", "looked", later: .seconds(60))
        },
    ]

    static let hookCases = [
        Case(.hooksNotCalled, .hook) { $0.remove("wrote event alert:tea", "called") },
        Case(.needlessHooks, .hook) {
            let call = $0["wrote event alert:tea", "called"]
            $0.insert([call], after: "wrote event alert:tea", "called")
        },
    ]

    static let phaseCases = [
        Case(.wrongPhase, .setManually) { $0.remove("requested phase", "published phase: night") },
        Case(.phaseNotInLedger, .setManually) { $0["requested phase"] = .requestedPhase(.set(.night, until: nil)) },
    ]

    static let ledgerCases = [
        Case(.ledgerUnreadable, .day) { $0["keep"] = .keepRequested(nil, size: 96) },
        Case(.ledgerTooLarge, .day) { $0["keep"] = .keepRequested($0["keep"].ledger, size: 9000) },
        Case(.needlessLedger, .day) {
            let ledger = $0["answered", "keep"].ledger
            // After a popup was shown, one write may be needless.
            let again: [Chronicle.Happening] = [.keepRequested(ledger, size: 96), .looked]
            $0.insert(again + again, after: "answered", "kept", "looked")
        },
        Case(.notInLedger, .day) { $0.change("fired") { $0.entries = [] } },
        Case(.notOpenInLedger, .day) { $0.change("fired") { $0.entries[0].state = .announced(open: .popup) } },
        Case(.doneNotInLedger, .day) {
            $0.change("answered") { $0.entries[0].state = .announced(open: [.entry, .popup]) }
        },
    ]

    static let diskCases = [
        Case(.diskFailureNotLogged, .slowDisk) { $0.remove("wrote ledgerStore(Tracker.WriteReport.notWritten") },
        Case(.needlessDiskEntry, .slowDisk) {
            $0.insert(
                [$0["wrote ledgerStore(Tracker.WriteReport.written"]],
                after: "wrote ledgerStore(Tracker.WriteReport.written")
        },
    ]
}
