import Solar

/// Where the observer is: what a watcher tells, and when there is one.
extension Tracker {
    /// Takes in a fix; nil says that an earlier one no longer holds.
    mutating func locate(_ fix: Place?, at now: Instant) -> [Action] {
        guard var fix else { return changeLocation(at: now) { $0.locations.fix = nil } }
        // When it came, not what the source has for a time stamp: a receiver's is that of a clock without a date.
        fix.provenance.observed = now
        // No radius, or one that is everything, says nothing; and could not be read back after a restart.
        if let radius = fix.provenance.accuracy, !(radius.isFinite && radius >= 0) { fix.provenance.accuracy = nil }
        let held = locations.fix ?? locations.lastFix
        switch FixWorth(of: fix, besides: held, at: now) {
        case .rejected:
            return []
        case .insignificant:
            guard locations.fix == nil, let held else { return [] }
            // The first fix since the start, or since the location was lost, and the place is the one remembered.
            let confirmed = Place(observer: held.observer, name: held.name, provenance: fix.provenance)
            return changeLocation(at: now) { $0.locations.fix = confirmed }
        case .significant:
            let changed = changeLocation(at: now) { tracker in
                tracker.locations.fix = fix
                tracker.locations.lastFix = fix
                tracker.locations.lastFix?.provenance.source = .lastFix
            }
            owesFix = false
            // The last of it: after a crash before this, the run that follows is at the place before, and moves once more.
            return changed + [.keepFix(fix)]
        }
    }

    /// Takes in that the disk has the last fix, or does not have it.
    ///
    /// - Parameter trouble: why the disk did not take it; nil if it did.
    mutating func noteKeeping(ofFixFailed trouble: String?) -> [Action] {
        owesFix = trouble != nil
        guard owesFix != keepingFixFails else { return [] }
        keepingFixFails = owesFix
        return [.journal(trouble.map { .fixNotKept($0) } ?? .fixKeptAgain())]
    }

    /// Keeps the fix that the disk did not take, now that it takes the ledger: the next start is not to begin at the place
    /// before.
    mutating func keepOwedFix() -> [Action] {
        guard owesFix, let fix = locations.lastFix else { return [] }
        owesFix = false
        return [.keepFix(fix)]
    }

    /// Takes in whether fixes may come. Where they no longer do, the last one is only remembered.
    mutating func authorize(_ authorization: LocationAuthorization, at now: Instant) -> [Action] {
        guard authorization != self.authorization else { return [] }
        self.authorization = authorization
        let entry: [Action] =
            authorization == .notDetermined
            ? [] : [.journal(.authorization(authorization, isLastHope: place == nil))]
        guard authorization.isRefused else { return entry }
        return entry + changeLocation(at: now) { $0.locations.fix = nil }
    }

    /// Starts, changes or stops the watcher as the settings want it. To be told to reload is reason enough to ask again
    /// where the location was refused.
    mutating func tendWatcher(after event: Event) -> [Action] {
        let wanted = settings.location.watch
        switch event {
        case .started, .reloaded:
            guard wanted != watching || (wanted != nil && authorization.isRefused) else { return [] }
        case .settingsEdited:
            guard wanted != watching else { return [] }
        default:
            return []
        }
        watching = wanted
        authorization = .notDetermined
        return [.watchLocation(wanted)]
    }

    /// Applies a change that may move the observer, and says so if it does.
    ///
    /// - Parameter isNewPlan: other rules or other clocks come with it: the agenda is no longer right, and what they would
    ///   have had before now is no news.
    mutating func changeLocation(at now: Instant, isNewPlan: Bool = false, _ change: (inout Tracker) -> Void)
        -> [Action]
    {
        // What was due at the place that was in force until now comes first: after a sleep, the news may come before the
        // timer and the clock.
        let due = announceWhatIsDue(at: now)
        let before = place
        change(&self)
        if isNewPlan { forgetAgenda() }
        let hasMoved = place?.observer != before?.observer
        // Nor is it after a restart.
        let kept: [Action] = isNewPlan && !hasMoved ? [.keep(ledger)] : []
        // That a place which stays is known in another way is shown where the place is shown, but is no news.
        guard hasMoved || place?.name != before?.name else { return due + kept }
        let entry = Action.journal(
            place.map { .locationChanged($0, at: now) } ?? .noLocation(watching: watching != nil))
        guard hasMoved else { return due + kept + [entry] }
        // What the Sun did at the new place a moment ago is news, unless the ledger knows it from the old place. What it
        // did there longer ago never concerned this observer, nor does it after a restart: the ledger is kept in any case,
        // and only once, so that a crash does not leave one that takes the news for told.
        lastSeen = now - settings.notifications.grace
        let news = announceWhatIsDue(at: now)
        return due + [entry] + (news.isEmpty ? [.keep(ledger)] : news)
    }
}
