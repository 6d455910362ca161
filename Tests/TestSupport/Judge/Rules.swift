// SPDX-License-Identifier: MIT
extension Judge {
    /// The rules for the service. The value of each rule is the complaint about its violation.
    package enum Rule: String, Hashable, Sendable, CaseIterable {
        // MARK: Journal entries of announcements

        case notAnnounced = "a required entry is missing"
        case instantPassed = "it is not announced at its instant, though the service was awake"
        case announcedEarly = "it is announced before its instant"
        case announcedTwice = "it is announced again, though no crash requires that"
        case doesNotHappen = "it is announced, and does not happen"
        case wrongLateness = "it is missed within the grace, or announced after it"
        case notDue = "it is announced, though the service has already passed it"
        case beforeItsRule = "it is announced, and was due before its rule existed"
        case announcedBeforeLedger = "it is announced before the ledger on the disk has it as started"
        case outageNotSummarized = "no entry summarizes a long outage"
        case needlessSummary = "an outage in which nothing was missed is summarized"
        case notRecovered = "it was interrupted, and is not recovered"
        case needlessRecovery = "it is recovered, though nothing was interrupted"
        case wrongRecovery = "it is recovered as late although it is on time, or the other way round"

        // MARK: Popups

        case popupNotRequested = "a required popup is not requested"
        case popupNotRetried = "a failed popup is not retried after the delay"
        case popupNotDroppedInTime = "a popup is not dropped at its deadline"
        case popupNotDropped = "a popup is neither shown nor dropped"
        case popupReplacedSilently = "a popup is replaced by a later one without an entry"
        case popupDroppedEarly = "a popup is reported as not shown before its deadline"
        case needlessDrop = "a popup that is not required is reported as not shown"
        case needlessPopup = "a popup that is not required is requested"
        case requestedWhileUnanswered = "a popup is requested while a request for it is pending"
        case wrongQuiet = "a popup is left out outside the quiet time, or requested in it"
        case popupTooLate = "a popup is requested after its deadline"
        case wrongPopup = "a popup is about another occurrence than the required one"
        case twoPopups = "two popups are on the screen of which one replaces the other"
        case needlessWakeup = "the timer has fired without a reason"

        case soundTwice = "a popup that may have been shown before makes a sound"

        // MARK: Hooks

        case hooksNotCalled = "required hooks are neither called nor reported"
        case needlessHooks =
            "hooks are called that are not required, or are marked wrongly as recovered"

        // MARK: Day and night

        case wrongPhase = "the published phase was neither set manually nor follows from the settings"
        case phaseNotInLedger = "the ledger lacks the phase that was set manually, or keeps one after its end"

        // MARK: The ledger's file

        case ledgerUnreadable = "the ledger is unreadable"
        case ledgerTooLarge = "the ledger is larger than its limit"
        case needlessLedger = "the ledger is written without a change"
        case notInLedger = "the ledger is settled past an occurrence that it lacks"
        case notOpenInLedger = "the ledger lacks an open step"
        case doneNotInLedger = "the ledger has a step as open that is done"

        // MARK: The disk

        case diskFailureNotLogged = "an entry about a disk that fails, or works again, is missing"
        case needlessDiskEntry = "there is an entry about the disk without a reason"
    }
}
