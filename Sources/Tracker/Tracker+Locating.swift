import Solar

/// Applies changes of the place, the time zone or the rules.
extension Tracker {
    /// Applies a change of the location, and keeps an accepted fix for the next start.
    mutating func locate(at now: Instant, _ change: (inout LocationFollower) -> [JournalFact]) -> [Output] {
        var changed = location
        let entries = change(&changed).map(Output.journal)
        let isAccepted = changed.chain.lastFix != location.chain.lastFix
        let moved = replan(at: now) { $0.location = changed }
        // The fix is kept last: after a crash before this, the next run starts at the earlier place and moves again.
        return entries + moved + (isAccepted ? stores.keep(fix: changed.chain.lastFix) : [])
    }

    /// Applies another time zone, or other rules of the same one.
    mutating func moveTimeZone(
        to localTime: any LocalTime, principalPlace: Place?, plasmaPlace: Place?, at now: Instant
    ) -> [Output] {
        let name = self.localTime.zoneName
        self.localTime = localTime
        // The rules of a zone can change under its name. Zones without a name cannot be compared.
        let isNews = localTime.zoneName != name || name == nil
        return (isNews ? [.journal(.timeZoneChanged(to: localTime.zoneName))] : [])
            + replan(at: now, isNewPlan: true) {
                $0.location.moveTimeZone(
                    to: principalPlace, plasmaPlace: plasmaPlace, under: $0.settings.location)
            }
    }

    /// Applies a change that may move the observer, and reports the new place if it moves.
    ///
    /// - Parameter isNewPlan: whether the rules or the time zone change. Then the agenda is created again, and nothing
    ///   is announced that the new rules would have announced before now.
    mutating func replan(at now: Instant, isNewPlan: Bool = false, _ change: (inout Tracker) -> Void)
        -> [Output]
    {
        // First, what was due at the previous place is announced: after the machine resumes, this input may arrive
        // before the timer and the clock step.
        let due = announceWhatIsDue(at: now)
        let before = place
        change(&self)
        if isNewPlan { (agenda, phases.course) = (nil, nil) }
        let hasMoved = place?.observer != before?.observer
        // The ledger is written so that this is also true after a restart.
        let kept: [Output] = isNewPlan && !hasMoved ? [.keep(ledger)] : []
        // If only the source of the place changes, it is shown with the place, but is not reported.
        guard hasMoved || place?.name != before?.name else { return due + kept }
        let entry = Output.journal(place.map { .locationChanged($0, now: now) } ?? missingPlace)
        guard hasMoved else { return due + kept + [entry] }
        // Events at the new place within the grace period are announced, unless the ledger contains them from the old
        // place. Older events are not announced, not even after a restart, because the observer was not there. So the
        // ledger is always written, and only once: a crash cannot leave a ledger in which these occurrences are settled
        // but not announced.
        let news = announceWhatIsDue(at: now, since: now - settings.notifications.grace)
        return due + [entry] + (news.isEmpty ? [.keep(ledger)] : news)
    }

    /// The entry about a missing place.
    var missingPlace: JournalFact { location.missingPlace(under: settings.location) }
}
