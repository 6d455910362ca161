// SPDX-License-Identifier: MIT
import Solar

extension Ledger {
    /// How far the clock may be wrong when something is announced. If the correction is larger, the announcement counts
    /// as made at another time. Two occurrences of a rule on the same day are never closer together than this.
    static let clockTolerance = Duration.seconds(45 * 60)

    /// Whether the entry does not count, because it was announced too long before it was due: the clock was ahead, and
    /// was corrected later.
    ///
    /// An announcement is made when the current clock shows the time at which it is due. When the clock is set, the
    /// moment of the announcement gets another time. For example, a clock that is nine hours ahead announces the sunset
    /// of 16:40. According to the corrected clock, this happened at 07:40, which was too early: the sunset has yet to
    /// be announced. If the clock is set forward again, the moment moves with the clock, and the entry counts again. So
    /// a step back that is undone repeats nothing, whichever of the two steps was wrong.
    ///
    /// For an announcement in an earlier boot, the time is not known. It counts as made when this boot began, which is
    /// the latest possible time.
    ///
    /// The ledger cannot know which clock is right. If a clock is wrongly set back by more than the tolerance and then
    /// runs through an announced event again, the event is announced again.
    func isTooEarly(_ entry: Entry) -> Bool {
        guard let boot else { return false }
        return (entry.made ?? boot.instant) + Self.clockTolerance < entry.due
    }

    /// Adapts the ledger to a step of the clock, or to another boot.
    ///
    /// Events that an earlier boot settled stay settled if this boot, according to its clock, began after them.
    /// Otherwise, this boot reaches the same events again, because nobody knows which of the two clocks is right.
    ///
    /// - Parameter grace: how far the first start looks back.
    /// - Returns: whether occurrences may be due again, so the ledger must be written: the clock was set back to before
    ///   `settledThrough`, or the ledger contains entries that no longer count.
    mutating func follow(_ boot: Boot, at now: Instant, grace: Duration) -> Bool {
        let isBehind = now < settledThrough
        guard let step = self.boot.flatMap(boot.step(since:)) else {
            begin(boot, at: now, grace: grace)
            return isBehind || entries.contains(where: isTooEarly)
        }
        guard step != .zero else { return false }
        for index in entries.indices { entries[index].made = entries[index].made.map { $0 + step } }
        for index in ahead.indices { ahead[index].made = ahead[index].made.map { $0 + step } }
        since = since + step
        self.boot = boot
        if step < .zero, isBehind { leaveAhead(at: now, made: settledThrough + step) }
        settleWhatIsPast(in: boot)
        // Nothing has been announced yet, so this is handled like the first start: the clock may not have been set
        // until now.
        if notes.contains(.new) { (settledThrough, since) = (max(settledThrough, now - grace), now - grace) }
        return step < .zero && (isBehind || entries.contains(where: isTooEarly))
    }

    private mutating func begin(_ boot: Boot, at now: Instant, grace: Duration) {
        let (before, isBehind) = (self, now < settledThrough)
        // An entry is removed if its boot has shown that it was too early. A complete entry is also removed if both the
        // last boot and this boot began before its event: two boots outweigh one.
        entries.removeAll { entry in
            let isAgain = boot.instant < entry.due && entry.state.open.isEmpty
            return before.isTooEarly(entry) && (entry.made != nil || isAgain)
        }
        ahead.removeAll { $0.made != nil }
        for index in entries.indices { entries[index].made = nil }
        since = min(since, boot.instant)
        self.boot = boot
        if isBehind { leaveAhead(at: now) }
        settleWhatIsPast(in: boot)
        if notes.contains(.new) { (settledThrough, since, ahead) = (now - grace, now - grace, []) }
    }

    /// Records that the clock was ahead until now.
    ///
    /// - Parameter made: the time on the current clock at which `settledThrough` was reached; nil for an earlier boot.
    private mutating func leaveAhead(at now: Instant, made: Instant? = nil) {
        // There are several such clocks only if the clock fell back several times, at a boot or at a step. If four are
        // recorded, a nearer one is not added.
        if ahead.count < 4 { ahead.append(Ahead(through: settledThrough, made: made)) }
        settledThrough = now
    }

    /// Settles the events again that were settled before this boot began, or in this boot before a step back of the
    /// clock that has been undone.
    private mutating func settleWhatIsPast(in boot: Boot) {
        for clock in ahead {
            if let made = clock.made {
                // Once the step back is undone, everything up to `made` was settled in this boot, even if the clock is
                // now set to slightly before that time.
                guard clock.through - made <= Self.clockTolerance else { continue }
                settledThrough = max(settledThrough, min(made + Boot.readingError, clock.through))
            } else if boot.instant + Boot.readingError >= clock.through {
                settledThrough = max(settledThrough, clock.through)
            }
        }
        ahead.removeAll { $0.through <= settledThrough }
    }
}
