import Solar

@testable import Tracker

extension Witness {
    /// An event of the Sun, or an alert with the distance from its event. A change of the offset makes it another
    /// alert.
    struct Key: Hashable {
        let id: String
        var offset = Duration.zero

        /// What counts as the same occurrence.
        var distance: Duration { id.hasPrefix("polar") ? .seconds(36 * 3600) : .seconds(45 * 60) }
    }

    enum Age: Hashable { case ofInput, ofRun, older }

    /// What was seen of an occurrence.
    struct Seen: Hashable {
        let key: Key
        let due: Instant
        var isAnnounced = false
        var isMissed = false
        var isReported = false
        var areHooksReported = false
        var isShown = false
        var isCalled = false
        /// When it was announced, by the true time, and in which boot.
        var moment: Instant
        var boot: Int
        /// Whether the end of a run lets the next one write the entry, show the popup or call the hooks once more.
        var mayRepeat = false
        var mayShow = false
        var mayCall = false
        /// Whether a run has ended without its ledger on the disk, or the clock was set, since it was announced.
        var isLost = false
        var wasClockSet = false
        /// Whether this showed that the clock was so far ahead at the announcement that the event is announced again.
        var wasEarly = false
        /// Whether this was shown at any time, even if the clock was set forward again.
        var hasBeenEarly = false
        /// Whether a later boot began so long before it was due that it came again by that clock.
        var wasEarlyForBoot = false
        /// What the ledger on the disk has as done.
        var isEntryDone = false
        var isPopupDone = false
        var areHooksDone = false
        /// Which input has written the entry: the input that is being handled, or an earlier input of this run.
        var age = Age.ofInput
        /// Whether a server was sent the popup and has not answered.
        var isAsked = false
        /// Whether the service is to show the popup, or to report that it does not.
        var isPending = false
        var mayHaveSounded = false

        init(_ key: Key, _ due: Instant, _ world: World) {
            (self.key, self.due, boot) = (key, due, world.boots)
            moment = world.clock - world.ahead
        }
    }

    /// What was called for last.
    struct Phased: Hashable {
        let phase: String
        let boot: Int
        /// Whether the service has ended since then, so this may not have happened.
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
