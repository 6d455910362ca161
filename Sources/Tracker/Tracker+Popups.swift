import Solar

/// Showing what is pending: with which emphasis, and what is not shown in the quiet time.
extension Tracker {
    /// Shows the popups that are ready, and drops those that are too late.
    mutating func showPending(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for dropped in popups.removeExpired(at: now) {
            outputs += drop(dropped, dropped.reason, now)
        }
        guard popups.hasReady(at: now) else { return outputs }
        let isQuiet = isQuiet(at: now)
        if isQuiet, settings.notifications.whenQuiet == .journal {
            for popup in popups.removeReadyAnnouncements(at: now) { outputs += leaveOut(popup, at: now) }
        }
        for pending in popups.takeReady(at: now) {
            outputs.append(.show(popup(pending, isQuiet: isQuiet, at: now)))
        }
        return outputs
    }

    private func popup(_ pending: PopupQueue.Pending, isQuiet: Bool, at now: Instant) -> Popup {
        switch pending.content {
        case .notice(var notice):
            if isQuiet, notice.request == nil { notice.emphasis = .quiet }
            return notice.popup(pending.id, deadline: pending.deadline, in: words)
        case .announcement(let occurrence, let place):
            let text = AnnouncementText(
                occurrence: occurrence, place: place, localTime: localTime, words: words, now: now)
            var emphasis = isQuiet ? .quiet : settings.notifications.emphasis(of: occurrence.rule)
            if pending.mayHaveBeenShown { emphasis.sound = .silent }
            return Popup(
                id: pending.id, tag: occurrence.rule.id, summary: text.summary,
                body: text.inBody.body, emphasis: emphasis,
                icon: occurrence.rule.alert?.icon,
                activation: .showDaylight, deadline: pending.deadline, in: words)
        }
    }

    /// Whether it is the quiet time.
    private func isQuiet(at now: Instant) -> Bool { settings.notifications.quiet.contains(now, in: localTime) }

    /// Whether it is the quiet time, and the settings have no popups then.
    func leavesOutPopups(at now: Instant) -> Bool {
        settings.notifications.whenQuiet == .journal && isQuiet(at: now)
    }

    /// Drops a popup that could not be shown before the quiet time began.
    private mutating func leaveOut(_ popup: PopupQueue.Pending, at now: Instant) -> [Output] {
        guard case .announcement(let occurrence, let place) = popup.content else { return [] }
        markDone(occurrence)
        setOutcome(.quiet, of: occurrence)
        // The entry comes first: after a crash in between, the popup is left out or shown again.
        return [.journal(.leftOut(occurrence, at: place, now: now)), .keep(ledger)]
    }
}

/// The notices that are shown once: at the first start, and when the location is refused.
///
/// The ledger on the disk has a notice as shown before the server is asked to show it. So no crash repeats it, and one
/// at that very moment loses it.
extension Tracker {
    /// Decides which notices are due, and writes that to the ledger. `showClaimedNotices` shows them when that is done.
    mutating func claimNotices(at now: Instant) -> [Output] {
        let before = ledger.notes
        if authorization.isAllowed { ledger.notes[.refusedLocation] = nil }
        var due: [Ledger.Note] = []
        if before[.firstStart] != nil, isLocationSettled {
            ledger.notes[.firstStart] = nil
            // Where nothing has a notification, whoever wrote the settings wants no notifications.
            if rules.contains(where: \.notifies) { due.append(.firstStart) }
        }
        if isRefusalNoteworthy, before[.refusedLocation] == nil {
            ledger.notes[.refusedLocation] = now
            // The notice of the first start says it too.
            if due.isEmpty { due.append(.refusedLocation) }
        }
        claimedNotices += due.filter { !claimedNotices.contains($0) }
        return ledger.notes == before ? [] : [.keep(ledger)]
    }

    /// Whether the refusal of the location changes anything for the user: somebody has refused it, or nothing else knows
    /// the place. A desktop without GeoClue whose time zone has a place needs no notice.
    private var isRefusalNoteworthy: Bool {
        guard settings.location.watch != nil else { return false }
        switch authorization {
        case .denied: return true
        case .restricted: return place == nil
        case .notDetermined, .allowedAlways, .allowedOnce: return false
        }
    }

    /// Shows the notices that the ledger on the disk now has as shown.
    mutating func showClaimedNotices(at now: Instant) -> [Output] {
        let claimed = claimedNotices
        claimedNotices = []
        return claimed.flatMap { note -> [Output] in
            let notice: Notice
            switch note {
            case .firstStart:
                notice = Notice(
                    firstStartAt: place, authorization: authorization, at: now, localTime: localTime, in: words)
            case .refusedLocation: notice = Notice(refusal: authorization, insteadAt: place, in: words)
            // It has no notice.
            case .clockSetBack: return []
            }
            return enqueue(.notice(notice), until: now + settings.notifications.grace, now)
        }
    }

    /// The entry about a notice that could not be shown; none for one whose content is in the journal anyway.
    func reportDropped(_ content: PopupQueue.Content, _ reason: String) -> [Output] {
        guard case .notice(let notice) = content, let subject = notice.subject else { return [] }
        return [.journal(.notShown(subject, reason))]
    }
}
