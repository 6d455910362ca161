public import Solar

/// Every decision of the service, as a synchronous state machine: inputs in, outputs out.
///
/// It has no clock and does no I/O. Every input takes the same path through `handle(_:at:)`: apply the input, announce
/// what is due and not in the ledger, plan again. So the code that runs in production also runs through simulated
/// centuries in a test.
public struct Tracker: Sendable {
    /// The settings in force.
    public internal(set) var settings: Settings
    /// The hooks that exist.
    var hooks: HookCatalog
    var locations: LocationChain
    var localTime: any LocalTime
    /// The texts of popups; the journal is English.
    let words: Words
    /// Looks up the names of fixes that are accepted.
    let places: any PlaceDirectory
    var ledger: Ledger
    var popups = PopupQueue()
    /// The occurrences whose hooks are being started.
    var callingHooks: Set<Occurrence> = []
    /// The phases of day and night, and the calls of their hooks.
    var phases: PhaseFollower
    /// The occurrences announced by the last input. Their journal entries are written by the time the next input
    /// arrives.
    var begun: [Occurrence] = []
    /// The hook failures that were reported and persist until somebody fixes the hook.
    var lastingHookFailures: Set<HookFailure> = []
    /// The clock at the last input: what is due lies between it and now.
    var lastSeen: Instant
    /// What the watcher was asked to watch; nil while there is no watcher.
    var watching: LocationWatch?
    /// The requests of a watch with `Mode=follow`.
    var locationRequests = LocationRequests()
    /// Whether to ask the watcher again, because the time zone contradicts its last fix.
    var asksForFix = false
    /// The authorization that the watcher last reported.
    var authorization = LocationAuthorization.notDetermined
    /// Whether the watcher has had no fix in the time that one may take.
    var isFixOverdue = false
    /// The notices that are shown once the ledger on the disk has them as shown.
    var claimedNotices: [Ledger.Note] = []
    /// How many writes of the ledger have not been reported yet.
    private var unreportedKeeps = 0
    /// Whether the ledger differs from the one on the disk, or the disk has none.
    private let ledgerIsNews: Bool
    private var keepingFails = false
    /// Whether the last fix could not be written, and whether to try again.
    var keepingFixFails = false
    var needsFixKept = false
    /// Whether the missing session bus was reported.
    var hasReportedNoBus = false
    /// The error because of which the settings files are not in force; nil while they are.
    private var settingsError: SettingsError?
    /// The timer and the status line that were last output.
    var planned: Plan?
    /// What was last published to other programs.
    var published: Outlook.Knowledge?
    /// The last announcement.
    var lastAnnouncement: Outlook.Announcement?
    private var stopping = false
    /// The agenda last used; nil when its rules, place or time zone have changed since.
    private var knownAgenda: Agenda?
    /// Whether popups were answered that the ledger on the disk still has as open.
    private var needsKeeping = false

    /// A tracker that has not started yet.
    ///
    /// - Parameters:
    ///   - hooks: the hooks that exist.
    ///   - words: the texts of popups.
    ///   - places: looks up the names of fixes.
    ///   - ledger: what was announced before; nil at the first start, and after it was lost.
    ///   - isFirstStart: whether there is no state of an earlier run at all, not even a damaged one.
    ///   - boot: the boot of the machine; nil if it is not known.
    ///   - login: the user's login; nil if it is not known. Then each start counts as another one.
    public init(
        settings: Settings, hooks: HookCatalog = HookCatalog(), locations: LocationChain, localTime: any LocalTime,
        words: Words = .english, places: any PlaceDirectory, ledger: Ledger?, isFirstStart: Bool = false, now: Instant,
        boot: Boot? = nil,
        login: Login? = nil
    ) {
        self.settings = settings
        phases = PhaseFollower(in: login, after: ledger?.phase)
        self.hooks = hooks
        self.locations = locations
        // A fix kept by an earlier version has no time zone. Assume the current one until that changes.
        if locations.lastFix?.provenance.timeZone == nil {
            self.locations.lastFix?.provenance.timeZone = locations.timeZone
        }
        self.locations.lastFix = self.locations.lastFix?.named(by: places)
        self.localTime = localTime
        self.words = words.laidOut(for: .title)
        self.places = places
        let lookedBack = now - settings.notifications.grace
        self.ledger = ledger ?? Ledger(settledThrough: lookedBack, notes: isFirstStart ? [.firstStart: now] : [:])
        let wasAhead = if let boot { self.ledger.follow(boot) } else { false }
        lastAnnouncement = self.ledger.lastAnnouncement(under: settings.rules(hooks: hooks))
        lastSeen = self.ledger.settledThrough
        if now < lastSeen || wasAhead {
            // The same as after a step of the clock.
            self.ledger.clockWentBack(to: now, grace: settings.notifications.grace)
            lastSeen = min(lastSeen, lookedBack - .microseconds(1))
            self.ledger.notes[.clockSetBack] = lastSeen
            ledgerIsNews = true
        } else {
            // An earlier run has seen the clock being set back, and its time has come again without the service.
            if let announced = self.ledger.notes[.clockSetBack] {
                lastSeen = min(lastSeen, max(announced, lookedBack - .microseconds(1)))
            }
            ledgerIsNews = ledger == nil
        }
    }

    /// The place in force.
    public var place: Place? { locations.place(under: settings.location) }

    /// Everything to announce.
    var rules: [Rule] { settings.rules(hooks: hooks) }

    /// The coming occurrences at the place in force; nil without a place.
    var agenda: Agenda? {
        mutating get {
            if place?.observer != knownAgenda?.observer {
                knownAgenda = place.map {
                    Agenda(rules: rules, observer: $0.observer, localTime: localTime)
                }
            }
            return knownAgenda
        }
        set { knownAgenda = newValue }
    }

    /// Returns what to do about an input at the time `now`.
    ///
    /// - Parameters:
    ///   - boot: the time of the machine's boot by the same clock; nil if it is not known.
    ///   - asleep: how long the machine has slept since its boot.
    public mutating func handle(_ input: Input, at now: Instant, boot: Boot? = nil, asleep: Duration = .zero)
        -> [Output]
    {
        guard !stopping else { return [] }
        let cause = phases.cause(of: input, boot, asleep)
        let outputs = outputs(after: input, at: now, boot: boot, cause)
        unreportedKeeps += outputs.count { if case .keep = $0 { true } else { false } }
        return outputs
    }

    private mutating func outputs(after input: Input, at now: Instant, boot: Boot?, _ cause: PhaseReason) -> [Output] {
        // The outputs of the last input have been carried out. From now on no ledger that is written has these
        // announcements as begun, so that no later run writes their entries again. This includes an orderly stop.
        for occurrence in begun { markDone(occurrence) }
        begun = []
        markPhaseBegun()
        let former = phaseSituation(at: now)
        var outputs: [Output] = []
        if let boot, ledger.follow(boot) {
            lookBack(from: now)
            outputs.append(.keep(ledger))
        }
        outputs += apply(input, at: now)
        guard !stopping else { return outputs }
        outputs += announceWhatIsDue(at: now)
        outputs += callPhase(after: input, cause, from: former, at: now)
        outputs += showPending(at: now)
        // The watcher's outputs come last, but its authorization is part of the plan.
        let orders = updateWatcher(after: input, at: now)
        outputs += claimNotices(at: now)
        outputs += plan(after: input, at: now)
        return outputs + orders
    }

    /// Applies an input to the state.
    private mutating func apply(_ input: Input, at now: Instant) -> [Output] {
        switch input {
        case .started(let ledgerTrouble):
            let trouble = ledgerTrouble.map { [Output.journal(.ledgerSetAside($0))] } ?? []
            // From now on the time without the service can be noticed.
            let first: [Output] = ledgerIsNews ? [.keep(ledger)] : []
            return trouble + reportStrayHooks() + first + recoverInterruptedAnnouncements(at: now)
        case .timerFired, .clockStepped:
            return acceptCoarserFix(at: now)
        case .timeZoneChanged(let localTime, let principalPlace):
            return moveTimeZone(to: localTime, principalPlace: principalPlace, at: now)
        case .located(let fix):
            return apply(fix: fix, at: now)
        case .locationOccasion:
            return []
        case .fixOverdue:
            // Later requests without a fix are not reported.
            guard !isFixOverdue else { return [] }
            isFixOverdue = true
            return [.journal(.fixOverdue(isLastHope: place == nil))]
        case .locationAuthorization(let authorization):
            return apply(authorization, at: now)
        case .reloaded(let settings, let hooks):
            return apply(settings, hooks, at: now)
        case .reloadRefused(let error):
            return refuse(error, at: now)
        case .settingsRefusedAtStart(let error, let fallback):
            return refuse(error, at: now, insteadUsing: fallback)
        case .settingsEdited(let settings, let hooks):
            // Many writes to a file change neither settings nor hooks.
            let isUnchanged = settings == self.settings && hooks == self.hooks && settingsError == nil
            return isUnchanged ? [] : apply(settings, hooks, at: now)
        case .settingsEditRefused(let error):
            return error == settingsError ? [] : refuse(error, at: now)
        case .popupShown(let id):
            return applyShown(id) + reportBus() + keepAnswers(at: now)
        case .popupFailed(let id, let failure):
            let answer = applyFailure(of: id, failure, at: now)
            if case .noBus = failure { return answer + keepAnswers(at: now) }
            return answer + reportBus() + keepAnswers(at: now)
        case .popupActivated(let activation, let token):
            return [.openDaylight(activation, token: token)]
        case .notificationServerAppeared:
            popups.serverAppeared(at: now)
            return reportBus()
        case .notificationServerLeft:
            popups.serverLeft(at: now)
            return []
        case .hooksCalled(let subject):
            return applyCalled(subject)
        case .hookFailed(let failure, let subject):
            return report(failure, subject)
        case .previewRequested(let rule, let request):
            return preview(rule, for: request, at: now)
        case .ledgerNotKept(let reason):
            unreportedKeeps = max(0, unreportedKeeps - 1)
            defer { keepingFails = true }
            return keepingFails ? [] : [.journal(.ledgerNotKept(reason))]
        case .ledgerKept:
            // A late report follows one that was counted.
            unreportedKeeps = max(0, unreportedKeeps - 1)
            defer { keepingFails = false }
            let notices = unreportedKeeps == 0 ? showClaimedNotices(at: now) : []
            return (keepingFails ? [.journal(.ledgerKeptAgain())] : []) + keepPendingFix() + notices
        case .fixNotKept(let reason):
            return applyFixKeeping(failure: reason)
        case .fixKept:
            return applyFixKeeping(failure: nil)
        case .stopRequested:
            stopping = true
            let release: [Output] = watching == nil ? [] : [.watchLocation(nil)]
            return [.keep(ledger)] + keepPendingFix() + [.journal(.stopped())] + release + [.stop]
        case .stateTrouble(let trouble):
            return [.journal(.stateTrouble(trouble))]
        }
    }

    /// Writes the ledger once the server has answered for all popups requested together, so that many popups cost no
    /// more writes than one.
    private mutating func keepAnswers(at now: Instant) -> [Output] {
        guard needsKeeping, !popups.awaitsAnswer, !popups.hasReady(at: now) else { return [] }
        needsKeeping = false
        return [.keep(ledger)]
    }

    /// Handles a popup that the server shows.
    private mutating func applyShown(_ id: Popup.ID) -> [Output] {
        guard let popup = popups.markShown(id) else { return [] }
        if case .announcement(let occurrence, _) = popup.content {
            needsKeeping = markDone(occurrence) || needsKeeping
            setOutcome(.shown, of: occurrence)
        }
        return answer(popup.content, nil)
    }

    /// Handles a popup that the server does not show. A preview fails at once; all others are retried.
    private mutating func applyFailure(of id: Popup.ID, _ failure: Popup.Failure, at now: Instant) -> [Output] {
        popups.recordFailure(of: id, failure, at: now, grace: settings.notifications.grace)
        guard let content = popups.content(of: id), case .notice(let notice) = content, notice.request != nil else {
            return []
        }
        _ = popups.remove(id)
        return answer(content, failure)
    }

    private mutating func apply(_ settings: Settings, _ hooks: HookCatalog, at now: Instant) -> [Output] {
        settingsError = nil
        lastingHookFailures = []
        let knownStrays = self.hooks.strayFolders
        return [.journal(.settingsReloaded())]
            + replan(at: now, isNewPlan: true) { tracker in
                (tracker.settings, tracker.hooks) = (settings, hooks)
                // Without a watcher, its fix becomes the last known one.
                if settings.location.watch == nil { tracker.locations.loseFix() }
            }
            + reportStrayHooks(besides: knownStrays)
    }

    /// Discards the agenda, which is made again when it is next needed.
    mutating func forgetAgenda() { knownAgenda = nil }

    /// Keeps the settings in force and reports the error: in the journal each time, on the desktop once per error.
    ///
    /// - Parameter fallback: the settings in force if this is at the start; nil later.
    private mutating func refuse(
        _ error: SettingsError, at now: Instant, insteadUsing fallback: SettingsFallback? = nil
    ) -> [Output] {
        let isNew = error != settingsError
        settingsError = error
        let entry = Output.journal(.settingsRefused(error, insteadUsing: fallback))
        guard isNew else { return [entry] }
        return [entry]
            + enqueue(
                .notice(Notice(settingsError: error, insteadUsing: fallback, in: words)),
                until: now + settings.notifications.grace, now)
    }
}
