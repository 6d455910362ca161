import Solar

@testable import Tracker

extension Witness {
    /// An event of the Sun, or an alert with its distance from the event. With another offset, it counts as another
    /// alert.
    struct Key: Hashable {
        let id: String
        var offset = Duration.zero

        /// The largest distance between due times that mean the same occurrence.
        var distance: Duration { id.hasPrefix("polar") ? .seconds(36 * 3600) : .seconds(45 * 60) }
    }

    enum Age: Hashable { case ofInput, ofRun, older }

    /// The observations of an occurrence.
    struct Seen: Hashable {
        let key: Key
        let due: Instant
        var isAnnounced = false
        var isMissed = false
        var isReported = false
        var areHooksReported = false
        var isShown = false
        var isCalled = false
        /// The true time and the boot of the announcement.
        var moment: Instant
        var boot: Int
        /// Whether the run has ended, so the next run may write the entry, show the popup or call the hooks once more.
        var mayRepeat = false
        var mayShow = false
        var mayCall = false
        /// Whether, since the announcement, a run ended without its ledger on the disk, or the clock was set.
        var isLost = false
        var wasClockSet = false
        /// Whether the new clock shows that the clock was so far ahead at the announcement that the event is announced
        /// again.
        var wasEarly = false
        /// Whether any clock since then has shown this, even if the clock was set forward again.
        var hasBeenEarly = false
        /// Whether a later boot began, by its clock, so long before the due time that the event came again.
        var wasEarlyForBoot = false
        /// The steps that the ledger on the disk marks as done.
        var isEntryDone = false
        var isPopupDone = false
        var areHooksDone = false
        /// The input that wrote the entry: the current input, or an earlier one of this run or of another run.
        var age = Age.ofInput
        /// Whether the popup was sent to a server that has not replied.
        var isAsked = false
        /// Whether the service still has to show the popup, or report it as not shown.
        var isPending = false
        var mayHaveSounded = false

        init(_ key: Key, _ due: Instant, _ world: World) {
            (self.key, self.due, boot) = (key, due, world.boots)
            moment = world.clock - world.ahead
        }
    }

    /// The last called phase.
    struct Phased: Hashable {
        let phase: String
        let boot: Int
        /// Whether the service has ended since then, so the hooks may not have run.
        var isOpen = false
        var isLost = false
        var wasClockSet = false
        var isDone = false
    }
}

extension Witness.Key {
    init(_ occurrence: Occurrence) {
        self.init(id: occurrence.rule.id, offset: occurrence.due - occurrence.eventInstant)
    }
}
