import Solar

/// Where the observer is: what a watcher tells, and when there is one.
extension Tracker {
    /// Takes in a fix; nil says that an earlier one no longer holds.
    mutating func apply(fix: Place?, at now: Instant) -> [Output] {
        guard var fix else { return replan(at: now) { $0.locations.loseFix() } }
        // When it came, not what the source has for a time stamp: a receiver's is that of a clock without a date.
        fix.provenance.observed = now
        fix.provenance.timeZone = locations.timeZone
        // No radius, or one that is everything, says nothing; and could not be read back after a restart.
        if let radius = fix.provenance.accuracy, !(radius.isFinite && radius >= 0) { fix.provenance.accuracy = nil }
        let held = locations.heldFix(under: settings.location)
        switch FixVerdict(of: fix, besides: held, at: now) {
        case .rejected:
            return []
        case .coarser:
            locations.coarserFix = fix
            return []
        case .insignificant:
            locations.coarserFix = nil
            guard locations.fix == nil, let held else { return [] }
            // The first fix since the start, or since the location was lost, and the place is the one remembered.
            let confirmed = Place(observer: held.observer, name: held.name, provenance: fix.provenance)
            return replan(at: now) { $0.locations.fix = confirmed }
        case .significant:
            return accept(fix, at: now)
        }
    }

    /// Has a fix in force from now on, and kept for the next start.
    private mutating func accept(_ fix: Place, at now: Instant) -> [Output] {
        let changed = replan(at: now) { tracker in
            tracker.locations.coarserFix = nil
            tracker.locations.fix = fix
            tracker.locations.lastFix = fix
            tracker.locations.lastFix?.provenance.source = .lastFix
        }
        needsFixKept = false
        // The last of it: after a crash before this, the run that follows is at the place before, and moves once more.
        return changed + [.keepFix(fix)]
    }

    /// Takes the fix that said less than the one held, once that one is stale.
    mutating func acceptCoarserFix(at now: Instant) -> [Output] {
        guard let coarser = locations.coarserFix, let held = locations.fix ?? locations.lastFix,
            FixVerdict.isStale(held, at: now)
        else { return [] }
        return accept(coarser, at: now)
    }

    /// When a coarser fix becomes the better one; nil if none waits for that.
    var coarserFixIsBetter: Instant? {
        guard locations.coarserFix != nil, let held = locations.fix ?? locations.lastFix else { return nil }
        return (held.provenance.observed ?? lastSeen) + FixVerdict.staleAge
    }

    /// Takes in that the disk has the last fix, or does not have it.
    ///
    /// - Parameter trouble: why the disk did not take it; nil if it did.
    mutating func applyFixKeeping(failure trouble: String?) -> [Output] {
        needsFixKept = trouble != nil
        guard needsFixKept != keepingFixFails else { return [] }
        keepingFixFails = needsFixKept
        return [.journal(trouble.map { .fixNotKept($0) } ?? .fixKeptAgain())]
    }

    /// Keeps the fix that the disk did not take, now that it takes the ledger: the next start is not to begin at the place
    /// before.
    mutating func keepPendingFix() -> [Output] {
        guard needsFixKept, let fix = locations.lastFix else { return [] }
        needsFixKept = false
        return [.keepFix(fix)]
    }

    /// Takes in whether fixes may come. Where they no longer do, the last one is only remembered.
    mutating func apply(_ authorization: LocationAuthorization, at now: Instant) -> [Output] {
        guard authorization != self.authorization else { return [] }
        self.authorization = authorization
        let entry: [Output] =
            authorization == .notDetermined
            ? [] : [.journal(.authorization(authorization, isLastHope: place == nil))]
        guard authorization.isRefused else { return entry }
        return entry + replan(at: now) { $0.locations.loseFix() }
    }

    /// Takes in another time zone, or another law of the same one.
    mutating func moveTimeZone(to localTime: any LocalTime, principalPlace: Place?, at now: Instant) -> [Output] {
        let (name, zone) = (self.localTime.zoneName, locations.timeZone)
        self.localTime = localTime
        // The rules of a zone can change under its name; of zones without names nobody knows whether they differ.
        let isNews = localTime.zoneName != name || name == nil
        let entries: [Output] = isNews ? [.journal(.timeZoneChanged(to: localTime.zoneName))] : []
        let moved = replan(at: now, isNewPlan: true) { $0.locations.timeZonePlace = principalPlace }
        let hasFix = (locations.fix ?? locations.lastFix) != nil
        asksForFix = locations.timeZone != zone && hasFix && locations.heldFix(under: settings.location) == nil
        return entries + moved
    }

    /// Starts, changes or stops the watcher as the settings want it. To be told to reload is reason enough to ask again
    /// where the location was refused; and so is a time zone in which the fix cannot be, since a watcher says nothing of
    /// a place that stays.
    mutating func updateWatcher(after input: Input) -> [Output] {
        let wanted = settings.location.watch
        defer { asksForFix = false }
        switch input {
        case .timeZoneChanged:
            guard asksForFix, wanted != nil else { return [] }
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
    mutating func replan(at now: Instant, isNewPlan: Bool = false, _ change: (inout Tracker) -> Void)
        -> [Output]
    {
        // What was due at the place that was in force until now comes first: after a sleep, the news may come before the
        // timer and the clock.
        let due = announceWhatIsDue(at: now)
        let before = place
        change(&self)
        if isNewPlan { forgetAgenda() }
        let hasMoved = place?.observer != before?.observer
        // Nor is it after a restart.
        let kept: [Output] = isNewPlan && !hasMoved ? [.keep(ledger)] : []
        // That a place which stays is known in another way is shown where the place is shown, but is no news.
        guard hasMoved || place?.name != before?.name else { return due + kept }
        let entry = Output.journal(
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

extension LocationChain {
    /// What was in force is a memory from now on.
    mutating func loseFix() { (fix, coarserFix) = (nil, nil) }
}
