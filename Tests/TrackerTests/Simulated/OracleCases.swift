import Solar
import TestSupport

@testable import Tracker

/// Chronicles that the oracle must reject: for each rule a life, and what is changed in it.
extension OracleTests {
    private static let sunset = "wrote event: Sunset"

    static let announcementCases = [
        Case(.notAnnounced, .day, and: [.needlessPopup, .needlessLedger]) { $0.remove(sunset) },
        Case(.instantPassed, .day) { $0.remove(16, from: "fired") },
        Case(.announcedEarly, .day, and: [.notAnnounced, .popupNotRequested, .needlessLedger]) {
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
            $0.insert([.looked, entry], after: "learned settingsEdited", "looked", later: .seconds(1))
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
        Case(.popupNotRequested, .day, and: [.popupNotDroppedInTime, .popupNotDropped, .needlessLedger]) {
            $0.remove(5, from: "asked")
        },
        Case(.popupNotRetried, .noServer) { $0.remove(6, from: "asked", "fired") },
        Case(.popupNotDroppedInTime, .noServer, and: [.popupNotRetried, .popupNotDropped]) {
            $0.remove(-3...4, around: "wrote notShown")
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
        Case(.tooManyRequests, .mistake) { $0.insert(Array(repeating: $0["asked"], count: 40), after: "asked") },
        Case(.tooManyRetries, .noServer) {
            let tries = Array(repeating: [$0["asked"], $0["answered"]], count: 14).flatMap { $0 }
            $0.insert(tries, after: "answered", "looked")
        },
        Case(.wrongPopupTime, .day) { $0["asked"] = .asked($0["asked"].popup(body: "22:40")) },
        Case(.wrongEmphasis, .quiet) {
            $0["asked"] = .asked($0["asked"].popup(emphasis: Popup.Emphasis(urgency: .normal, sound: .silent)))
        },
        Case(.popupInQuietTime, .leftOut, and: [.answersNotKept]) {
            let popup = $0["asked"].popup(number: 99, tag: "sunset", body: "23:40")
            $0[sunset] = $0[sunset].entry(nil, ["SUNTRACKER_QUIET": nil])
            $0.insert([.asked(popup), .answered(popup.id, nil)], after: sunset)
        },
        Case(.needlessQuiet, .day, and: [.needlessPopup]) {
            $0[sunset] = $0[sunset].entry(nil, ["SUNTRACKER_QUIET": "1"])
        },
        Case(.twoPopups, .polarNight) {
            let popup = $0["asked"].popup(number: 99, tag: "sunset", body: "10:42")
            $0.insert([.asked(popup), .appeared(popup)], after: sunset)
        },
        Case(.needlessWakeup, .day) {
            $0.insert([.fired, .looked], after: "wrote started", "looked", later: .seconds(60))
        },
    ]

    private static let notice = "asked for Watching"

    static let noticeCases = [
        Case(.needlessNotice, .firstStart) { $0.insert([$0[notice]], after: "wrote noLocation") },
        Case(.noticeBeforeLedger, .firstStart) {
            $0.remove("learned located", "kept")
            $0.remove("learned located", "kept")
        },
        Case(.noticeNotRequested, .firstStart) { $0.remove(0...3, around: notice) },
        Case(.noticeNotDropped, .firstStartWithoutServer, and: [.needlessWakeup]) { $0.remove("wrote notShown") },
        Case(.needlessNoticeDrop, .firstStart) {
            let entry = JournalEntry.notShown("the first start", "no answer")
            $0.insert([.wrote(entry)], after: notice, "looked")
        },
        Case(.wrongNoticePlace, .firstStart) {
            $0[notice] = .asked($0[notice].popup(summary: "Watching the Sun in Berlin"))
        },
    ]

    static let hookCases = [
        Case(.hooksNotCalled, .slowHooks, and: [.popupBeforeHooks, .answersNotKept]) { $0.remove("called hooks") },
        Case(.hooksLost, .stopInHooks) { $0.remove("ended", "called hooks") },
        Case(.hooksCalledTwice, .crashBehindHooks, and: [.needlessRecovery, .wrongHookProgram, .popupReplacedSilently])
        {
            let entry = $0[sunset].entry(nil, ["SUNTRACKER_RECOVERED": "1"])
            let call = $0["called hooks"].call(["SUNTRACKER_RECOVERED": "1", "SUNTRACKER_LATENESS_SEC": "1"])
            $0.insert([.keepRequested(99, loads: true, size: 96), .kept(99), entry, call], after: "ended", "looked")
        },
        Case(.hooksWithoutAnnouncement, .slowHooks) { $0.insert([$0["called hooks"]], after: "called hooks") },
        Case(.hooksBeforeLedger, .slowHooks, and: [.announcedBeforeLedger]) { $0.remove("fired", "kept") },
        Case(.popupBeforeHooks, .slowHooks) { $0.move(["called hooks"], after: "asked") },
        Case(.hookCallNotKept, .slowHooks, and: [.answersNotKept]) { $0.remove("hooks of", "kept") },
        Case(.needlessHookDrop, .stopInHooks) {
            $0["ended", "called hooks"] = $0[sunset].entry(.hookFailed)
        },
        Case(.hookFailureNotLogged, .missingHook) { $0.remove("wrote hookFailed") },
        Case(.needlessHookFailure, .missingHook) { $0.insert([$0["wrote hookFailed"]], after: "wrote hookFailed") },
        Case(.wrongHookProgram, .slowHooks) { $0["called hooks"] = $0["called hooks"].call(.command("lamps")) },
        Case(.wrongHookTimeLimit, .slowHooks) {
            $0["called hooks"] = $0["called hooks"].call(timeLimit: .seconds(1))
        },
        Case(.wrongHookFields, .slowHooks) {
            $0["called hooks"] = $0["called hooks"].call(["SUNTRACKER_LATITUDE": "0.00"])
        },
        Case(.wrongHookTime, .slowHooks) {
            $0["called hooks"] = $0["called hooks"].call(["SUNTRACKER_EVENT_TIME": "2026-11-21T22:00:00Z"])
        },
        Case(.wrongHookTime, .slowHooks) {
            $0["called hooks"] = $0["called hooks"].call(["SUNTRACKER_BODY": "16:41 · sunrise at 06:52"])
        },
        Case(.wrongHookLateness, .slowHooks) {
            $0["called hooks"] = $0["called hooks"].call(["SUNTRACKER_LATENESS_SEC": "9"])
        },
        Case(.recoveryHiddenFromHooks, .stopInHooks) { $0["ended", "called hooks"] = $0["called hooks"] },
    ]

    private static let night = "called hooks of night"

    static let phaseCases = [
        Case(.phaseNotCalled, .phases, and: [.wrongPhaseEntry]) { $0.remove(night) },
        Case(.wrongPhase, .phases) { $0[night] = $0["called hooks of day"] },
        Case(.phaseCalledTwice, .phases) { $0.insert([$0[night]], after: night) },
        Case(.phaseBoundaryPassed, .phases) { $0.remove(15, from: "fired", "fired") },
        Case(.wrongPhaseReason, .phases) { $0[night] = $0[night].phaseCall(reason: .resume) },
        Case(.wrongPhaseSpan, .phases) { $0[night] = $0[night].phaseCall(later: .seconds(60)) },
        Case(.wrongPhaseFields, .phases) { $0[night] = $0[night].call(["SUNTRACKER_LATITUDE": "0.00"]) },
        Case(.wrongPhaseEntry, .phases) { $0.remove("wrote phase: Night") },
        Case(.phaseBeforeLedger, .phases) { $0.remove("fired", "fired", "kept") },
        Case(.phaseCallNotKept, .phases) { $0.remove("hooks of night", "kept") },
        Case(.wrongPhaseRecovery, .phases) { $0[night] = $0[night].phaseCall(isRecovered: true) },
    ]

    static let locationCases = [
        Case(.wrongPlace, .day) { $0[sunset] = $0[sunset].entry(nil, ["SUNTRACKER_LATITUDE": "0.00"]) },
        Case(.wrongStartEntry, .day) { $0.remove("wrote started") },
        // The second fix is where the first one was.
        Case(.wrongLocationEntry, .fix) {
            $0.insert([$0["wrote locationChanged"]], after: "fix kept", "awake", "learned located", "looked")
        },
        Case(.wrongAuthorizationEntry, .fix) { $0.remove("wrote authorization") },
        Case(.wrongOverdueEntry, .noFix) { $0.remove("wrote fixOverdue") },
        Case(.wrongWatch, .fix) { $0.remove("ordered") },
        Case(.watcherNotReleased, .fix) { $0.remove("ordered nothing") },
        Case(.fixNotKept, .fix, and: [.fixNotRetried, .fixNotKeptAtEnd]) { $0.remove(2, from: "fix keep") },
        Case(.fixNotRetried, .fixOnFullDisk) { $0.remove("fix kept") },
        Case(.fixNotKeptAtEnd, .fixBeforeTheEnd) { $0.remove("fix kept") },
        Case(.needlessFix, .fix) {
            $0.insert(
                [$0["fix keep"], $0["fix kept"], .looked], after: "fix kept", "awake", "learned located", "looked")
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
            $0.insert([entry], after: "keep 2 failed", later: .seconds(1))
        },
        Case(.diskFailureNotLogged, .slowDisk) { $0.remove("wrote stateTrouble: The ledger cannot") },
        Case(.needlessDiskEntry, .slowDisk) {
            $0.insert([$0["wrote stateTrouble: The ledger can be"]], after: "wrote stateTrouble: The ledger can be")
        },
    ]
}
