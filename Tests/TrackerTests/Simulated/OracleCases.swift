import Solar
import TestSupport

@testable import Tracker

/// Chronicles that the oracle must reject: for each rule, a life with a change to its chronicle.
extension OracleTests {
    private static let sunset = "wrote event: Sunset"

    static let announcementCases = [
        Case(.notAnnounced, .day, and: [.needlessPopup]) { $0.remove(sunset) },
        Case(.instantPassed, .day) { $0.remove(from: "fired", upTo: "fired") },
        Case(.announcedEarly, .day, and: [.notAnnounced, .popupNotRequested]) {
            $0.move([sunset], after: "wrote started")
        },
        Case(.announcedTwice, .day, and: [.popupReplacedSilently]) { $0.insert([$0[sunset]], after: sunset) },
        Case(.doesNotHappen, .day, and: [.notAnnounced, .popupTooLate, .wrongPopupTime, .popupNotDropped]) {
            $0[sunset] = $0[sunset].entry(nil, ["SUNTRACKER_EVENT_TIME": "2026-11-21T22:00:00.000000Z"])
        },
        Case(.wrongLateness, .asleep, and: [.popupNotDropped]) {
            $0["wrote missed"] = $0["wrote missed"].entry(.event)
        },
        Case(.notDue, .lateAlert, and: [.announcedBeforeLedger, .popupNotRequested]) {
            let entry = $0[sunset].entry(nil, ["SUNTRACKER_ALERT": "tea"])
            $0.insert([.looked, entry], after: "changed", "looked", later: .seconds(1))
        },
        Case(.announcedBeforeLedger, .day) { $0.remove("fired", "kept") },
        Case(.outageNotSummarized, .outage) { $0.remove("wrote missedMany") },
        Case(.needlessSummary, .asleep) {
            $0.insert([.wrote(JournalEntry(.missedMany, "Missed"))], after: "wrote missed")
        },
        Case(.notRecovered, .crash, and: [.needlessPopup]) { $0.remove("ended", sunset) },
        Case(.needlessRecovery, .day, and: [.popupReplacedSilently]) {
            $0.insert([$0[sunset].entry(nil, ["SUNTRACKER_RECOVERED": "1"])], after: sunset)
        },
        Case(.wrongRecovery, .crash, and: [.needlessPopup]) {
            $0["ended", sunset] = $0["ended", sunset].entry(.missed)
        },
        Case(.answersNotKept, .day) { $0.remove("answered", "kept") },
        Case(.wrongClockChange, .clocks) {
            let line = "wrote event: The clocks"
            $0[line] = $0[line].entry(replacing: " forward ", by: " back ")
        },
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
        Case(.needlessDrop, .day) { $0.insert([$0[sunset].entry(.notShown)], after: "answered", "looked") },
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
        Case(.wrongPopupTime, .day) { $0["asked"] = .asked($0["asked"].popup(body: "22:40")) },
        Case(.twoPopups, .polarNight) {
            let popup = $0["asked"].popup(number: 99, tag: "sunset", body: "10:42")
            $0.insert([.asked(popup), .appeared(popup)], after: sunset)
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
        Case(.diskFailureNotLogged, .slowDisk) { $0.remove("wrote stateTrouble: The ledger cannot") },
        Case(.needlessDiskEntry, .slowDisk) {
            $0.insert([$0["wrote stateTrouble: The ledger can be"]], after: "wrote stateTrouble: The ledger can be")
        },
    ]
}
