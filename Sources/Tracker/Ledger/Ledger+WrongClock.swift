import Solar

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
    func isTooEarly(_ entry: Entry) -> Bool {
        guard let boot else { return false }
        return (entry.made ?? boot.instant) + Self.clockTolerance < entry.due
    }

    /// Adapts the ledger to a step of the clock, or to another boot.
    ///
    /// What an earlier boot settled counts in every boot that began after it, according to the clock of that boot. A boot
    /// that began before it reaches the same events again, because nobody knows which of the two clocks is right.
    ///
    /// - Returns: whether occurrences may be due again, so the ledger must be written: the clock was set back to before
    ///   `settledThrough`, or there are entries that no longer count.
    mutating func follow(_ boot: Boot, at now: Instant, grace: Duration) -> Bool {
        let isBehind = now < settledThrough
        guard let step = self.boot.flatMap(boot.step(since:)) else {
            begin(boot, at: now, grace: grace)
            return isBehind || entries.contains(where: isTooEarly)
        }
        guard step != .zero else { return false }
        for index in entries.indices { entries[index].made = entries[index].made.map { $0 + step } }
        for index in ahead.indices { ahead[index].made = ahead[index].made.map { $0 + step } }
        self.boot = boot
        if step < .zero, isBehind { leaveAhead(at: now, made: settledThrough + step) }
        settleWhatIsPast(in: boot)
        // Nothing was announced yet, so this is like the first start, when the clock may not have been set.
        if notes.contains(.new) { settledThrough = max(settledThrough, now - grace) }
        return step < .zero && (isBehind || entries.contains(where: isTooEarly))
    }

    private mutating func begin(_ boot: Boot, at now: Instant, grace: Duration) {
        let (before, isBehind) = (self, now < settledThrough)
        // An entry is dropped if its own boot has shown that it was too early, or if both the last boot and this one began
        // before its event: two boots outweigh one.
        entries.removeAll { entry in
            let isAgain = boot.instant < entry.due && entry.state.open.isEmpty
            return before.isTooEarly(entry) && (entry.made != nil || isAgain)
        }
        ahead.removeAll { $0.made != nil }
        for index in entries.indices { entries[index].made = nil }
        self.boot = boot
        if isBehind { leaveAhead(at: now) }
        settleWhatIsPast(in: boot)
        if notes.contains(.new) { (settledThrough, ahead) = (now - grace, []) }
    }

    /// Records that the clock was ahead until now.
    ///
    /// - Parameter made: the time on the current clock at which `settledThrough` was reached; nil for an earlier boot.
    private mutating func leaveAhead(at now: Instant, made: Instant? = nil) {
        // There are several only if each boot is behind the boot before. Beyond four, the nearest ones are forgotten.
        if ahead.count < 4 { ahead.append(Ahead(through: settledThrough, made: made)) }
        settledThrough = now
    }

    /// Settles what was settled before this boot began, or in this boot before a step of the clock that is undone.
    private mutating func settleWhatIsPast(in boot: Boot) {
        for clock in ahead {
            if let made = clock.made {
                // The step back is undone. By then, this boot had settled everything before, even if the clock is now set to a
                // little before it.
                guard clock.through - made <= Self.clockTolerance else { continue }
                settledThrough = max(settledThrough, min(made + Boot.readingError, clock.through))
            } else if boot.instant + Boot.readingError >= clock.through {
                settledThrough = max(settledThrough, clock.through)
            }
        }
        ahead.removeAll { $0.through <= settledThrough }
    }
}
