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
            for popup in popups.removeReadyAnnouncements(at: now) {
                outputs += drop(popup, "it could not be shown before the time of Quiet=", now, isQuiet: true)
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

    /// Whether it is the quiet time.
    private func isQuiet(at now: Instant) -> Bool { settings.notifications.quiet.contains(now, in: localTime) }

    /// Whether it is the quiet time, and the settings have no popups then.
    func leavesOutPopups(at now: Instant) -> Bool {
        settings.notifications.whenQuiet == .journal && isQuiet(at: now)
    }
}

extension Tracker {
    /// Removes notices whose reason is gone, shown or pending: some servers keep them for ever.
    mutating func withdrawNotices(_ tags: String...) -> [Output] {
        tags.map { tag in
            popups.remove(tag: tag)
            return .withdraw(tag: tag)
        }
    }

    /// Whether no place is known, or its source is refused in a way that a notice is about.
    var lacksLocation: Bool { place == nil || location.isRefusalNoteworthy(under: settings.location) }
}
