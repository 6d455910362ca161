import Solar

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
