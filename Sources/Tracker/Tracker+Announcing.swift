import Solar

/// What is due, and in which order its announcement is made.
extension Tracker {
    /// More than this is missed at once only after a long outage, and told in one entry.
    private static let longOutage = Duration.seconds(7 * 86_400)
    /// Of what is missed at once, so many have entries of their own.
    private static let mostMissed = 100

    /// Announces what has become due since the last event and is not in the ledger.
    mutating func announceWhatIsDue(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        // Kept at once: the next run may begin when what it has forgotten is due.
        if now < lastSeen, lookBack(from: now) { outputs.append(.keep(ledger)) }
        defer {
            ledger.settle(through: now)
            lastSeen = now
        }
        // Without a place nothing is planned, so nothing can be missed.
        guard let place else { return outputs }
        var start = lastSeen
        if now - start > Self.longOutage {
            let from = max(start, ledger.settledThrough)
            start = now - Self.longOutage
            if let first = agenda?.next(after: from), first.due <= start {
                outputs += reportOutage(from: from, to: start, place)
            }
        }
        let passed = agenda?.occurrences(after: start, through: now) ?? []
        let due = passed.filter { ledger.entry(for: $0) == nil }
        let timely = due.filter { now - $0.due <= settings.notifications.grace }
        let late = due.dropLast(timely.count).filter { $0.due > ledger.settledThrough }
        return outputs + reportMissed(late, amid: due, at: place, now) + announce(timely, at: place, now: now)
    }

    /// Has what happened within the grace looked at once more, since the clock went back; whether the ledger has forgotten
    /// anything by that.
    @discardableResult
    mutating func lookBack(from now: Instant) -> Bool {
        let grace = settings.notifications.grace
        // What is as old as the grace is not too late.
        lastSeen = min(lastSeen, now - grace - .microseconds(1))
        popups.clockWentBack(to: now, grace: grace)
        return ledger.clockWentBack(to: now, grace: grace)
    }

    /// The order that a crash at any point can be recovered from: the ledger says *announcing*, journal, hooks, popup. Any
    /// ledger that is kept from the next event on says *calling* as long as hooks and popup are both unanswered, *showing*
    /// when the hooks are called, *shown* when the popup is answered, and *announced* in the end. What is due at once takes
    /// each step at once, so that the ledger is kept as often for many as for one.
    ///
    /// - Parameter state: where to begin: with all of it, behind the journal entry, or where only the hooks or only the
    ///   popup may be missing.
    private mutating func announce(
        _ occurrences: [Occurrence], at place: Place, now: Instant, recovered: Bool = false,
        from state: Ledger.State = .announcing
    ) -> [Output] {
        guard let last = occurrences.last else { return [] }
        if !recovered { ledger.settle(through: last.due) }
        begun += occurrences
        var outputs: [Output] = []
        // A later state is one that the disk knows.
        if state == .announcing {
            ledger.mark(occurrences, state, at: now)
            outputs.append(.keep(ledger))
            outputs += occurrences.flatMap { write($0, at: place, now, recovered: recovered) }
        }
        if state != .showing {
            outputs += occurrences.flatMap { callHooks($0, at: place, now, recovered: recovered) }
        }
        let (shown, silent) = partition(occurrences)
        let done = (state == .shown ? occurrences : silent).filter { !callingHooks.contains($0) }
        if !done.isEmpty {
            for occurrence in done { ledger.advance(occurrence, to: .announced) }
            outputs.append(.keep(ledger))
        }
        for occurrence in state == .shown ? [] : shown {
            setOutcome(.waiting, of: occurrence)
            let deadline = occurrence.due + settings.notifications.grace
            outputs += enqueue(.announcement(occurrence, at: place), until: deadline, now)
        }
        return outputs
    }

    /// The journal entry of an announcement.
    private mutating func write(_ occurrence: Occurrence, at place: Place, _ now: Instant, recovered: Bool) -> [Output]
    {
        let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
        lastAnnouncement = Outlook.Announcement(
            event: occurrence.rule.event.name, due: occurrence.due, announced: now)
        let entry = Output.journal(.event(occurrence, text.line, at: place, now: now, recovered: recovered))
        return recovered ? [entry] : [entry, .emit(occurrence)]
    }

    /// Brings the ledger up to what is left to do for an announcement whose journal entry is written; whether only its
    /// popup may be left.
    @discardableResult
    mutating func markDone(_ occurrence: Occurrence) -> Bool {
        let (isCalling, isShowing) = (callingHooks.contains(occurrence), popups.contains(occurrence))
        ledger.advance(occurrence, to: isCalling ? (isShowing ? .calling : .shown) : isShowing ? .showing : .announced)
        return !isCalling
    }

    /// Says in the journal what came too late to be announced, and shows the last of each kind where the settings say so.
    ///
    /// - Parameter due: those and the ones that are not too late.
    private mutating func reportMissed(_ occurrences: [Occurrence], amid due: [Occurrence], at place: Place, _ now: Instant)
        -> [Output]
    {
        var outputs: [Output] = []
        let (many, each) = (occurrences.dropLast(Self.mostMissed), occurrences.suffix(Self.mostMissed))
        if let first = many.first, let next = each.first {
            outputs += reportOutage(from: first.due, to: next.due - .microseconds(1), place)
        }
        for (occurrence, next) in zip(each, each.dropFirst().map(Optional.some) + [nil]) {
            ledger.mark(occurrence, .missed, at: now)
            // What is missed of the same instant is not settled yet.
            ledger.settle(
                through: occurrence.due - (next?.due == occurrence.due ? .microseconds(1) : .zero))
            let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
            outputs += [.keep(ledger), .journal(.missed(text.dated, occurrence, at: place, now: now))]
        }
        guard settings.notifications.late == .notify else { return outputs }
        let lastOfRule = Dictionary(due.map { ($0.rule.id, $0.due) }, uniquingKeysWith: max)
        for occurrence in partition(each).shown where lastOfRule[occurrence.rule.id] == occurrence.due {
            outputs += enqueue(.announcement(occurrence, at: place), until: now + settings.notifications.grace, now)
        }
        return outputs
    }

    /// Those that the person is to see, and the others.
    private func partition(_ occurrences: some Sequence<Occurrence>) -> (shown: [Occurrence], silent: [Occurrence]) {
        let own = settings.notifications.rules.filter(\.notifies)
        // Of what is missed at once, the ledger may have forgotten the first by the last.
        let polar = occurrences.filter { $0.rule.event.kind == .polar }
        var (shown, silent): ([Occurrence], [Occurrence]) = ([], [])
        for occurrence in occurrences {
            let rule = occurrence.rule
            let isLeftToAnother = own.contains { other in
                other.saysMore(than: rule)
                    && (ledger.hasEntry(of: other, at: occurrence.due)
                        || polar.contains { $0.rule == other && $0.due == occurrence.due })
            }
            if rule.notifies, !isLeftToAnother { shown.append(occurrence) } else { silent.append(occurrence) }
        }
        return (shown, silent)
    }

    /// Wants a popup, and gives up the one whose place it takes.
    mutating func enqueue(_ content: PopupQueue.Content, until deadline: Instant, _ now: Instant) -> [Output] {
        popups.add(content, notBefore: now, deadline: deadline).map { drop($0, "a later one took its place", now) }
            ?? []
    }

    private mutating func drop(_ popup: PopupQueue.Pending, _ reason: String, _ now: Instant) -> [Output] {
        guard case .announcement(let occurrence, let place) = popup.content else {
            return answer(popup.content, popup.failure ?? .unanswered(reason))
        }
        markDone(occurrence)
        setOutcome(.notShown, of: occurrence)
        // A machine without a desktop is without one at every event.
        if popup.lacksBus, hasReportedNoBus { return [.keep(ledger)] }
        hasReportedNoBus = popup.lacksBus
        let consequence = popup.lacksBus ? "; this is not said again until there is one" : ""
        // The entry first: after a crash in between the popup is wanted again, and what becomes of it is told.
        return [.journal(.notShown(occurrence, reason + consequence, at: place, now: now)), .keep(ledger)]
    }

    /// Lets others know what became of the popup of what was announced last.
    mutating func setOutcome(_ outcome: Outlook.Announcement.Notification, of occurrence: Occurrence) {
        guard lastAnnouncement?.event == occurrence.rule.event.name, lastAnnouncement?.due == occurrence.due
        else { return }
        lastAnnouncement?.notification = outcome
    }

    /// Says that there is a session bus again, where it was said that there is none.
    mutating func reportBus() -> [Output] {
        defer { hasReportedNoBus = false }
        return hasReportedNoBus ? [.journal(.busReturned())] : []
    }

    private mutating func reportOutage(from start: Instant, to end: Instant, _ place: Place) -> [Output] {
        let dates = (localTime.civilTime(at: start).date, localTime.civilTime(at: end).date)
        ledger.settle(through: end)
        return [.journal(.missedMany(from: dates.0, to: dates.1, at: place)), .keep(ledger)]
    }

    /// Goes on with what the end of the last run has interrupted. After a crash the journal entry, the hooks or the popup may
    /// be missing; after an orderly end, which knows what it has done, only what the ledger says.
    mutating func recoverInterruptedAnnouncements(at now: Instant) -> [Output] {
        // Of two of a rule the later one is behind, and its popup has to come last.
        let states: [Ledger.State] = [.showing, .shown, .calling, .announcing]
        let interrupted = ledger.entries.filter { states.contains($0.state) }
        guard !interrupted.isEmpty else { return [] }
        let rules = Dictionary(rules.map { ($0.ledgerName, $0) }) { first, _ in first }
        var again: [Ledger.State: [Occurrence]] = [:]
        var gone: [Output] = []
        for entry in interrupted {
            // Begun by a clock that was wrong: it is announced anew when its instant comes.
            if ledger.isOfWrongClock(entry) {
                ledger.close(entry)
                continue
            }
            let occurrence = rules[entry.rule].flatMap { Occurrence($0, dueAt: entry.due, in: localTime) }
            if let occurrence, place != nil, abs(now - entry.due) <= settings.notifications.grace {
                again[entry.state, default: []].append(occurrence)
            } else {
                ledger.close(entry)
                gone += reportAbandoned(entry, occurrence, at: now)
            }
        }
        let isAllAgain = again.values.reduce(0) { $0 + $1.count } == interrupted.count
        let closing: [Output] = isAllAgain ? [] : [.keep(ledger)] + gone
        guard let place else { return closing }
        return states.reduce(closing) { outputs, state in
            outputs + announce(again[state] ?? [], at: place, now: now, recovered: true, from: state)
        }
    }

    /// Says what an interrupted announcement is left without, now that it is too late.
    ///
    /// - Parameter occurrence: what it was about; nil if its rule is gone.
    private func reportAbandoned(_ entry: Ledger.Entry, _ occurrence: Occurrence?, at now: Instant) -> [Output] {
        guard entry.state != .announcing else {
            return [.journal(.interrupted(entry, occurrence, at: place, now: now, localTime: localTime))]
        }
        guard let occurrence else { return [] }
        var outputs: [Output] = []
        if entry.state != .showing {
            outputs.append(.journal(.hooksUnknown(occurrence, at: place, now: now, localTime: localTime)))
        }
        if entry.state != .shown, occurrence.rule.notifies {
            let reason = "the service was not running in time"
            outputs.append(.journal(.notShown(occurrence, reason, at: place, now: now)))
        }
        return outputs
    }

    /// Shows what waits to be shown, and gives up what has become too late.
    mutating func showPending(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for dropped in popups.removeExpired(at: now) {
            outputs += drop(dropped, dropped.reason, now)
        }
        for pending in popups.takeReady(at: now) {
            switch pending.content {
            case .notice(let notice):
                outputs.append(.show(notice.popup(pending.id, deadline: pending.deadline)))
            case .announcement(let occurrence, let place):
                let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
                let alert = occurrence.rule.alert
                outputs.append(
                    .show(
                        Popup(
                            id: pending.id, tag: occurrence.rule.id, summary: text.summary, body: text.body,
                            urgency: alert?.urgency ?? .normal, sound: alert?.sound, icon: alert?.icon,
                            activation: .showDaylight, deadline: pending.deadline)))
            }
        }
        return outputs
    }
}

/// The programs that people want to be run at an event.
extension Tracker {
    /// Calls the hooks of an occurrence, if there are any.
    mutating func callHooks(_ occurrence: Occurrence, at place: Place, _ now: Instant, recovered: Bool) -> [Output] {
        guard let program = hooks.program(for: occurrence.rule) else { return [] }
        callingHooks.insert(occurrence)
        return [
            .callHooks(
                HookCall(
                    program, for: occurrence, at: place, now: now, timeLimit: settings.hooks.timeLimit,
                    recovered: recovered))
        ]
    }

    /// Says in the journal which folders have names of no event: a slip of the pen would otherwise show at no event ever.
    func reportStrayHooks(besides known: [String] = []) -> [Output] {
        hooks.strayFolders.filter { !known.contains($0) }.map { .journal(.strayHooks($0)) }
    }

    /// Says in the journal that a hook has failed: once, where only a person can mend it.
    mutating func report(_ failure: HookFailure, _ occurrence: Occurrence, at now: Instant) -> [Output] {
        if failure.isLasting, !lastingHookFailures.insert(failure).inserted { return [] }
        return [.journal(.hookFailed(failure, occurrence, localTime: localTime))]
    }
}
