import Solar

/// Shows the pending popups, with an emphasis that depends on `Quiet=`.
extension Tracker {
    /// Shows the popups that are ready, and drops the popups that are too late.
    mutating func showPending(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for dropped in popups.removeExpired(at: now) {
            outputs += drop(dropped, dropped.reason, now)
        }
        guard popups.hasReady(at: now) else { return outputs }
        let isQuiet = isQuiet(at: now)
        if isQuiet, settings.notifications.whenQuiet == .journal {
            for popup in popups.removeReadyAnnouncements(at: now) {
                outputs += drop(popup, "it could not be shown before Quiet= began", now, isQuiet: true)
            }
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
                opensPage: true, deadline: pending.deadline, in: words)
        }
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

    /// Whether no place is known, or access to the location was denied in a way that needs a notice.
    var lacksLocation: Bool { place == nil || location.isRefusalNoteworthy(under: settings.location) }
}
