// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Announces what is due, in an order that can be recovered from a crash.
extension Tracker {
    /// The longest period whose missed events are listed one by one. A longer outage is summarised in one entry.
    private static let longOutage = Duration.seconds(7 * 86_400)
    /// The largest number of missed events that are listed one by one. A single entry summarises the earlier events.
    private static let mostMissed = 100

    /// Announces events that have become due since the last input and are not in the ledger, and lists events that are
    /// too late to be announced.
    ///
    /// Events that are still in time come first, no matter how many were missed: after a long suspension, on a slow
    /// disk, they wait for a single write. Missed events are written to the ledger before the journal, so that no later
    /// run lists them again.
    ///
    /// - Parameter more: occurrences that were due before the last input, and are looked at again.
    mutating func announceWhatIsDue(at now: Instant, and more: [Occurrence] = []) -> [Output] {
        var outputs: [Output] = []
        var more = more
        // The ledger is written immediately. Otherwise, a crash could leave a ledger on the disk in which events that
        // are due again are still missed or settled.
        if now < ledger.settledThrough {
            lookBack(from: now)
            outputs += keep()
        }
        let (settled, looksAhead) = (ledger.settledThrough, looksAhead)
        self.looksAhead = false
        // Without a place, nothing is planned, so nothing can be missed.
        guard let place else {
            ledger.finishLook(at: now)
            return outputs
        }
        let outageEnd = now - Self.longOutage
        let wasOut = settled < outageEnd && hasUnannounced(after: settled, through: outageEnd)
        if looksAhead || wasOut {
            // A forward step of the clock moves `since`, too, perhaps past what the step skips.
            let start = min(ledger.since, settled)
            more += ahead(dueAfter: start, through: max(settled, outageEnd), at: now)
        }
        let passed = more + (agenda?.occurrences(after: max(settled, outageEnd), through: now) ?? [])
        let due = passed.filter { ledger.entry(for: $0) == nil }.sorted { $0.due < $1.due }
        let timely = due.filter { now <= deadline(of: $0) }
        let late = due.filter { now > deadline(of: $0) }
        ledger.mark(late.suffix(Self.mostMissed).map { ($0, .missed) }, at: now)
        ledger.finishLook(at: now)
        let missed =
            (wasOut ? [outage(from: settled, to: outageEnd, place)] : [])
            + list(late, due: \.due) { .missed($0, at: place, now: now) }
        let announced = announce(timely, at: place, now: now)
        return outputs + (announced.isEmpty && !missed.isEmpty ? keep() : announced) + missed
    }

    /// What was due in this period, and is in time because its event is still ahead.
    func ahead(dueAfter start: Instant, through end: Instant, at now: Instant) -> [Occurrence] {
        let rules = inEffect.rules.filter { $0.reach.lowerBound < .zero }
        guard let place, let earliest = rules.map(\.reach.lowerBound).min() else { return [] }
        var agenda = Agenda(rules: rules, observer: place.observer, localTime: localTime)
        return agenda.occurrences(after: max(start, now + earliest), through: end).filter {
            $0.due < $0.eventInstant && now <= $0.lastMoment(in: localTime, at: place.observer)
        }
    }

    /// Until when an occurrence is announced.
    func deadline(of occurrence: Occurrence) -> Instant {
        max(occurrence.due + settings.notifications.grace, occurrence.lastMoment(in: localTime, at: place?.observer))
    }

    /// Records before a stop that nothing is due. What has become due since the last input is left to the next start.
    mutating func settle(at now: Instant) {
        let settled = ledger.settledThrough
        guard let next = agenda?.next(after: settled), next.due <= now else {
            if now > settled { ledger.finishLook(at: now) }
            return
        }
        ledger.finishLook(at: next.due - .microseconds(1))
    }

    /// Whether an occurrence in this period is not in the ledger.
    ///
    /// While nothing is announced, the ledger is not written, so after a crash it can be settled up to an early time
    /// only. After a location was refined, an occurrence in the ledger can be due again, a little later.
    private mutating func hasUnannounced(after start: Instant, through end: Instant) -> Bool {
        var start = start
        while let next = agenda?.next(after: start), next.due <= end {
            let together = agenda?.occurrences(after: start, through: next.due) ?? []
            if !together.allSatisfy(ledger.hasEntry) { return true }
            start = next.due
        }
        return false
    }

    /// Checks the last grace period again, because the clock went back.
    mutating func lookBack(from now: Instant) {
        let grace = settings.notifications.grace
        popups.clockWentBack(to: now, grace: grace)
        looksAhead = true
        let again = ledger.entries.filter { entry in
            entry.state == .missed && now <= (occurrence(of: entry).map(deadline) ?? entry.due + grace)
        }
        ledger.clockWentBack(to: now, grace: grace, missed: again)
    }

    /// The occurrence of an entry; nil if its rule no longer exists.
    func occurrence(of entry: Ledger.Entry) -> Occurrence? {
        inEffect.rules.first { $0.ledgerName == entry.rule }.map {
            Occurrence($0, at: entry.due, eventInstant: entry.event)
        }
    }

    typealias Begun = (occurrence: Occurrence, open: Ledger.Steps)

    /// Announces occurrences in an order that can be recovered from a crash at any point. First the ledger records their
    /// steps as open; then come the journal entries, the hooks and the popups. Each write of the ledger after the journal
    /// entries records that these exist. Each later report closes its step.
    ///
    /// Occurrences that are due together take each step together, so a hundred of them need no more writes of the
    /// ledger than one.
    ///
    /// - Parameter recovered: whether an earlier run has begun the announcements.
    mutating func announce(
        _ occurrences: [Occurrence], at place: Place, now: Instant, recovered: Bool = false
    ) -> [Output] {
        guard !occurrences.isEmpty else { return [] }
        let notified = withPopup(occurrences)
        let isQuiet = leavesOutPopups(at: now)
        let begun = occurrences.map { Begun($0, steps(of: $0, popups: isQuiet ? [] : notified)) }
        ledger.mark(begun.map { ($0.occurrence, .announced(open: $0.open.union(.entry))) }, at: now)
        let first = keep()
        let entries = occurrences.flatMap {
            write($0, at: place, now, recovered: recovered, isQuiet: isQuiet && notified.contains($0))
        }
        for occurrence in occurrences { ledger.close(.entry, of: occurrence) }
        return first + entries + proceed(with: begun, at: place, now, recovered: recovered)
    }

    /// Starts the hooks and shows the popups of announcements whose entries are written. The ledger is written if there
    /// are announcements with neither hooks nor a popup, which are complete.
    mutating func proceed(with begun: [Begun], at place: Place, _ now: Instant, recovered: Bool) -> [Output] {
        var outputs = begun.filter { $0.open.contains(.hooks) }.map {
            Output.callHooks(
                HookCall(
                    for: $0.occurrence, at: place, made: now, timeLimit: settings.hooks.timeLimit,
                    isRecovered: recovered))
        }
        if begun.contains(where: \.open.isEmpty) { outputs += keep() }
        for (occurrence, open) in begun where open.contains(.popup) {
            setOutcome(.waiting, of: occurrence)
            // No popup waits longer than this for a server, even if its event is days ahead.
            let deadline = min(deadline(of: occurrence), now + settings.notifications.grace)
            outputs += enqueue(
                .announcement(occurrence, at: place), until: deadline, now, mayHaveBeenShown: recovered)
        }
        return outputs
    }

    /// The steps that apply to an occurrence once its journal entry is written.
    func steps(of occurrence: Occurrence, popups: [Occurrence]) -> Ledger.Steps {
        var steps: Ledger.Steps = []
        if hooks.hasHooks(for: occurrence.rule) { steps.insert(.hooks) }
        if popups.contains(occurrence) { steps.insert(.popup) }
        return steps
    }

    /// The journal entry and the D-Bus signal of an announcement.
    ///
    /// - Parameter isQuiet: whether the popup is left out because of the quiet time.
    private mutating func write(
        _ occurrence: Occurrence, at place: Place, _ now: Instant, recovered: Bool, isQuiet: Bool
    ) -> [Output] {
        lastAnnouncement = PublishedState.Announcement(
            event: occurrence.rule.id, due: occurrence.due, announced: now,
            notification: isQuiet ? .quiet : nil)
        let entry = JournalFact.event(occurrence, at: place, now: now, isRecovered: recovered, isQuiet: isQuiet)
        return [.journal(entry), .emit(occurrence)]
    }

    /// The entries about events that are not announced. A single entry summarises all but the last of many.
    func list<Event>(_ events: [Event], due: (Event) -> Instant, _ fact: (Event) -> JournalFact) -> [Output] {
        let (many, each) = (events.dropLast(Self.mostMissed), events.suffix(Self.mostMissed))
        let entries = each.map { Output.journal(fact($0)) }
        guard let first = many.first, let end = each.first, let place else { return entries }
        return [outage(from: due(first), to: due(end), place)] + entries
    }

    func withPopup(_ occurrences: [Occurrence]) -> [Occurrence] {
        let own = settings.notifications.rules.filter(\.notifies)
        // If several events were missed together, the ledger may already have dropped the first of them.
        let polar = occurrences.filter { $0.rule.event.kind == .polar }
        return occurrences.filter { occurrence in
            let isLeftToAnother = own.contains { other in
                other.saysMore(than: occurrence.rule)
                    && (ledger.hasEntry(of: other, at: occurrence.due)
                        || polar.contains { $0.rule == other && $0.due == occurrence.due })
            }
            return occurrence.rule.notifies && !isLeftToAnother
        }
    }

    /// The single entry about everything that was missed in a period.
    private func outage(from start: Instant, to end: Instant, _ place: Place) -> Output {
        let dates = (localTime.civilTime(at: start).date, localTime.civilTime(at: end).date)
        return .journal(.missedMany(from: dates.0, to: dates.1, at: place))
    }
}
