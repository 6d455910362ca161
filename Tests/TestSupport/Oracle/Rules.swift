extension Oracle {
    /// The rules for the service. Each is named after its violation.
    public enum Rule: Hashable, Sendable, CaseIterable {
        // MARK: Journal entries of announcements

        /// A required entry about an occurrence is missing.
        case notAnnounced
        /// The service was awake at an occurrence, and did not announce it at its instant.
        case instantPassed
        /// An entry is written before its instant.
        case announcedEarly
        /// An entry is repeated, though no crash requires that.
        case announcedTwice
        /// No event occurs at the instant of an entry.
        case doesNotHappen
        /// An occurrence within the grace is reported as missed, or one after it is announced.
        case wrongLateness
        /// An entry is about an occurrence that the service has already passed.
        case notDue
        /// An entry is written before the ledger on the disk contains it as started.
        case announcedBeforeLedger
        /// The summary of missed occurrences after a long outage is missing; a summary is written although none were
        /// missed.
        case outageNotSummarized, needlessSummary
        /// An interrupted announcement is not recovered; one is recovered without an interruption; one is recovered as
        /// late, or as on time, by mistake.
        case notRecovered, needlessRecovery, wrongRecovery
        /// All popups are answered, but the ledger on the disk does not contain that.
        case answersNotKept
        /// An entry about a clock change has the wrong direction, size or time.
        case wrongClockChange

        // MARK: Popups

        /// A required popup is not requested.
        case popupNotRequested
        /// A failed popup is not retried after the delay.
        case popupNotRetried
        /// A popup is not dropped at its deadline; is never dropped.
        case popupNotDroppedInTime, popupNotDropped
        /// A popup was replaced by a later one without a journal entry.
        case popupReplacedSilently
        /// A popup is reported as not shown before its deadline; one that is not required is reported.
        case popupDroppedEarly, needlessDrop
        /// A popup is requested that is not required; while a request for it is pending; after its deadline.
        case needlessPopup, requestedWhileUnanswered, popupTooLate
        /// There are more requests than the delays allow: for all popups together; for one popup.
        case tooManyRequests, tooManyRetries
        /// A popup is requested, or waits for a server, in a pause; an entry says by mistake that it has no popup, or lacks
        /// that.
        case popupInPause, wrongQuietEntry
        /// A popup has another time than its event.
        case wrongPopupTime
        /// There are two popups on the screen at one instant of which one should have replaced the other.
        case twoPopups
        /// The timer fired without a reason.
        case needlessWakeup

        // MARK: The ledger's file

        /// The ledger is unreadable; is larger than its limit; is written without a change.
        case ledgerUnreadable, ledgerTooLarge, needlessLedger

        // MARK: The disk

        /// An output comes more than a second after the request to write that it waits for.
        case waitedTooLongForDisk
        /// An entry about a disk that fails, or works again, is missing; there is one without a reason.
        case diskFailureNotLogged, needlessDiskEntry
    }
}
