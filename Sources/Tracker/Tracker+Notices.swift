// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Shows the notices about the service, and removes them.
///
/// Two are shown once: at the first start, and when access to the location is denied. Such a notice is shown at most once,
/// and an announcement at least once: the ledger on the disk has a notice as shown before the server is asked to show it.
/// So no crash repeats it, and one at that very moment loses it. A clean stop loses one only while the server is asked.
extension Tracker {
    /// For how long the notice of the first start is held back. The service is often started in the second in which it
    /// is installed, and GNOME Shell looks for new icons every five seconds: before, it would show a generic icon.
    private static let patience = Duration.seconds(7)

    /// Writes to the ledger which notices are due, as shown. `showClaimedNotices` shows them when that is done.
    mutating func claimNotices() -> [Output] {
        let before = ledger.notes
        var due: [Ledger.Note] = []
        if location.authorization.isAllowed { ledger.notes.remove(.deniedLocation) }
        if before.contains(.firstStart), location.isSettled(under: settings.location) {
            ledger.notes.remove(.firstStart)
            // Where nothing has a notification, whoever wrote the settings wants no notifications.
            if inEffect.rules.contains(where: \.notifies) { due = [.firstStart] }
        }
        let isRefused = location.isRefusalNoteworthy(under: settings.location)
        // The notice of the first start says it too.
        if isRefused, ledger.notes.insert(.deniedLocation).inserted, due.isEmpty { due = [.deniedLocation] }
        guard ledger.notes != before else { return [] }
        let write = keep()
        if !due.isEmpty { claimedNotices = (claimedNotices.notes.filter { !due.contains($0) } + due, lastWrite) }
        return write
    }

    /// Shows the notices that the ledger on the disk now has as shown.
    mutating func showClaimedNotices(at now: Instant) -> [Output] {
        let notices = claimedNotices.notes
        claimedNotices.notes = []
        return notices.flatMap { note -> [Output] in
            let notice: Popup.Content
            var start = now
            switch note {
            case .firstStart:
                notice = .firstStart(at: place, location.authorization)
                start = now + Self.patience
            case .deniedLocation:
                // Access may have been granted while the ledger was written.
                guard location.isRefusalNoteworthy(under: settings.location) else { return [] }
                notice = .locationDenied(location.authorization, insteadAt: place)
            // It has no notice.
            case .new: return []
            }
            return enqueue(notice, from: start, until: now + settings.notifications.grace, now)
        }
    }

    /// Records the notices that were not sent to the server as not shown, so the next run shows them.
    mutating func returnUnsentNotices() {
        for note in claimedNotices.notes + popups.unsent.compactMap(\.note) {
            switch note {
            case .firstStart: ledger.notes.insert(note)
            case .deniedLocation: ledger.notes.remove(note)
            // It has no notice.
            case .new: break
            }
        }
    }

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
