import Solar

/// Where the observer is: fixes, time zones, and when to watch the location.
extension Tracker {
    /// Applies a fix.
    mutating func apply(fix: Place, at now: Instant) -> [Output] {
        var fix = fix
        // The time of arrival instead of the source's time stamp: a receiver's clock may have no date.
        fix.provenance.observed = now
        fix.provenance.timeZone = locations.timeZone
        // A radius that is negative or not finite carries no information, and could not be read back after a restart.
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
            // The first fix since the start, or since the location was refused, confirms the last known place.
            let confirmed = Place(observer: held.observer, name: held.name, provenance: fix.provenance)
            return replan(at: now) { $0.locations.fix = confirmed }
        case .significant:
            return accept(fix, at: now)
        }
    }

    /// Puts a fix into force, and keeps it for the next start. Only now its name is looked up: most fixes change nothing.
    private mutating func accept(_ fix: Place, at now: Instant) -> [Output] {
        let fix = fix.named(by: places)
        let changed = replan(at: now) { tracker in
            tracker.locations.coarserFix = nil
            tracker.locations.fix = fix
            tracker.locations.lastFix = fix
            tracker.locations.lastFix?.provenance.source = .lastFix
        }
        needsFixKept = false
        // Last: after a crash before this, the next run starts at the earlier place and moves again.
        return changed + [.keepFix(fix)]
    }

    /// Accepts the fix that was coarser than the current one, once that is stale.
    mutating func acceptCoarserFix(at now: Instant) -> [Output] {
        guard let coarser = locations.coarserFix, let held = locations.fix ?? locations.lastFix,
            FixVerdict.isStale(held, at: now)
        else { return [] }
        return accept(coarser, at: now)
    }

    /// When a coarser fix replaces the current one; nil if none is waiting.
    var coarserFixIsBetter: Instant? {
        guard locations.coarserFix != nil, let held = locations.fix ?? locations.lastFix else { return nil }
        return (held.provenance.observed ?? lastSeen) + FixVerdict.staleAge
    }

    /// Applies whether the last fix could be written.
    ///
    /// - Parameter trouble: why it could not; nil if it could.
    mutating func applyFixKeeping(failure trouble: String?) -> [Output] {
        needsFixKept = trouble != nil
        guard needsFixKept != keepingFixFails else { return [] }
        keepingFixFails = needsFixKept
        return [.journal(trouble.map { .fixNotKept($0) } ?? .fixKeptAgain())]
    }

    /// Writes the fix again that could not be written, now that the disk takes the ledger. Otherwise the next start
    /// would begin at the earlier place.
    mutating func keepPendingFix() -> [Output] {
        guard needsFixKept, let fix = locations.lastFix else { return [] }
        needsFixKept = false
        return [.keepFix(fix)]
    }

    /// Applies a change of the authorization. Without it, the fix in force becomes the last known one.
    mutating func apply(_ authorization: LocationAuthorization, at now: Instant) -> [Output] {
        guard authorization != self.authorization else { return [] }
        self.authorization = authorization
        let entry: [Output] =
            authorization == .notDetermined
            ? [] : [.journal(.authorization(authorization, isLastHope: place == nil))]
        guard authorization.isRefused else { return entry }
        return entry + replan(at: now) { $0.locations.loseFix() }
    }

    /// Applies another time zone, or other rules of the same one.
    mutating func moveTimeZone(to localTime: any LocalTime, principalPlace: Place?, at now: Instant) -> [Output] {
        let (name, zone) = (self.localTime.zoneName, locations.timeZone)
        self.localTime = localTime
        // The rules of a zone can change under its name. Zones without a name cannot be compared.
        let isNews = localTime.zoneName != name || name == nil
        let entries: [Output] = isNews ? [.journal(.timeZoneChanged(to: localTime.zoneName))] : []
        let moved = replan(at: now, isNewPlan: true) { $0.locations.timeZonePlace = principalPlace }
        let hasFix = (locations.fix ?? locations.lastFix) != nil
        asksForFix = locations.timeZone != zone && hasFix && locations.heldFix(under: settings.location) == nil
        return entries + moved
    }

    /// Starts, changes or stops the watcher according to the settings. It also asks again where the location was
    /// refused and a reload is requested, and where the time zone contradicts the fix, because a watcher does not
    /// report a place that stays the same.
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
        (authorization, isFixOverdue) = (.notDetermined, false)
        return [.watchLocation(wanted)]
    }

    /// Whether no better location is to be expected soon: none is asked for, a fix has come, or GeoClue has refused or has
    /// had its time.
    var isLocationSettled: Bool {
        settings.location.watch == nil || locations.fix != nil || authorization.isRefused || isFixOverdue
    }

    /// The entry about a missing place. It is a warning only after GeoClue has had its time.
    var missingPlace: JournalEntry {
        let watch = settings.location.watch
        return watch != nil && (watch != watching || !isLocationSettled)
            ? .awaitingLocation() : .noLocation(watching: watch != nil)
    }

    /// Applies a change that may move the observer, and reports the new place if it does.
    ///
    /// - Parameter isNewPlan: whether the rules or the time zone change. The agenda is then made again, and what they
    ///   would have announced before now is not announced.
    mutating func replan(at now: Instant, isNewPlan: Bool = false, _ change: (inout Tracker) -> Void)
        -> [Output]
    {
        // First announce what was due at the place in force until now: after a sleep, this input may arrive before the
        // timer and the step of the clock.
        let due = announceWhatIsDue(at: now)
        let before = place
        change(&self)
        if isNewPlan { forgetAgenda() }
        let hasMoved = place?.observer != before?.observer
        // The same holds after a restart.
        let kept: [Output] = isNewPlan && !hasMoved ? [.keep(ledger)] : []
        // A place that stays but has another source is shown wherever the place is shown, but is not reported.
        guard hasMoved || place?.name != before?.name else { return due + kept }
        let entry = Output.journal(place.map { .locationChanged($0, at: now) } ?? missingPlace)
        guard hasMoved else { return due + kept + [entry] }
        // What the Sun did at the new place within the grace period is announced, unless the ledger has it from the old
        // place. Anything older never concerned this observer, nor does it after a restart. So the ledger is written in
        // any case, and only once, so that a crash cannot leave one that has these occurrences settled but not
        // announced.
        lastSeen = now - settings.notifications.grace
        let news = announceWhatIsDue(at: now)
        return due + [entry] + (news.isEmpty ? [.keep(ledger)] : news)
    }
}

/// The status line of the service.
extension Tracker {
    /// `Next: sunset in Denver on 21 November at 16:37`. It always has the date: nothing wakes at midnight to turn
    /// "tomorrow" into "today".
    func statusText(_ next: Occurrence?, now: Instant) -> String {
        guard let place else {
            return "No location is known" + (authorization.isRefused ? ". \(authorization.advice)" : "")
        }
        let inPlace = place.name.map { " \($0.locationPhrase)" } ?? ""
        guard let next else { return "Nothing to announce\(inPlace) within a year" }
        let date = localTime.civilTime(at: next.due).date
        let day = date.formatted(relativeTo: localTime.civilTime(at: now).date)
        return "Next: \(next.rule.displayName)\(inPlace) on \(day) at \(localTime.timeOfDay(at: next.due))"
    }
}

extension LocationChain {
    /// The fix in force becomes the last known one.
    mutating func loseFix() { (fix, coarserFix) = (nil, nil) }
}
