extension Oracle {
    /// The rules that the service has to keep, each named by what is seen where it is broken.
    public enum Rule: Hashable, Sendable, CaseIterable {
        // MARK: Journal entries of announcements

        /// An occurrence has no entry that it should have: announced, or missed.
        case notAnnounced
        /// The clock passed an occurrence while the service was awake, and nothing was announced at its instant.
        case instantPassed
        /// An entry comes before its instant.
        case announcedEarly
        /// An entry has been written before, and it is no crash that calls for another.
        case announcedTwice
        /// Nothing happens at the instant that an entry names.
        case doesNotHappen
        /// What is within the grace is said to be missed, or what is not is announced.
        case wrongLateness
        /// An entry is about something that the service does not have to look at any more.
        case notDue
        /// An entry is written before the ledger says on the disk that it is begun.
        case announcedBeforeLedger
        /// Nothing says that more was missed than has entries of its own; something says so, and nothing was.
        case outageNotSummarized, needlessSummary
        /// What a crash interrupted is not recovered; is recovered without a crash; or as late though it is not.
        case notRecovered, needlessRecovery, wrongRecovery
        /// All popups, or all hooks, are answered, and the ledger on the disk does not know it.
        case answersNotKept
        /// An entry about a change of the clocks has the wrong direction, size or time.
        case wrongClockChange

        // MARK: Popups

        /// A popup that is wanted is not asked for.
        case popupNotRequested
        /// A popup that failed is not tried again when the wait is over.
        case popupNotRetried
        /// A popup whose deadline has passed was not dropped then; was never dropped.
        case popupNotDroppedInTime, popupNotDropped
        /// A popup gave way to a later one, and the journal does not say so.
        case popupReplacedSilently
        /// The journal says that a popup was not shown, before its deadline; of one that nobody wanted.
        case popupDroppedEarly, needlessDrop
        /// A popup is asked for that nobody wants; while the server still has it; after its deadline.
        case needlessPopup, requestedWhileUnanswered, popupTooLate
        /// The server is asked more often than the waits allow: for all popups together, for one of them.
        case tooManyRequests, tooManyRetries
        /// A popup names another time than that of its event.
        case wrongPopupTime
        /// Two popups on the screen are of one moment, and the one should have been left to the other.
        case twoPopups
        /// The timer fired, and there was nothing to do.
        case needlessWakeup

        // MARK: Hooks

        /// The hooks of an announcement are not called; not called again after a crash.
        case hooksNotCalled, hooksLost
        /// Hooks are called that the ledger on the disk knows to be called; of what is not announced.
        case hooksCalledTwice, hooksWithoutAnnouncement
        /// Hooks are called before the ledger is kept; the popup is asked for before the hooks are called.
        case hooksBeforeLedger, popupBeforeHooks
        /// All hooks are called, and the ledger on the disk does not know it.
        case hookCallNotKept
        /// The journal says that hooks may not have been called, and they could still be.
        case needlessHookDrop
        /// A failure of a hook is not in the journal; is there twice, or without a failure.
        case hookFailureNotLogged, needlessHookFailure
        /// Other programs are started than the settings say, for longer than they say.
        case wrongHookProgram, wrongHookTimeLimit
        /// Hooks find another event, place, time or lateness in their environment than the journal has.
        case wrongHookFields, wrongHookTime, wrongHookLateness
        /// Hooks that may have been called before do not find that in their environment.
        case recoveryHiddenFromHooks

        // MARK: Location

        /// An entry names another place than that in force.
        case wrongPlace
        /// The place in force is another one, and no single entry says so; or one says so without a change.
        case wrongStartEntry, wrongLocationEntry
        /// What may be known of the location has changed, and no single entry says so; or one says so without a change.
        case wrongAuthorizationEntry
        /// The location watcher is asked for something else than the settings want; is not released before the end.
        case wrongWatch, watcherNotReleased
        /// A fix that counts is not kept: at once; when the disk takes the ledger again; before the end.
        case fixNotKept, fixNotRetried, fixNotKeptAtEnd
        /// A fix is kept that does not count, or is on the disk.
        case needlessFix

        // MARK: The ledger's file

        /// The ledger cannot be read again; is larger than it can grow; is kept though nothing has changed.
        case ledgerUnreadable, ledgerTooLarge, needlessLedger
    }
}
