import Solar

/// The notices that are shown once: at the first start, and when the location is refused.
///
/// The ledger on the disk has a notice as shown before the server is asked to show it. So no crash repeats it, and one
/// at that very moment loses it.
struct OnceNotices: Hashable, Sendable {
    /// Those that are shown once the ledger on the disk has them as shown.
    private var claimed: [Ledger.Note] = []

    /// Decides which notices are due, and notes them as shown.
    mutating func claim(
        in notes: inout Set<Ledger.Note>, _ location: LocationFollower, under inForce: SettingsInForce
    ) {
        let before = notes
        if location.authorization.isAllowed { notes.remove(.refusedLocation) }
        var due: [Ledger.Note] = []
        if before.contains(.firstStart), location.isSettled(under: inForce.settings.location) {
            notes.remove(.firstStart)
            // Where nothing has a notification, whoever wrote the settings wants no notifications.
            if inForce.rules.contains(where: \.notifies) { due.append(.firstStart) }
        }
        if location.isRefusalNoteworthy(under: inForce.settings.location), notes.insert(.refusedLocation).inserted {
            // The notice of the first start says it too.
            if due.isEmpty { due.append(.refusedLocation) }
        }
        claimed += due.filter { !claimed.contains($0) }
    }

    /// Those to show now that the ledger on the disk has them as shown.
    mutating func takeClaimed() -> [Ledger.Note] {
        defer { claimed = [] }
        return claimed
    }
}

extension LocationFollower {
    /// Whether the refusal of the location changes anything for the user: somebody has refused it, or nothing else knows
    /// the place. A desktop without GeoClue whose time zone has a place needs no notice.
    func isRefusalNoteworthy(under settings: LocationSettings) -> Bool {
        guard settings.watch != nil else { return false }
        switch authorization {
        case .denied: return true
        case .restricted: return chain.place(under: settings) == nil
        case .notDetermined, .allowedAlways, .allowedOnce: return false
        }
    }
}
