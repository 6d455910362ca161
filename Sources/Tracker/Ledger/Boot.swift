package import Solar

/// A boot of the machine: a fixed point that shows by how much the clock was set.
package struct Boot: Hashable, Sendable {
    /// Identifies the boot: random(4), `/proc/sys/kernel/random/boot_id`.
    package let id: String
    /// The time of the boot by the current clock: the current time minus the time since the boot (CLOCK_BOOTTIME, which
    /// includes sleep).
    ///
    /// It moves when the clock is set, by the same amount, and at no other time: not in a sleep, and not while the
    /// clock is slewed.
    package let instant: Instant

    /// The boot with that identifier, at that instant by the current clock.
    package init(id: String, instant: Instant) {
        self.id = id
        self.instant = instant
    }

    /// The two clocks are read one after the other, which takes some time.
    static let readingError = Duration.seconds(1)

    /// By how much the clock was set since the other one of this boot was recorded; zero if it was not. Nil for another boot.
    func step(since known: Boot) -> Duration? {
        guard known.id == id else { return nil }
        let step = instant - known.instant
        return abs(step) >= Self.readingError ? step : .zero
    }
}

extension Ledger {
    /// How far the clock may have been off when something was announced. If the correction is larger, the announcement
    /// counts as one made at another time. Two occurrences of a rule on one day are never closer than this.
    static let clockTolerance = Duration.seconds(45 * 60)

    /// Whether the entry was announced so long before it was due that it does not count: the clock was ahead, and was
    /// corrected.
    ///
    /// An announcement is made when it is due, by the current clock. When the clock is set, that moment gets another
    /// time: what was announced at 16:40 by a clock nine hours ahead was announced at 07:40. By the corrected clock it
    /// was early, and the sunset of 16:40 is still to be announced. If the clock is set forward again, the moment moves
    /// with it, and the entry counts again. So a step back and its undoing repeat nothing, whichever of the two was
    /// wrong.
    ///
    /// Of an announcement in an earlier boot only the order is known.
    ///
    /// This cannot decide which clock is right. If a clock is wrongly set back by more than the tolerance and then runs
    /// through an announced event again, the event is announced again.
    func isOfWrongClock(_ entry: Entry) -> Bool {
        guard let boot else { return false }
        return (entry.announced ?? boot.instant) + Self.clockTolerance < entry.due
    }

    /// Applies by how much the clock was set.
    ///
    /// - Returns: whether it went back and there are entries that no longer count, so that their occurrences may be due
    ///   and the ledger must be written.
    mutating func follow(_ boot: Boot) -> Bool {
        guard let step = self.boot.flatMap(boot.step(since:)) else {
            // Entries that were too early in the last boot are dropped with it.
            let before = self
            entries.removeAll(where: before.isOfWrongClock)
            for index in entries.indices { entries[index].announced = nil }
            self.boot = boot
            return entries.contains(where: isOfWrongClock)
        }
        guard step != .zero else { return false }
        for index in entries.indices { entries[index].announced = entries[index].announced.map { $0 + step } }
        // So does the moment up to which the clock has looked again. A clock that was behind, as one that is not set until
        // there is a network, has looked through nothing of the time that it skips.
        notes[.clockSetBack] = notes[.clockSetBack].map { looked in looked + step }
        self.boot = boot
        return step < .zero && entries.contains(where: isOfWrongClock)
    }
}
