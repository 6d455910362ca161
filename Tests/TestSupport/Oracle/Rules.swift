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
        /// All popups or all hooks are answered, but the ledger on the disk does not contain that.
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
        /// A popup is requested in the quiet time though it should be left out; one is left out though it should not.
        case popupInQuietTime, needlessQuiet
        /// A popup has another urgency or another sound than the settings, the quiet time and its history require.
        case wrongEmphasis
        /// A popup has another time than its event.
        case wrongPopupTime
        /// There are two popups on the screen at one instant of which one should have replaced the other.
        case twoPopups
        /// The timer fired without a reason.
        case needlessWakeup

        // MARK: Notices that are shown once

        /// A notice is requested that is not due, or was requested before.
        case needlessNotice
        /// A notice is requested before the ledger on the disk has it as shown.
        case noticeBeforeLedger
        /// A notice that is due is not requested, though the server works.
        case noticeNotRequested
        /// A notice that was not shown is not reported as such at its deadline; one is reported that is not pending.
        case noticeNotDropped, needlessNoticeDrop
        /// A notice has another place than the one in force.
        case wrongNoticePlace

        // MARK: Hooks

        /// The hooks of an announcement are not called; are not called after a crash.
        case hooksNotCalled, hooksLost
        /// Hooks are called that the ledger on the disk contains as called; are called without an announcement.
        case hooksCalledTwice, hooksWithoutAnnouncement
        /// Hooks are called before the ledger is written; the popup is requested before the hooks are called.
        case hooksBeforeLedger, popupBeforeHooks
        /// All hooks are called, but the ledger on the disk does not contain that.
        case hookCallNotKept
        /// Hooks are reported as possibly not called, although they could still be called.
        case needlessHookDrop
        /// The failure of a hook has no entry; an entry is repeated, or no hook has failed.
        case hookFailureNotLogged, needlessHookFailure
        /// Hooks differ from the settings: in the program; in the time limit.
        case wrongHookProgram, wrongHookTimeLimit
        /// The environment of hooks differs from the journal entry: in the event or place; in the time; in the
        /// lateness.
        case wrongHookFields, wrongHookTime, wrongHookLateness
        /// The environment of hooks lacks the information that they may have been called before.
        case recoveryHiddenFromHooks

        // MARK: Phases

        /// The hooks of the phase in force are not called; those of another phase are; they are called again without a
        /// reason.
        case phaseNotCalled, wrongPhase, phaseCalledTwice
        /// The service was awake at the boundary of a phase, and did not handle it at its instant.
        case phaseBoundaryPassed
        /// Hooks of a phase are told a reason that is not true; another beginning or end of the phase; other fields or
        /// another time limit than they should have.
        case wrongPhaseReason, wrongPhaseSpan, wrongPhaseFields
        /// A call does not have exactly one entry, or there is an entry without a call.
        case wrongPhaseEntry
        /// Hooks of a phase are called before the ledger is written; are called, but the ledger on the disk does not contain
        /// that.
        case phaseBeforeLedger, phaseCallNotKept
        /// A call is not marked as one that an earlier run may have made, or is by mistake.
        case wrongPhaseRecovery

        // MARK: Location

        /// An entry has another place than the one in force.
        case wrongPlace
        /// A change of the place in force does not have exactly one entry, or there is an entry without a change.
        case wrongStartEntry, wrongLocationEntry
        /// A change of the authorization does not have exactly one entry, or there is an entry without a change.
        case wrongAuthorizationEntry
        /// A report that the fix is overdue does not have exactly one entry, or there is an entry without a report.
        case wrongOverdueEntry
        /// A request to the location watcher differs from the settings; the watcher is not released before the end.
        case wrongWatch, watcherNotReleased
        /// A significant fix is not written: at once; after the ledger was written successfully; before the end.
        case fixNotKept, fixNotRetried, fixNotKeptAtEnd
        /// A fix is written that is not significant, or is already on the disk.
        case needlessFix

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
