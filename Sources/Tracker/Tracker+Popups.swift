// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Shows the pending popups, with an emphasis that depends on `Quiet=`.
extension Tracker {
    /// Shows the popups that are ready, and drops the popups that are too late.
    mutating func showPending(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for dropped in popups.removeExpired(at: now) {
            outputs += drop(dropped, .failed(dropped.failure), now)
        }
        guard popups.hasReady(at: now) else { return outputs }
        let isQuiet = isQuiet(at: now)
        if isQuiet, settings.notifications.whenQuiet == .journal {
            for popup in popups.removeReadyAnnouncements(at: now) {
                outputs += drop(popup, .quiet, now)
            }
        }
        for pending in popups.takeReady(at: now) {
            outputs.append(.show(popup(pending, isQuiet: isQuiet, at: now)))
        }
        return outputs
    }

    private func popup(_ pending: PopupQueue.Pending, isQuiet: Bool, at now: Instant) -> Popup {
        var emphasis = settings.notifications.emphasis(of: pending.content)
        // A preview is shown even during `Quiet=`, because the user has asked for it.
        let isPreview = if case .preview = pending.content { true } else { false }
        if isQuiet, !isPreview { emphasis = .quiet }
        if pending.mayHaveBeenShown { emphasis.sound = .silent }
        return Popup(
            id: pending.id, content: pending.content, emphasis: emphasis, instant: now, deadline: pending.deadline)
    }

    /// Whether the instant is within `Quiet=`.
    private func isQuiet(at now: Instant) -> Bool { settings.notifications.quiet.contains(now, in: localTime) }

    /// Whether the instant is within `Quiet=`, and the settings exclude popups then (`WhenQuiet=journal`).
    func leavesOutPopups(at now: Instant) -> Bool {
        settings.notifications.whenQuiet == .journal && isQuiet(at: now)
    }
}

extension Tracker {
    /// Shows the notification of the rule's next occurrence, marked as a preview.
    mutating func preview(_ rule: Rule, for request: PreviewRequest, at now: Instant) -> [Output] {
        let next = place.flatMap { rule.next(at: $0.observer, after: now, localTime: localTime) }
        return enqueue(
            .preview(rule, next: next, at: place, for: request), until: now + PreviewRequest.patience, now)
    }

    /// Answers the request for a popup, if it is a preview.
    func answer(_ content: Popup.Content, _ loss: Popup.Loss?) -> [Output] {
        guard case .preview(_, _, _, let request) = content else { return [] }
        return [.answerPreview(request, loss)]
    }
}
