// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Shows the popups of announcements and notices and the previews, one after the other, and handles the reports about
/// them.
extension Tracker {
    /// Adds a popup to the queue, and drops a pending popup with the same tag.
    mutating func enqueue(
        _ content: Popup.Content, from start: Instant? = nil, until deadline: Instant, _ now: Instant,
        mayHaveBeenShown: Bool = false
    ) -> [Output] {
        popups.add(content, notBefore: start ?? now, deadline: deadline, mayHaveBeenShown: mayHaveBeenShown)
            .map { drop($0, .replaced, now) } ?? []
    }

    /// Sends the next popup. Drops popups that are too late, and popups that `Quiet=` excludes.
    mutating func showPending(at now: Instant) -> [Output] {
        var outputs = popups.removeExpired(at: now).flatMap { drop($0, .failed($0.failure), now) }
        while let next = popups.next(at: now) {
            guard case .announcement = next.content, leavesOutPopups(at: now) else {
                popups.send(next.id)
                return outputs + [.show(popup(next, at: now))]
            }
            popups.remove(next.id)
            outputs += drop(next, .quiet, now)
        }
        return outputs
    }

    private func popup(_ pending: PopupQueue.Pending, at now: Instant) -> Popup {
        var emphasis = settings.notifications.emphasis(of: pending.content)
        // A preview is shown even during `Quiet=`, because the user has asked for it.
        let isPreview = if case .preview = pending.content { true } else { false }
        if !isPreview, isQuiet(at: now) { emphasis = .quiet }
        if pending.mayHaveBeenShown { emphasis.sound = .silent }
        return Popup(
            id: pending.id, content: pending.content, emphasis: emphasis, instant: now, deadline: pending.deadline)
    }

    private func isQuiet(at now: Instant) -> Bool { settings.notifications.quiet.contains(now, in: localTime) }

    /// Whether the instant is within `Quiet=`, and the settings exclude popups then (`WhenQuiet=journal`).
    func leavesOutPopups(at now: Instant) -> Bool {
        settings.notifications.whenQuiet == .journal && isQuiet(at: now)
    }

    // MARK: Reports

    /// Handles a popup that the server shows.
    mutating func applyShown(_ id: Popup.ID, at now: Instant) -> [Output] {
        let popup = popups.markShown(id)
        if case .announcement(let shown, _)? = popup?.content {
            ledger.close(.popup, of: shown)
            hasUnwrittenSteps = true
            setOutcome(.shown, of: shown)
        }
        // The session bus or the notification server is back, if it was reported as missing. Only a popup that is shown
        // proves this.
        let isBack = popups.note(missing: nil).map { [Output.journal(.returned($0))] } ?? []
        return (popup.map { respond(to: $0.content, nil) } ?? []) + isBack + keepClosedSteps(at: now)
    }

    /// Handles a popup that the server does not show. A preview fails immediately; all other popups are retried.
    mutating func applyFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant) -> [Output] {
        popups.recordFailure(of: id, failure, at: now, grace: settings.notifications.grace)
        var outputs: [Output] = []
        if case .preview? = popups.content(of: id), let preview = popups.remove(id) {
            outputs = drop(preview, .failed(failure), now)
        }
        return outputs + keepClosedSteps(at: now)
    }

    /// Writes the ledger if steps were closed and the server has responded to all popups that could be sent. A hundred
    /// popups therefore cost no more writes than one.
    mutating func keepClosedSteps(at now: Instant) -> [Output] {
        hasUnwrittenSteps && popups.hasAllResponses(at: now) ? keep() : []
    }

    /// Removes the open step of a popup that will not be shown, and reports it.
    private mutating func drop(_ popup: PopupQueue.Pending, _ loss: Popup.Loss, _ now: Instant) -> [Output] {
        switch popup.content {
        case .announcement(let occurrence, let place):
            let before = ledger
            // Another popup of the same announcement may have replaced this one.
            if !popups.contains(occurrence) { ledger.close(.popup, of: occurrence) }
            setOutcome(loss == .quiet ? .quiet : .notShown, of: occurrence)
            // The entry comes first: after a crash in between, the popup is shown or reported again.
            let entry = report(popup, loss) { .notShown(occurrence, loss, isLast: $0, at: place, now: now) }
            return entry + (ledger == before ? [] : keep())
        case .firstStart, .locationDenied:
            return report(popup, loss) { .noticeNotShown(popup.content, loss, isLast: $0) }
        case .preview:
            return respond(to: popup.content, popup.failure.map { .failed($0) } ?? loss)
        // The error is in the journal anyway.
        case .settingsRefused:
            return []
        }
    }

    /// The entry about a popup that will not be shown; none if the same thing was reported as missing before.
    /// Otherwise, a machine without a desktop would report this at every event.
    private mutating func report(
        _ popup: PopupQueue.Pending, _ loss: Popup.Loss, _ fact: (_ isLast: Bool) -> JournalFact
    ) -> [Output] {
        guard loss != .quiet else { return [.journal(fact(false))] }
        let missing = popup.failure?.missing
        let before = popups.note(missing: missing)
        return missing != nil && missing == before ? [] : [.journal(fact(missing != nil))]
    }

    /// Records the outcome of a notification for other programs, if it belongs to the last announcement.
    mutating func setOutcome(_ outcome: PublishedState.Announcement.Notification, of occurrence: Occurrence) {
        guard lastAnnouncement?.event == occurrence.rule.id, lastAnnouncement?.due == occurrence.due
        else { return }
        lastAnnouncement?.notification = outcome
    }

    // MARK: Previews

    /// Shows the notification of the rule's next occurrence, marked as a preview.
    mutating func preview(_ rule: Rule, for request: PreviewRequest, at now: Instant) -> [Output] {
        let next = place.flatMap { rule.next(at: $0.observer, after: now, localTime: localTime) }
        return enqueue(
            .preview(rule, next: next, at: place, for: request), until: now + PreviewRequest.patience, now)
    }

    private func respond(to content: Popup.Content, _ loss: Popup.Loss?) -> [Output] {
        guard case .preview(_, _, _, let request) = content else { return [] }
        return [.respond(to: request, loss)]
    }
}
