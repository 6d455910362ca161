// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Applies changes of the place, the time zone or the rules.
extension Tracker {
    /// Applies a change of the location, and keeps an accepted fix for the next start.
    mutating func locate(at now: Instant, _ change: (inout LocationFollower) -> [JournalFact]) -> [Output] {
        var changed = location
        let entries = change(&changed).map(Output.journal)
        let accepted = changed.chain.lastFix == location.chain.lastFix ? nil : changed.chain.lastFix
        let moved = replan(at: now) { $0.location = changed }
        // The fix is kept last: after a crash before this, the next run starts at the earlier place and moves again.
        return entries + moved + (accepted.map { [.keepFix($0)] } ?? [])
    }

    /// Accepts a coarser fix once the current one is stale.
    mutating func acceptCoarserFix(at now: Instant) -> [Output] {
        guard location.hasStaleFix(at: now) else { return [] }
        return locate(at: now) {
            $0.acceptCoarserFix()
            return []
        }
    }

    /// Applies another time zone, or other rules of the same one.
    mutating func moveTimeZone(
        to localTime: any LocalTime, mainCity: Place?, plasmaPlace: Place?, at now: Instant
    ) -> [Output] {
        let name = self.localTime.zoneName
        self.localTime = localTime
        // The rules of a zone can change under its name. Zones without a name cannot be compared.
        let isNews = localTime.zoneName != name || name == nil
        return (isNews ? [.journal(.timeZoneChanged(to: localTime.zoneName))] : [])
            + replan(at: now, isNewPlan: true) {
                $0.location.moveTimeZone(
                    to: mainCity, plasmaPlace: plasmaPlace, under: $0.settings.location, at: now)
            }
    }

    /// Applies a change that may move the observer, and reports the new place if it moves.
    ///
    /// Nothing is announced that new rules would have announced before now. The old rules are followed into another place
    /// and another time zone: what was due in the last minutes at that place, what is due before its event, which is still
    /// ahead, and what the zone moves into the past.
    ///
    /// - Parameter isNewPlan: whether the rules or the time zone change. Then the agenda is created again.
    mutating func replan(at now: Instant, isNewPlan: Bool = false, _ change: (inout Tracker) -> Void)
        -> [Output]
    {
        // First, what was due at the previous place is announced: after the machine resumes, this input may arrive
        // before the timer and the clock step.
        let due = announceWhatIsDue(at: now)
        let (before, rules, since) = (place, schedules, ledger.since)
        var coming = agenda
        change(&self)
        if isNewPlan { (agenda, phases.course) = (nil, nil) }
        let hasMoved = place?.observer != before?.observer
        var again: [Occurrence] = []
        if hasMoved {
            // Older events are not announced, however the clock is set later, because the observer was not there.
            ledger.since = max(ledger.since, now - settings.notifications.lookBack - .microseconds(1))
            let arrival = ledger.since
            again =
                ahead(dueAfter: since, through: arrival, at: now)
                + (agenda?.occurrences(after: arrival, through: now) ?? [])
        } else if isNewPlan {
            again = ahead(dueAfter: since, through: now, at: now)
            again += movedIntoThePast(from: &coming, at: now).filter { !again.contains($0) }
        }
        let news = announceWhatIsDue(at: now, and: again.filter { rules.contains($0.rule.schedule) })
        // Nothing that was due before the new rules existed is announced later.
        if schedules != rules { ledger.since = now }
        // The ledger is written so that this is also true after a restart. It is written only once: a crash cannot leave
        // a ledger in which these occurrences are settled but not announced.
        let kept: [Output] = (isNewPlan || hasMoved) && news.isEmpty ? keep() : news
        // If only the source of the place changes, it is shown with the place, but is not reported.
        guard hasMoved || place?.name != before?.name else { return due + kept }
        return due + [.journal(place.map { .locationChanged($0, now: now) } ?? missingPlace)] + kept
    }

    /// What was to come in the old time zone, and was due before now in the new one: an alert with bounds, or a notice,
    /// which are at times of day.
    private mutating func movedIntoThePast(from coming: inout Agenda?, at now: Instant) -> [Occurrence] {
        let reach = Duration.seconds(3 * 86_400)
        guard let coming = coming?.occurrences(after: now, through: now + reach) else { return [] }
        return (agenda?.occurrences(after: now - reach, through: now) ?? []).filter { occurrence in
            coming.contains { $0.rule == occurrence.rule && $0.eventInstant == occurrence.eventInstant }
        }
    }

    private var schedules: Set<Rule.Schedule> { Set(inEffect.rules.map(\.schedule)) }

    var missingPlace: JournalFact { location.missingPlace(under: settings.location) }
}
