// SPDX-License-Identifier: MIT
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
            more += ahead(dueAfter: ledger.since, through: max(settled, outageEnd), at: now)
        }
        let passed = more + (agenda?.occurrences(after: max(settled, outageEnd), through: now) ?? [])
        let due = passed.filter { ledger.entry(for: $0) == nil }.sorted { $0.due < $1.due }
        let timely = due.filter { now <= deadline(of: $0) }
        let late = due.filter { now > deadline(of: $0) }
        ledger.mark(late.suffix(Self.mostMissed).map { ($0, .missed) }, at: now)
        ledger.finishLook(at: now)
        let missed =
            (wasOut ? [outage(from: settled, to: outageEnd, place)] : []) + reportMissed(late, at: place, now)
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
        let rules = rulesByName
        let again = ledger.entries.filter { entry in
            let occurrence = rules[entry.rule].map { Occurrence($0, at: entry.due, eventInstant: entry.event) }
            return entry.state == .missed && now <= (occurrence.map(deadline) ?? entry.due + grace)
        }
        ledger.clockWentBack(to: now, grace: grace, missed: again)
    }

    private var rulesByName: [String: Rule] {
        Dictionary(inEffect.rules.map { ($0.ledgerName, $0) }) { first, _ in first }
    }

    /// An announcement, and its steps that are open.
    private typealias Begun = (occurrence: Occurrence, open: Ledger.Steps)

    /// Announces occurrences in an order that can be recovered from a crash at any point. First the ledger records their
    /// steps as open; then come the journal entries, the hooks and the popups. Each write of the ledger after the journal
    /// entries records that these exist. Each later report closes its step.
    ///
    /// Occurrences that are due together take each step together, so a hundred of them need no more writes of the
    /// ledger than one.
    ///
    /// - Parameter recovered: whether an earlier run has begun the announcements.
    private mutating func announce(
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
    private mutating func proceed(with begun: [Begun], at place: Place, _ now: Instant, recovered: Bool) -> [Output] {
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
    private func steps(of occurrence: Occurrence, popups: [Occurrence]) -> Ledger.Steps {
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
        lastAnnouncement = Outlook.Announcement(
            event: occurrence.rule.id, due: occurrence.due, announced: now,
            notification: isQuiet ? .quiet : nil)
        let entry = JournalFact.event(occurrence, at: place, now: now, isRecovered: recovered, isQuiet: isQuiet)
        return [.journal(entry), .emit(occurrence)]
    }

    /// The journal entries of events that are too late to be announced.
    private func reportMissed(_ occurrences: [Occurrence], at place: Place, _ now: Instant) -> [Output] {
        let (many, each) = (occurrences.dropLast(Self.mostMissed), occurrences.suffix(Self.mostMissed))
        return summary(of: many.map(\.due), before: each.first?.due, place)
            + each.map { .journal(.missed($0, at: place, now: now)) }
    }

    /// The entry about events that are not listed one by one, if there are any.
    private func summary(of dues: [Instant], before end: Instant?, _ place: Place?) -> [Output] {
        guard let first = dues.first, let end, let place else { return [] }
        return [outage(from: first, to: end, place)]
    }

    /// The occurrences that a popup announces.
    private func withPopup(_ occurrences: [Occurrence]) -> [Occurrence] {
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

    /// Continues the announcements that the end of the last run interrupted. After a crash, the journal entry, the
    /// hooks or the popup may be missing. After a clean stop, only the steps that the ledger records as open are
    /// missing.
    mutating func recover(_ interrupted: [Ledger.Entry], at now: Instant) -> [Output] {
        guard !interrupted.isEmpty else { return [] }
        let rules = rulesByName
        var again: [Begun] = []
        var dropped: [Output] = []
        var gone: [(entry: Ledger.Entry, occurrence: Occurrence?)] = []
        for entry in interrupted {
            // The announcement began while the clock was wrong, and is made again when it is due. If it began in an
            // earlier boot, the clock of this boot may be the wrong one. The announcement then stays open until the
            // clock is corrected (`leftOpen`).
            if ledger.isTooEarly(entry) {
                if entry.made != nil { ledger.close(.announcement, where: { $0 == entry }) }
                continue
            }
            let occurrence = rules[entry.rule].map { Occurrence($0, at: entry.due, eventInstant: entry.event) }
            let isInTime = occurrence.map { now <= deadline(of: $0) } ?? false
            if let occurrence, isInTime && entry.due - now <= settings.notifications.grace && happensHere(occurrence) {
                again.append((occurrence, entry.state.open))
            } else {
                ledger.close(.announcement, where: { $0 == entry })
                if entry.state.open.contains(.entry) {
                    gone.append((entry, occurrence))
                } else if let occurrence {
                    dropped += reportAbandoned(entry.state.open, of: occurrence, at: now)
                }
            }
        }
        let isAllAgain = again.count == interrupted.count
        // The entries about hooks and popups come before the ledger: after a crash in between, they are reported again.
        // The entries about events that were not announced come after the ledger, like the entries of missed events, so
        // that none is written twice.
        let (many, each) = (gone.dropLast(Self.mostMissed), gone.suffix(Self.mostMissed))
        let listed =
            summary(of: many.map(\.entry.due), before: each.first?.entry.due, place)
            + each.map { entry, occurrence in
                let isHere = occurrence.map { happensHere($0) } ?? true
                return .journal(
                    .interrupted(entry, isHere ? occurrence : nil, at: isHere ? place : nil, now: now))
            }
        let closing: [Output] = isAllAgain ? [] : dropped + keep() + listed
        guard let place else { return closing }
        let unwritten = again.filter { $0.open.contains(.entry) }.map(\.occurrence)
        var written = again.filter { !$0.open.contains(.entry) }
        let shown = withPopup(written.map(\.occurrence))
        for (index, (occurrence, open)) in written.enumerated() {
            // The settings may have changed since the announcement.
            written[index].open.formIntersection(steps(of: occurrence, popups: shown))
            ledger.close(open.subtracting(written[index].open), of: occurrence)
        }
        let proceeding = proceed(with: written, at: place, now, recovered: true)
        // In this order, the popup of the later of two occurrences of a rule comes last.
        return closing + proceeding + announce(unwritten, at: place, now: now, recovered: true)
    }

    /// Whether the event of an occurrence from the ledger happens at the current place, perhaps some minutes earlier or
    /// later.
    private mutating func happensHere(_ occurrence: Occurrence) -> Bool {
        guard let place else { return false }
        let (due, event, reach) = (occurrence.due, occurrence.eventInstant, occurrence.rule.sameOccurrence)
        // A copy, because a search elsewhere replaces the plan.
        var agenda = agenda
        if agenda?.occurrences(after: due - .microseconds(1), through: due).contains(occurrence) == true { return true }
        let rule = Rule(id: occurrence.rule.id, event: occurrence.rule.event, notifies: false)
        var events = Agenda(rules: [rule], observer: place.observer, localTime: localTime)
        return events.occurrences(after: event - reach, through: event + reach).contains {
            abs($0.eventInstant - event) < reach
        }
    }

    /// Reports the hooks and the popup that are still missing from an interrupted announcement, if it is too late for
    /// them.
    private func reportAbandoned(_ steps: Ledger.Steps, of occurrence: Occurrence, at now: Instant) -> [Output] {
        var outputs: [Output] = []
        if steps.contains(.hooks) {
            outputs.append(.journal(.hooksUnknown(occurrence, at: place, now: now)))
        }
        if steps.contains(.popup), occurrence.rule.notifies {
            outputs.append(
                .journal(.notShown(occurrence, .serviceWasNotRunning, isLast: false, at: place, now: now)))
        }
        return outputs
    }
}

/// Handles the reports about the programs that run at an event.
extension Tracker {
    /// Reports hook directories whose name is neither an event nor a phase. Otherwise, a typo would go unnoticed.
    func reportStrayHooks(besides known: [String] = []) -> [Output] {
        hooks.strayFolders.filter { !known.contains($0) }.map { .journal(.strayHooks($0)) }
    }

    /// Records that the hooks of a call have been started.
    mutating func applyCalled(_ subject: HookCall.Subject, at now: Instant) -> [Output] {
        switch subject {
        case .occurrence(let occurrence):
            ledger.close(.hooks, of: occurrence)
            // The ledger is written once for all hooks that were started together. It does not wait for the popup,
            // because a crash would then start the hooks again.
            return ledger.startsHooks ? [] : keep()
        case .phase(let call):
            return markPhaseCalled(call, at: now)
        }
    }

    /// Reports a failed hook.
    mutating func report(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        hookProblems.isNews(failure) ? [.journal(.hookFailed(failure, subject))] : []
    }
}
