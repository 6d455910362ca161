// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// Every decision of the service, as a synchronous state machine: inputs in, outputs out.
///
/// The tracker contains no clock and does no I/O. Every input takes the same path through `handle(_:at:boot:)`:
/// apply the input, then go through `stages`. So the code that runs in production also
/// runs through simulated centuries in a test.
package struct Tracker: Sendable {
    var inEffect: SettingsInEffect
    var location: LocationFollower
    package internal(set) var localTime: any LocalTime
    var ledger: Ledger
    /// The reports about the ledger and the last fix on the disk.
    var stores: StoreReports
    var popups = PopupQueue()
    /// Whether steps were closed since the last write of the ledger that can wait for the popups.
    var hasUnwrittenSteps = false
    private(set) var lastWrite = 0
    /// The notices to show once the ledger on the disk records them as shown, which is the case after this write.
    var claimedNotices: (notes: [Ledger.Note], write: Int) = ([], 0)
    /// The hooks that cannot be started, and their failures.
    var hookProblems = HookProblems()
    /// The phases of day and night, and the calls of their targets and hooks.
    var phases: PhaseFollower
    /// Whether to look for all that is due before an event that is still ahead: after a start, because the place, the time
    /// zone and the rules may have changed, and after the clock went back.
    var looksAhead = true
    var lastAnnouncement: PublishedState.Announcement?
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
        inEffect = SettingsInEffect(settings, hooks: hooks)
        location = LocationFollower(locations, places: places)
        phases = PhaseFollower(in: login)
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

    package var settings: Settings { inEffect.settings }

    var hooks: HookCatalog { inEffect.hooks }

    /// The current place; nil if none is known.
    package var place: Place? { location.chain.place(under: settings.location) }

    /// The coming occurrences at the current place; nil without a place.
    var agenda: Agenda? {
        mutating get {
            if place?.observer != knownAgenda?.observer {
                knownAgenda = place.map {
                    Agenda(rules: inEffect.rules, observer: $0.observer, localTime: localTime)
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
        var turn = Turn(now: now, phase: phaseSpan(at: now), observer: place?.observer, lacksLocation: lacksLocation)
        var outputs = follow(boot, at: now)
        turn.consequence = apply(input, at: now)
        outputs += turn.consequence.outputs
        for stage in Self.stages where !stopping { outputs += stage(&self, &turn) }
        return outputs
    }

    /// What follows once an input is applied, in this order, which is also the order of the outputs.
    private static let stages: [@Sendable (inout Tracker, inout Turn) -> [Output]] = [
        // The phase is recorded first, so one write of the ledger is enough for it and for what is due.
        {
            let before = $0.ledger
            $1.phaseOutputs = $0.followOverride(at: $1.now) + $0.callPhase(after: $1)
            $1.writeBeforePhase = $0.ledger == before ? nil : $0.lastWrite
            return []
        },
        { $0.announceWhatIsDue(at: $1.now) },
        { $0.withdrawLocationNotices(after: $1) },
        { $0.showPending(at: $1.now) },
        // The phase comes after the popups, so that they do not wait for another write to the disk.
        {
            let first = $1.writeBeforePhase == $0.lastWrite ? $0.keep() : []
            $0.closePhaseEntry()
            return first + $1.phaseOutputs
        },
        {
            $1.watcherOutputs = $0.location.updateWatcher(under: $0.settings.location, at: $1.now)
            return []
        },
        { tracker, _ in tracker.claimNotices() },
        // The authorization of the watcher is part of the plan.
        { $0.plan(after: $1) },
        { _, turn in turn.watcherOutputs },
    ]

    /// Follows steps of the clock, and continues the announcements that count again.
    private mutating func follow(_ boot: Boot?, at now: Instant) -> [Output] {
        guard let boot else { return [] }
        let (wasAhead, settled, leftOpen) = (!ledger.ahead.isEmpty, ledger.settledThrough, ledger.leftOpen)
        let isAgainDue = ledger.follow(boot, at: now, grace: settings.notifications.lookBack)
        if isAgainDue { lookBack(from: now) }
        // A clock that was behind was corrected. The ledger is written because nothing would show this in the next
        // boot, and the time that the clock skipped would count as an outage.
        let isSetRight = wasAhead && ledger.settledThrough > settled
        return (isAgainDue || isSetRight ? keep() : [])
            + recover(leftOpen.filter { !ledger.isTooEarly($0) }, at: now)
    }

    /// Applies an input to the state. Only this function knows the input.
    private mutating func apply(_ input: Input, at now: Instant) -> Consequence {
        switch input {
        case .started(let ledgerProblem):
            let entries = ledgerProblem.map { [Output.journal(.stateProblem($0))] } ?? []
            // A ledger that differs from the disk is written, so that a later start can notice the time without the
            // service.
            let first: [Output] = stores.isNewLedger ? keep() : []
            return Consequence(
                outputs: entries + reportStrayHooks() + first + recover(ledger.open, at: now) + awaitSession(),
                reason: .start,
                setsTimer: true, isReady: true)
        case .timerFired:
            return Consequence(outputs: acceptCoarserFix(at: now), setsTimer: true)
        case .clockStepped:
            location.note(.resumed, at: now)
            return Consequence(outputs: acceptCoarserFix(at: now), setsTimer: true)
        case .timeZoneChanged(let localTime, let mainCity, let plasmaPlace):
            location.note(.timeZoneChanged, at: now)
            return Consequence(
                outputs: moveTimeZone(to: localTime, mainCity: mainCity, plasmaPlace: plasmaPlace, at: now),
                setsTimer: true)
        case .locationTrigger(let trigger):
            location.note(trigger, at: now)
            return Consequence()
        case .location(let report):
            let settings = settings.location
            return Consequence(outputs: locate(at: now) { $0.handle(report, under: settings, at: now) })
        case .settings(let reading, let hooks, let cause):
            return Consequence(
                outputs: apply(reading, hooks, cause, at: now), reason: .settings, setsTimer: cause == .reload,
                isReady: cause == .reload)
        case .popupShown(let id):
            return Consequence(outputs: applyShown(id, at: now))
        case .popupFailed(let id, let failure):
            return Consequence(outputs: applyFailure(of: id, failure, at: now))
        case .notificationServerAppeared:
            popups.serverAppeared(at: now)
            return Consequence()
        case .notificationServerLeft:
            popups.serverLeft()
            return Consequence()
        case .hooks(.called, let subject):
            return Consequence(outputs: applyCalled(subject, at: now))
        case .hooks(.failed(let failure), let subject):
            return Consequence(outputs: report(failure, subject) + notePhaseFailure(failure, subject))
        case .hookProblems(let hooks):
            return Consequence(
                outputs: hookProblems.record(hooks).compactMap { hook in
                    hook.problem.map { .journal(.hookProblem(hook, $0)) }
                })
        case .graphicalSessionBegan:
            return Consequence(hasSession: true)
        case .previewRequested(let rule, let request):
            return Consequence(outputs: preview(rule, for: request, at: now))
        case .phaseRequested(let request):
            return Consequence(outputs: set(request, at: now), reason: .hand)
        case .ledgerStore(let report, let write):
            let entries = stores.handle(ledger: report)
            guard report == .written else { return Consequence(outputs: entries) }
            let notices = write >= claimedNotices.write ? showClaimedNotices(at: now) : []
            return Consequence(outputs: entries + stores.keepAgain(fix: location.chain.lastFix) + notices)
        case .fixStore(let report):
            return Consequence(outputs: stores.handle(fix: report))
        case .stopRequested:
            stopping = true
            settle(at: now)
            returnUnsentNotices()
            let release: [Output] = location.watching == nil ? [] : [.watchLocation(nil)]
            return Consequence(
                outputs: keep() + stores.keepAgain(fix: location.chain.lastFix) + [.journal(.stopped)] + release
                    + [.stop])
        }
    }

    mutating func keep() -> [Output] {
        (lastWrite, hasUnwrittenSteps) = (lastWrite + 1, false)
        return [.keep(ledger, write: lastWrite)]
    }
}
