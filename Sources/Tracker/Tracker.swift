// SPDX-License-Identifier: MIT
package import Solar

/// Every decision of the service, as a synchronous state machine: inputs in, outputs out.
///
/// The tracker contains no clock and does no I/O. Every input takes the same path through `handle(_:at:boot:)`:
/// apply the input, announce what is due and not in the ledger, plan again. So the code that runs in production also
/// runs through simulated centuries in a test.
package struct Tracker: Sendable {
    /// The current settings and hooks.
    var inForce: SettingsInForce
    /// Where the observer is.
    var location: LocationFollower
    package internal(set) var localTime: any LocalTime
    var ledger: Ledger
    /// The reports about the ledger and the last fix on the disk.
    var stores: StoreReports
    var popups = PopupQueue()
    /// The notices to show once the ledger on the disk records them as shown.
    var claimedNotices: [Ledger.Note] = []
    /// The hooks of occurrences that are being started, and their failures.
    var hookCalls = HookCalls()
    /// The phases of day and night, and the calls of their targets and hooks.
    var phases: PhaseFollower
    /// The occurrences that the last input announced. Their journal entries are written by the time the next input
    /// arrives.
    var begun: [Occurrence] = []
    /// Whether to look for all that is due before an event that is still ahead: after a start, because the place, the time
    /// zone and the rules may have changed, and after the clock went back.
    var looksAhead = true
    /// The last announcement.
    var lastAnnouncement: Outlook.Announcement?
    /// The plan that was last output; nil before the first output.
    var planned: Plan?
    private var stopping = false
    /// The last agenda; nil until one is needed, and after the rules or the time zone have changed.
    private var knownAgenda: Agenda?

    /// A tracker that has not started yet.
    ///
    /// - Parameters:
    ///   - hooks: the hooks that exist.
    ///   - places: looks up the names of fixes.
    ///   - ledger: the record of earlier announcements; nil at the first start, and if the record was lost.
    ///   - isFirstStart: whether there is no state of an earlier run at all, not even a damaged one.
    ///   - boot: the boot of the machine; nil if it is not known.
    ///   - login: the user's login; nil if it is not known. Without it, each start counts as another login.
    package init(
        settings: Settings, hooks: HookCatalog = HookCatalog(), locations: LocationChain, localTime: any LocalTime,
        places: any PlaceDirectory, ledger: Ledger?, isFirstStart: Bool = false,
        now: Instant,
        boot: Boot? = nil,
        login: Login? = nil
    ) {
        inForce = SettingsInForce(settings, hooks: hooks)
        location = LocationFollower(locations, places: places)
        phases = PhaseFollower(in: login, after: ledger?.phase)
        self.localTime = localTime
        let reach = settings.notifications.lookBack
        self.ledger = ledger ?? Ledger(settledThrough: now - reach, since: now - reach, notes: [.new])
        if isFirstStart { self.ledger.notes.insert(.firstStart) }
        // Another login has begun, or may have begun.
        if login == nil || self.ledger.override?.login != login { self.ledger.override = nil }
        let wasAhead = if let boot { self.ledger.follow(boot, at: now, grace: reach) } else { false }
        lastAnnouncement = self.ledger.last(.announced(), under: settings.rules(hooks: hooks))
        let wentBack = now < self.ledger.settledThrough || wasAhead
        stores = StoreReports(isNewLedger: ledger == nil || wentBack)
        if wentBack {
            // As after a step of the clock, the last grace period is due again.
            lookBack(from: now)
        }
    }

    /// The current settings.
    package var settings: Settings { inForce.settings }

    /// The hooks that exist.
    var hooks: HookCatalog { inForce.hooks }

    /// The current place; nil if none is known.
    package var place: Place? { location.chain.place(under: settings.location) }

    /// The coming occurrences at the current place; nil without a place.
    var agenda: Agenda? {
        mutating get {
            if place?.observer != knownAgenda?.observer {
                knownAgenda = place.map {
                    Agenda(rules: inForce.rules, observer: $0.observer, localTime: localTime)
                }
            }
            return knownAgenda
        }
        set { knownAgenda = newValue }
    }

    /// Returns the outputs that follow from an input at the time `now`.
    ///
    /// - Parameter boot: the time of the machine's boot according to the same clock; nil if it is not known.
    package mutating func handle(_ input: Input, at now: Instant, boot: Boot? = nil) -> [Output] {
        guard !stopping else { return [] }
        let outputs = outputs(after: input, at: now, boot: boot)
        stores.count(outputs)
        return outputs
    }

    private mutating func outputs(after input: Input, at now: Instant, boot: Boot?) -> [Output] {
        // The outputs of the last input have been carried out. From now on, each write of the ledger records that the
        // journal entries of these announcements exist, so no later run writes them again. This includes the ledger of
        // a clean stop.
        for occurrence in begun { markDone(occurrence) }
        begun = []
        markPhaseBegun()
        let former: PhaseSituation = (phaseSpan(at: now), place?.observer)
        let lackedLocation = lacksLocation
        let (wasAhead, settled, leftOpen) = (!ledger.ahead.isEmpty, ledger.settledThrough, ledger.leftOpen)
        var outputs: [Output] = []
        if let boot, ledger.follow(boot, at: now, grace: settings.notifications.lookBack) {
            lookBack(from: now)
            outputs.append(.keep(ledger))
        }
        let isSetRight = wasAhead && ledger.settledThrough > settled
        outputs += recover(leftOpen.filter { !ledger.isTooEarly($0) }, at: now)
        outputs += apply(input, at: now)
        guard !stopping else { return outputs }
        outputs += announceWhatIsDue(at: now)
        // A clock that was behind was corrected. The ledger is written because nothing would show this in the next
        // boot, and the time that the clock skipped would count as an outage.
        if isSetRight { outputs.append(.keep(ledger)) }
        outputs += followOverride(at: now)
        if lackedLocation, !lacksLocation {
            outputs += withdrawNotices(Popup.firstStartTag, Popup.locationTag)
        }
        outputs += showPending(at: now)
        // The phase comes after the popups, so that they do not wait for another write to the disk.
        outputs += callPhase(after: input, from: former, at: now)
        // The watcher's outputs come last, but its authorization is part of the plan.
        let orders = location.updateWatcher(after: input, under: settings.location, at: now)
        outputs += claimNotices()
        outputs += plan(after: input, at: now)
        return outputs + orders
    }

    /// Applies an input to the state.
    private mutating func apply(_ input: Input, at now: Instant) -> [Output] {
        switch input {
        case .started(let ledgerProblem):
            let entries = ledgerProblem.map { [Output.journal(.stateProblem($0))] } ?? []
            // A ledger that differs from the disk is written, so that a later start can notice the time without the
            // service.
            let first: [Output] = stores.isNewLedger ? [.keep(ledger)] : []
            return entries + reportStrayHooks() + first + recover(ledger.open, at: now) + awaitSession()
        case .timerFired, .clockStepped:
            return locate(at: now) {
                $0.acceptCoarserFix(at: now)
                return []
            }
        case .timeZoneChanged(let localTime, let principalPlace, let plasmaPlace):
            return moveTimeZone(to: localTime, principalPlace: principalPlace, plasmaPlace: plasmaPlace, at: now)
        case .location(let report):
            let settings = settings.location
            return locate(at: now) { $0.handle(report, under: settings, at: now) }
        case .settings(let reading, let hooks, let cause):
            return apply(reading, hooks, cause, at: now)
        case .popupShown(let id):
            return applyShown(id) + reportReturn() + keepAnswers(at: now)
        case .popupFailed(let id, let failure):
            return applyFailure(of: id, failure, at: now) + keepAnswers(at: now)
        case .popupActivated(let token):
            return [.openDaylight(token: token)]
        case .notificationServerAppeared:
            popups.serverAppeared(at: now)
            return []
        case .notificationServerLeft:
            popups.serverLeft(at: now)
            return []
        case .hooks(.called, let subject):
            return applyCalled(subject)
        case .hooks(.failed(let failure), let subject):
            return report(failure, subject) + notePhaseFailure(failure, subject)
        case .hookProblems(let hooks):
            return hookCalls.record(hooks).compactMap { hook in hook.problem.map { .journal(.hookProblem(hook, $0)) } }
        // These inputs are handled later, with the phases and the watcher.
        case .graphicalSessionBegan, .locationTrigger:
            return []
        case .previewRequested(let rule, let request):
            return preview(rule, for: request, at: now)
        case .phaseRequested(let request):
            return set(request, at: now)
        case .ledgerStore(let report):
            let entries = stores.handle(ledger: report)
            guard report == .kept else { return entries }
            let notices = stores.hasLedger ? showClaimedNotices(at: now) : []
            return entries + stores.keepAgain(fix: location.chain.lastFix) + notices
        case .fixStore(let report):
            return stores.handle(fix: report)
        case .stopRequested:
            stopping = true
            settle(at: now)
            let release: [Output] = location.watching == nil ? [] : [.watchLocation(nil)]
            return [.keep(ledger)] + stores.keepAgain(fix: location.chain.lastFix) + [.journal(.stopped)] + release
                + [.stop]
        case .stateProblem(let problem):
            return [.journal(.stateProblem(problem))]
        }
    }

    /// Writes the ledger once the server has responded to all popups.
    private mutating func keepAnswers(at now: Instant) -> [Output] {
        popups.needsKeeping(at: now) ? [.keep(ledger)] : []
    }

    /// Handles a popup that the server shows.
    private mutating func applyShown(_ id: Popup.ID) -> [Output] {
        guard let popup = popups.markShown(id) else { return [] }
        if case .announcement(let occurrence, _) = popup.content {
            markDone(occurrence)
            popups.noteAnswer()
            setOutcome(.shown, of: occurrence)
        }
        return answer(popup.content, nil)
    }

    /// Handles a popup that the server does not show. A preview fails immediately; all other popups are retried.
    private mutating func applyFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant) -> [Output] {
        popups.recordFailure(of: id, failure, at: now, grace: settings.notifications.grace)
        guard let content = popups.content(of: id), case .preview = content else { return [] }
        _ = popups.remove(id)
        return answer(content, .failed(failure))
    }

    /// Applies a reading of the settings.
    private mutating func apply(
        _ reading: Result<Settings, SettingsError>, _ hooks: HookCatalog, _ cause: SettingsCause, at now: Instant
    ) -> [Output] {
        var changed = inForce
        switch changed.handle(reading, hooks: hooks, cause: cause) {
        case .unchanged:
            return []
        case .accepted(let wasRefused):
            hookCalls.forgetFailures()
            let knownStrays = self.hooks.strayFolders
            return [.journal(.settingsReloaded)]
                + replan(at: now, isNewPlan: true) { tracker in
                    tracker.inForce = changed
                    // Without a watcher, the fix of the watcher becomes the last known fix.
                    if changed.settings.location.watch == nil { tracker.location.loseFix() }
                }
                + reportStrayHooks(besides: knownStrays)
                + (wasRefused ? withdrawNotices(Popup.settingsTag) : [])
        case .refused(let error, let isNew):
            let knownStrays = self.hooks.strayFolders
            var followed: [Output] = []
            if changed.hooks != self.hooks {
                hookCalls.forgetFailures()
                followed =
                    replan(at: now, isNewPlan: true) { $0.inForce = changed } + reportStrayHooks(besides: knownStrays)
            }
            inForce = changed
            let fallback: SettingsFallback? = if case .start(let fallback) = cause { fallback } else { nil }
            return (isNew || cause != .edit ? [.journal(.settingsRefused(error, insteadUsing: fallback))] : [])
                + followed
                + (isNew
                    ? enqueue(
                        .settingsRefused(error, insteadUsing: fallback), until: now + settings.notifications.grace, now)
                    : [])
        }
    }
}
