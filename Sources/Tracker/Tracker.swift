public import Solar

/// Every decision of the service, as a synchronous state machine: events in, outputs out.
///
/// It has no clock and does no I/O. Whatever happens takes the one path of `handle(_:at:)`: note what the event says,
/// announce what is due and not in the ledger, plan again. So the code that runs at home also runs through a simulated
/// century in a test.
public struct Tracker: Sendable {
    /// The settings in force.
    public internal(set) var settings: Settings
    /// The hooks that exist.
    var hooks: HookCatalog
    var locations: LocationChain
    var localTime: any LocalTime
    var ledger: Ledger
    var popups = PopupQueue()
    /// What hooks are being called for.
    var callingHooks: Set<Occurrence> = []
    /// What the last event had announced: its journal entries are written when the next event comes.
    var begun: [Occurrence] = []
    /// The faults of hooks that were told and stay until somebody mends them.
    var lastingHookFailures: Set<HookFailure> = []
    /// The clock at the last event: what is due lies between it and now.
    var lastSeen: Instant
    /// What the watcher was told to do; nil while there is none.
    var watching: LocationWatch?
    /// Whether the watcher is to be asked anew, since the time zone contradicts what it said.
    var asksForFix = false
    /// What the watcher has said of its authorization.
    var authorization = LocationAuthorization.notDetermined
    /// Whether the disk has another ledger than this, or none.
    private let ledgerIsNews: Bool
    private var keepingFails = false
    /// Whether the disk did not take the last fix, and whether that is to be tried again.
    var keepingFixFails = false
    var needsFixKept = false
    /// Whether it was told that there is no session bus.
    var hasReportedNoBus = false
    /// The mistake that keeps the settings files from being in force; nil while they are.
    private var settingsError: SettingsError?
    /// What the timer is armed for and the status says, as far as is known.
    private var planned: Plan?
    /// What other programs were told last.
    private var published: Outlook.Knowledge?
    /// What was announced last.
    var lastAnnouncement: Outlook.Announcement?
    private var stopping = false
    /// The agenda as it was last asked for; nil where its rules or its clocks are no longer those in force.
    private var knownAgenda: Agenda?
    /// Popups were answered that the ledger on the disk still takes for open.
    private var needsKeeping = false

    /// A tracker that has not started yet.
    ///
    /// - Parameters:
    ///   - ledger: what was announced before; nil at the first start, and where it was lost.
    ///   - boot: the boot of the machine; nil where none is known.
    public init(
        settings: Settings, hooks: HookCatalog = HookCatalog(), locations: LocationChain, localTime: any LocalTime,
        ledger: Ledger?, now: Instant, boot: Boot? = nil
    ) {
        self.settings = settings
        self.hooks = hooks
        self.locations = locations
        // A fix of an earlier version does not say in which time zone it was taken: in this one, until that changes.
        if locations.lastFix?.provenance.timeZone == nil {
            self.locations.lastFix?.provenance.timeZone = locations.timeZone
        }
        self.localTime = localTime
        let lookedBack = now - settings.notifications.grace
        self.ledger = ledger ?? Ledger(settledThrough: lookedBack)
        let wasAhead = if let boot { self.ledger.follow(boot) } else { false }
        lastAnnouncement = self.ledger.lastAnnouncement(under: settings.rules(hooks: hooks))
        lastSeen = self.ledger.settledThrough
        if now < lastSeen || wasAhead {
            // As after a step of the clock.
            let hasForgotten = self.ledger.clockWentBack(to: now, grace: settings.notifications.grace)
            ledgerIsNews = ledger == nil || hasForgotten
            lastSeen = min(lastSeen, lookedBack - .microseconds(1))
        } else {
            ledgerIsNews = ledger == nil
        }
    }

    /// The place in force.
    public var place: Place? { locations.place(under: settings.location) }

    /// Everything to announce.
    var rules: [Rule] { settings.rules(hooks: hooks) }

    /// What comes at the place in force; nil where there is none.
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

    /// What to do when this happens, the clock being at `now`.
    ///
    /// - Parameter boot: when the machine has booted, by that clock; nil where that is not known.
    public mutating func handle(_ input: Input, at now: Instant, boot: Boot? = nil) -> [Output] {
        guard !stopping else { return [] }
        // The outputs of the last event are carried out: from now on no ledger that is kept has these announcements as
        // begun, so that no later run writes their entries again. An orderly end is an event too.
        for occurrence in begun { markDone(occurrence) }
        begun = []
        var outputs: [Output] = []
        if let boot, ledger.follow(boot) {
            lookBack(from: now)
            outputs.append(.keep(ledger))
        }
        outputs += apply(input, at: now)
        guard !stopping else { return outputs }
        outputs += announceWhatIsDue(at: now)
        outputs += showPending(at: now)
        // The watcher is told last, but what becomes of its authorization is part of the plan.
        let orders = updateWatcher(after: input)
        outputs += plan(after: input, at: now)
        return outputs + orders
    }

    /// Takes in what the event says.
    private mutating func apply(_ input: Input, at now: Instant) -> [Output] {
        switch input {
        case .started(let ledgerTrouble):
            let trouble = ledgerTrouble.map { [Output.journal(.ledgerSetAside($0))] } ?? []
            // From now on an absence can be noticed.
            let first: [Output] = ledgerIsNews ? [.keep(ledger)] : []
            return trouble + reportStrayHooks() + first + recoverInterruptedAnnouncements(at: now)
        case .timerFired, .clockStepped:
            return acceptCoarserFix(at: now)
        case .timeZoneChanged(let localTime, let principalPlace):
            return moveTimeZone(to: localTime, principalPlace: principalPlace, at: now)
        case .located(let fix):
            return apply(fix: fix, at: now)
        case .locationAuthorization(let authorization):
            return apply(authorization, at: now)
        case .reloaded(let settings, let hooks):
            return apply(settings, hooks, at: now)
        case .reloadRefused(let error):
            return refuse(error, at: now)
        case .settingsRefusedAtStart(let error, let fallback):
            return refuse(error, at: now, insteadUsing: fallback)
        case .settingsEdited(let settings, let hooks):
            // Many a write to a file changes nothing that counts.
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
        case .popupActivated(.showDaylight, let token):
            return [.openDaylight(token: token)]
        case .notificationServerAppeared:
            popups.serverAppeared(at: now)
            return reportBus()
        case .notificationServerLeft:
            popups.serverLeft(at: now)
            return []
        case .hooksCalled(let occurrence):
            callingHooks.remove(occurrence)
            markDone(occurrence)
            // Once for all that were called together; and now, since a popup may take long, and the hooks would be called
            // again.
            return callingHooks.isEmpty ? [.keep(ledger)] : []
        case .hookFailed(let failure, let occurrence):
            return report(failure, occurrence, at: now)
        case .previewRequested(let rule, let request):
            return preview(rule, for: request, at: now)
        case .ledgerNotKept(let reason):
            defer { keepingFails = true }
            return keepingFails ? [] : [.journal(.ledgerNotKept(reason))]
        case .ledgerKept:
            defer { keepingFails = false }
            return (keepingFails ? [.journal(.ledgerKeptAgain())] : []) + keepPendingFix()
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

    /// Keeps the ledger once the server has answered for all popups that it was asked for together: many of them take no
    /// longer than one.
    private mutating func keepAnswers(at now: Instant) -> [Output] {
        guard needsKeeping, !popups.awaitsAnswer, !popups.hasReady(at: now) else { return [] }
        needsKeeping = false
        return [.keep(ledger)]
    }

    /// Notes that the server shows a popup.
    private mutating func applyShown(_ id: Popup.ID) -> [Output] {
        guard let popup = popups.markShown(id) else { return [] }
        if case .announcement(let occurrence, _) = popup.content {
            needsKeeping = markDone(occurrence) || needsKeeping
            setOutcome(.shown, of: occurrence)
        }
        return answer(popup.content, nil)
    }

    /// Notes that the server does not show a popup. Who has asked for a preview hears it now; all others are tried again.
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
                // A watcher that stops leaves a memory.
                if settings.location.watch == nil { tracker.locations.loseFix() }
            }
            + reportStrayHooks(besides: knownStrays)
    }

    /// Has the agenda made anew when it is next asked for.
    mutating func forgetAgenda() { knownAgenda = nil }

    /// Keeps the settings in force, and says why: on the desktop once for each mistake.
    ///
    /// - Parameter fallback: what these are, at a start; nil later.
    private mutating func refuse(
        _ error: SettingsError, at now: Instant, insteadUsing fallback: SettingsFallback? = nil
    ) -> [Output] {
        let isNew = error != settingsError
        settingsError = error
        let entry = Output.journal(.settingsRefused(error, insteadUsing: fallback))
        guard isNew else { return [entry] }
        return [entry]
            + enqueue(
                .notice(Notice(settingsError: error, insteadUsing: fallback)),
                until: now + settings.notifications.grace, now)
    }

    /// Arms the timer for what comes next, which may also be another try to show a popup, or the moment at which a fix
    /// becomes the better one.
    private mutating func plan(after input: Input, at now: Instant) -> [Output] {
        let next = agenda?.next(after: now)
        let plan = Plan(
            wake: [next?.due, popups.nextWake(after: now), coarserFixIsBetter].compactMap { $0 }.min(),
            status: statusText(next, now: now))
        let outlook = outlook(from: now)
        let isNews = outlook.knowledge != published
        defer { (planned, published) = (plan, outlook.knowledge) }
        let publication = Output.publish(outlook)
        switch input {
        case .started:
            let entry =
                place.map { JournalEntry.started(at: $0, now: now, next: plan.status) }
                ?? (settings.location.watch == nil ? .noLocation(watching: false) : .awaitingLocation())
            return [.journal(entry)] + plan.outputs + [publication, .ready]
        case .reloaded, .reloadRefused:
            return plan.outputs + [publication, .ready]
        case .timerFired, .clockStepped:
            // The timer is spent, or runs for another span than was told the service manager.
            return plan.outputs + [publication]
        default:
            guard plan == planned else { return plan.outputs + [publication] }
            return isNews ? [publication] : []
        }
    }

    /// What other programs may know.
    private func outlook(from now: Instant) -> Outlook {
        Outlook(
            from: now,
            Outlook.Knowledge(
                place: place, authorization: settings.location.watch == nil ? nil : authorization,
                lastAnnouncement: lastAnnouncement))
    }

    private struct Plan: Hashable {
        let wake: Instant?
        let status: String

        var outputs: [Output] { [.wait(until: wake), .status(status)] }
    }

    /// `Next: sunset in Denver on 21 November at 16:37`. The date is always there: nobody wakes at midnight to turn
    /// "tomorrow" into "today".
    private func statusText(_ next: Occurrence?, now: Instant) -> String {
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
