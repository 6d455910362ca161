// SPDX-License-Identifier: MIT
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
    /// Removes notices, shown or pending, whose reason no longer exists, because some servers would show them forever.
    mutating func withdrawNotices(_ tags: String...) -> [Output] {
        tags.map { tag in
            popups.remove(tag: tag)
            return .withdraw(tag: tag)
        }
    }

    /// Removes the notices about the location once it is not missing any more.
    mutating func withdrawLocationNotices(after turn: Turn) -> [Output] {
        turn.lacksLocation && !lacksLocation ? withdrawNotices(Popup.firstStartTag, Popup.locationTag) : []
    }

    /// Whether no place is known, or access to the location was denied in a way that needs a notice.
    var lacksLocation: Bool { place == nil || location.isRefusalNoteworthy(under: settings.location) }
}
