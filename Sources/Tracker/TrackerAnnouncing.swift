import Solar

/// What is due, and in which order its announcement is made.
extension Tracker {
    /// More than this is missed at once only after a long outage, and told in one entry.
    private static let longOutage = Duration.seconds(7 * 86_400)

    /// Announces what has become due since the last event and is not in the ledger.
    mutating func announceWhatIsDue(at now: Instant) -> [Action] {
        if now < lastSeen {
            ledger.clockWentBack(to: now)
            popups.clockWentBack(to: now, grace: settings.notifications.grace)
            lastSeen = now - settings.notifications.grace
        }
        defer {
            ledger.settle(through: now)
            lastSeen = now
        }
        // Without a place nothing is planned, so nothing can be missed.
        guard let place else { return [] }
        var actions: [Action] = []
        var start = lastSeen
        if now - start > Self.longOutage {
            actions += summariseOutage(
                from: max(start, ledger.settledThrough), to: now - Self.longOutage, place)
            start = now - Self.longOutage
        }
        let passed = agenda?.occurrences(after: start, through: now) ?? []
        let due = passed.filter { ledger.entry(for: $0) == nil }
        for occurrence in due {
            if now - occurrence.instant <= settings.notifications.grace {
                actions += announce(occurrence, at: place, now: now)
            } else if occurrence.instant > ledger.settledThrough {
                actions += miss(occurrence, isLast: due.last { $0.rule == occurrence.rule } == occurrence, place, now)
            }
        }
        return actions
    }

    /// The order that a crash at any point can be recovered from: the ledger says *announcing*, journal, popup, and when
    /// the popup is answered the ledger says *announced*.
    private mutating func announce(
        _ occurrence: Occurrence, at place: Place, now: Instant, recovered: Bool = false
    ) -> [Action] {
        ledger.mark(occurrence, .announcing)
        if !recovered { ledger.settle(through: occurrence.instant) }
        let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
        var actions: [Action] = [
            .keep(ledger), .journal(.event(occurrence, text.line, at: place, now: now, recovered: recovered)),
        ]
        if !recovered { actions.append(.tell(occurrence)) }
        if occurrence.rule.notifies {
            actions += want(
                .announcement(occurrence, at: place), until: occurrence.instant + settings.notifications.grace, now)
        } else {
            ledger.mark(occurrence, .announced)
            actions.append(.keep(ledger))
        }
        return actions
    }

    /// Says in the journal what came too late to be announced, and shows the last of its kind where the settings say so.
    private mutating func miss(_ occurrence: Occurrence, isLast: Bool, _ place: Place, _ now: Instant) -> [Action] {
        ledger.mark(occurrence, .missed)
        ledger.settle(through: occurrence.instant)
        let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
        let actions: [Action] = [.keep(ledger), .journal(.missed(text.dated, occurrence, at: place, now: now))]
        guard settings.notifications.late == .notify, occurrence.rule.notifies, isLast else { return actions }
        return actions + want(.announcement(occurrence, at: place), until: now + settings.notifications.grace, now)
    }

    /// Wants a popup, and gives up the one whose place it takes.
    mutating func want(_ content: PopupQueue.Content, until deadline: Instant, _ now: Instant) -> [Action] {
        popups.add(content, notBefore: now, deadline: deadline).map { giveUp($0, "a later one took its place", now) }
            ?? []
    }

    private mutating func giveUp(_ popup: PopupQueue.Pending, _ reason: String, _ now: Instant) -> [Action] {
        guard case .announcement(let occurrence, let place) = popup.content else { return [] }
        ledger.close(occurrence)
        return [.keep(ledger), .journal(.notShown(occurrence, reason, at: place, now: now))]
    }

    private mutating func summariseOutage(from start: Instant, to end: Instant, _ place: Place) -> [Action] {
        guard let first = agenda?.next(after: start), first.instant <= end else { return [] }
        let dates = (localTime.civilTime(at: start).date, localTime.civilTime(at: end).date)
        ledger.settle(through: end)
        return [.journal(.missedMany(from: dates.0, to: dates.1, at: place)), .keep(ledger)]
    }

    /// Makes again what a crash has interrupted: its journal entry or its popup may be missing.
    mutating func recoverInterruptedAnnouncements(at now: Instant) -> [Action] {
        var actions: [Action] = []
        for entry in ledger.entries where entry.state == .announcing {
            let rule = settings.rules.first { $0.id == entry.rule }
            if let rule, let place, abs(now - entry.instant) <= settings.notifications.grace {
                actions += announce(Occurrence(rule, at: entry.instant), at: place, now: now, recovered: true)
            } else {
                ledger.mark(entry, .announced)
                actions += [.keep(ledger), .journal(.interrupted(entry, at: place, now: now, localTime: localTime))]
            }
        }
        return actions
    }

    /// Shows what waits to be shown, and gives up what has become too late.
    mutating func tendPopups(at now: Instant) -> [Action] {
        var actions: [Action] = []
        for dropped in popups.removeExpired(at: now) {
            actions += giveUp(dropped, dropped.reason, now)
        }
        for pending in popups.takeReady(at: now) {
            switch pending.content {
            case .notice(let notice):
                actions.append(.show(notice.popup(pending.id)))
            case .announcement(let occurrence, let place):
                let text = AnnouncementText(occurrence: occurrence, place: place, localTime: localTime, now: now)
                actions.append(
                    .show(
                        Popup(
                            id: pending.id, tag: occurrence.rule.id, summary: text.summary, body: text.body,
                            urgency: .normal)))
            }
        }
        return actions
    }
}
