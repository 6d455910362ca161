import Solar
import TestSupport

@testable import Tracker

/// Chronicles that the oracle must reject: for each rule, a life with a change to its chronicle.
extension OracleTests {
    private static let sunset = "wrote event sunset"

    static let announcementCases = [
        Case(.notAnnounced, .day, and: [.needlessPopup]) { $0.remove(sunset) },
        Case(.instantPassed, .day) { $0.remove(from: "fired", upTo: "fired") },
        Case(.announcedEarly, .day, and: [.notAnnounced, .popupNotRequested]) {
            $0.move([sunset], after: "wrote started")
        },
        Case(.announcedTwice, .day, and: [.popupReplacedSilently]) { $0.insert([$0[sunset]], after: sunset) },
        Case(.doesNotHappen, .day, and: [.notAnnounced, .popupTooLate, .wrongPopupTime, .popupNotDropped]) {
            $0[sunset] = $0[sunset].event(eventInstant: at("2026-11-21T22:00:00Z"))
        },
        Case(.wrongLateness, .asleep, and: [.popupNotDropped]) {
            $0["wrote missed"] = $0["wrote missed"].event()
        },
        Case(.notDue, .lateAlert, and: [.announcedBeforeLedger, .popupNotRequested]) {
            let entry = $0[sunset].event(Rule(Alert(name: "tea", event: .solar(.sunset))))
            $0.insert([.looked, entry], after: "changed", "looked", later: .seconds(1))
        },
        Case(.announcedBeforeLedger, .day) { $0.remove("fired", "kept") },
        Case(.outageNotSummarized, .outage) { $0.remove("wrote missedMany") },
        Case(.needlessSummary, .asleep) {
            let date = CivilDate(daysSinceUnixEpoch: 0)
            $0.insert([.wrote(.missedMany(from: date, to: date, at: TestPlace.denver.place))], after: "wrote missed")
        },
        Case(.notRecovered, .crash, and: [.needlessPopup]) { $0.remove("ended", sunset) },
        Case(.needlessRecovery, .day, and: [.popupReplacedSilently]) {
            $0.insert([$0[sunset].event(isRecovered: true)], after: sunset)
        },
        Case(.wrongRecovery, .crash, and: [.needlessPopup]) {
            $0["ended", sunset] = $0["ended", sunset].interrupted
        },
        Case(.answersNotKept, .day) { $0.remove("answered", "kept") },
    ]

    static let popupCases = [
        Case(.popupNotRequested, .day, and: [.popupNotDroppedInTime, .popupNotDropped]) {
            $0.remove("asked", around: 0...4)
        },
        Case(.popupNotRetried, .noServer) { $0.remove("asked", "fired", around: 0...5) },
        Case(.popupNotDroppedInTime, .noServer, and: [.popupNotRetried, .popupNotDropped]) {
            $0.remove("wrote notShown", around: -3...4)
        },
        Case(.popupNotDropped, .noServer, and: [.needlessWakeup, .needlessLedger]) { $0.remove("wrote notShown") },
        Case(.popupReplacedSilently, .noServerForDays) { $0.remove("wrote notShown") },
        Case(.popupDroppedEarly, .noServer, and: [.needlessPopup, .needlessWakeup, .needlessLedger]) {
            $0.move(["wrote notShown"], after: "answered", "looked")
        },
        Case(.needlessDrop, .day) { $0.insert([$0[sunset].notShown], after: "answered", "looked") },
        Case(.needlessPopup, .day) { $0.insert([$0["asked"]], after: "answered", "looked") },
        Case(.requestedWhileUnanswered, .hangingServer) { $0.insert([$0["asked"]], after: "asked", "looked") },
        Case(.popupTooLate, .noServer, and: [.popupNotDropped, .needlessLedger]) { $0["wrote notShown"] = $0["asked"] },
        Case(.tooManyRequests, .day, and: [.requestedWhileUnanswered, .tooManyRetries]) {
            $0.insert(Array(repeating: $0["asked"], count: 40), after: "asked")
        },
        Case(.tooManyRetries, .noServer) {
            let tries = Array(repeating: [$0["asked"], $0["answered"]], count: 14).flatMap { $0 }
            $0.insert(tries, after: "answered", "looked")
        },
        Case(.wrongPopupTime, .day) {
            let occurrence = $0[sunset].told.occurrence
            let early = Occurrence(
                occurrence.rule, at: occurrence.due, eventInstant: occurrence.eventInstant - .seconds(3600))
            let (popup, localTime) = $0["asked"].popup(of: early)
            $0["asked"] = .asked(popup, in: localTime)
        },
        Case(.twoPopups, .polarNight) {
            let (popup, localTime) = $0["asked"].popup(of: $0[sunset].told.occurrence, number: 99)
            $0.insert([.asked(popup, in: localTime), .appeared(popup)], after: sunset)
        },
        Case(.needlessWakeup, .day) {
            $0.insert([.fired, .looked], after: "wrote started", "looked", later: .seconds(60))
        },
    ]

    static let ledgerCases = [
        Case(.ledgerUnreadable, .day) { $0["keep"] = .keepRequested(1, loads: false, size: 96) },
        Case(.ledgerTooLarge, .day) { $0["keep"] = .keepRequested(1, loads: true, size: 9000) },
        Case(.needlessLedger, .day) {
            $0.insert(
                [.keepRequested(99, loads: true, size: 96), .kept(99), .looked], after: "answered", "kept", "looked")
        },
    ]

    static let diskCases = [
        Case(.waitedTooLongForDisk, .slowDisk) {
            let entry = $0[sunset]
            $0.remove(sunset)
            $0.insert([entry], after: "keep 4 failed", later: .seconds(1))
        },
        Case(.diskFailureNotLogged, .slowDisk) { $0.remove("wrote ledgerStore(Tracker.KeepReport.notKept") },
        Case(.needlessDiskEntry, .slowDisk) {
            $0.insert(
                [$0["wrote ledgerStore(Tracker.KeepReport.kept"]], after: "wrote ledgerStore(Tracker.KeepReport.kept")
        },
    ]
}
