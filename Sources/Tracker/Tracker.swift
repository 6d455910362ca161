public import Solar

/// Every decision of the service, as a synchronous state machine: events in, actions out.
///
/// It has no clock and does no I/O. Whatever happens takes the one path of `handle(_:at:)`: note what the event says,
/// announce what is due and not in the ledger, plan again. So the code that runs at home also runs through a simulated
/// century in a test.
public struct Tracker: Sendable {
    var settings: Settings
    var locations: LocationChain
    var localTime: any LocalTime
    var ledger: Ledger
    var popups = PopupQueue()
    /// The clock at the last event: what is due lies between it and now.
    var lastSeen: Instant
    private let isFirstRun: Bool
    private var keepingFails = false
    /// What the timer is armed for and the status says, as far as is known.
    private var planned: Plan?
    private var stopping = false
    /// The agenda as it was last asked for.
    private var knownAgenda: Agenda?

    /// A tracker that has not started yet.
    ///
    /// - Parameter ledger: what was announced before; nil at the first start, and where it was lost.
    public init(
        settings: Settings, locations: LocationChain, localTime: any LocalTime, ledger: Ledger?, now: Instant
    ) {
        self.settings = settings
        self.locations = locations
        self.localTime = localTime
        let lookedBack = now - settings.notifications.grace
        isFirstRun = ledger == nil
        self.ledger = ledger ?? Ledger(settledThrough: lookedBack)
        lastSeen = self.ledger.settledThrough
        if now < lastSeen {
            // As after a step of the clock.
            self.ledger.clockWentBack(to: now)
            lastSeen = lookedBack
        }
    }

    /// The place in force.
    public var place: Place? { locations.place(under: settings.location) }

    /// What comes at the place in force; nil where there is none.
    var agenda: Agenda? {
        mutating get {
            if place?.observer != knownAgenda?.observer || settings.rules != knownAgenda?.rules {
                knownAgenda = place.map { Agenda(rules: settings.rules, observer: $0.observer) }
            }
            return knownAgenda
        }
        set { knownAgenda = newValue }
    }

    /// What to do when this happens, the clock being at `now`.
    public mutating func handle(_ event: Event, at now: Instant) -> [Action] {
        guard !stopping else { return [] }
        var actions = note(event, at: now)
        guard !stopping else { return actions }
        actions += announceWhatIsDue(at: now)
        actions += tendPopups(at: now)
        actions += plan(after: event, at: now)
        return actions
    }

    /// Takes in what the event says.
    private mutating func note(_ event: Event, at now: Instant) -> [Action] {
        switch event {
        case .started(let ledgerTrouble):
            let trouble = ledgerTrouble.map { [Action.journal(.ledgerSetAside($0))] } ?? []
            // From now on an absence can be noticed.
            let first: [Action] = isFirstRun ? [.keep(ledger)] : []
            return trouble + first + recoverInterruptedAnnouncements(at: now)
        case .timerFired, .clockChanged:
            return []
        case .timeZoneChanged(let localTime, let principalPlace):
            self.localTime = localTime
            return changeLocation(at: now) { $0.locations.timeZonePlace = principalPlace }
        case .located(let place):
            return changeLocation(at: now) { tracker in
                tracker.locations.fix = place
                if let place { tracker.locations.lastFix = place }
            }
        case .reloaded(let settings):
            return [.journal(.settingsReloaded())] + changeLocation(at: now) { $0.settings = settings }
        case .reloadRefused(let error):
            return refuseReload(error, at: now)
        case .popupShown(let id):
            guard let popup = popups.remove(id), case .announcement(let occurrence, _) = popup.content else {
                return []
            }
            ledger.close(occurrence)
            return [.keep(ledger)]
        case .popupFailed(let id, let failure):
            popups.noteFailure(of: id, failure, at: now)
            return []
        case .notificationServerAppeared:
            popups.noteNewServer()
            return []
        case .ledgerNotKept(let reason):
            defer { keepingFails = true }
            return keepingFails ? [] : [.journal(.ledgerNotKept(reason))]
        case .ledgerKept:
            defer { keepingFails = false }
            return keepingFails ? [.journal(.ledgerKeptAgain())] : []
        case .stopRequested:
            stopping = true
            return [.keep(ledger), .journal(.stopped()), .stop]
        }
    }

    /// Applies a change that may move the observer, and says so if it does.
    private mutating func changeLocation(at now: Instant, _ change: (inout Tracker) -> Void) -> [Action] {
        // What was due at the place that was in force until now comes first: after a sleep, the news may come before the
        // timer and the clock.
        let due = announceWhatIsDue(at: now)
        let before = place
        change(&self)
        guard place != before else { return due }
        // What the Sun did at the new place a moment ago is news, unless the ledger knows it from the old place. What it
        // did there longer ago never concerned this observer.
        var moved: [Action] = []
        if place?.observer != before?.observer {
            lastSeen = now - settings.notifications.grace
            // Nor does it after a restart.
            moved = [.keep(ledger)]
        }
        return due + moved + [.journal(place.map(JournalEntry.locationChanged) ?? .noLocation())]
    }

    private mutating func refuseReload(_ error: SettingsError, at now: Instant) -> [Action] {
        [.journal(.settingsRefused(error))]
            + want(.notice(Notice(settingsError: error)), until: now + settings.notifications.grace, now)
    }

    /// Arms the timer for what comes next, which may also be another try to show a popup.
    private mutating func plan(after event: Event, at now: Instant) -> [Action] {
        let next = agenda?.next(after: now)
        let plan = Plan(
            wake: [next?.instant, popups.nextWake(after: now)].compactMap { $0 }.min(),
            status: statusText(next, now: now))
        defer { planned = plan }
        switch event {
        case .started:
            return [.journal(place.map { .started(at: $0, next: plan.status) } ?? .noLocation())] + plan.actions
                + [.ready]
        case .reloaded, .reloadRefused:
            return plan.actions + [.ready]
        case .timerFired, .clockChanged:
            // The timer is spent, or runs for another span than was told the service manager.
            return plan.actions
        default:
            return plan == planned ? [] : plan.actions
        }
    }

    private struct Plan: Hashable {
        let wake: Instant?
        let status: String

        var actions: [Action] { [.wait(until: wake), .status(status)] }
    }

    /// `Next: sunset in Denver today at 16:37`.
    private func statusText(_ next: Occurrence?, now: Instant) -> String {
        guard let place else { return "No location is known" }
        let inPlace = place.name.map { " in \($0)" } ?? ""
        guard let next else { return "Nothing to announce\(inPlace) within a year" }
        let (date, today) = (localTime.civilTime(at: next.instant).date, localTime.civilTime(at: now).date)
        let day =
            switch date.daysSinceUnixEpoch - today.daysSinceUnixEpoch {
            case 0: "today"
            case 1: "tomorrow"
            default: "on \(date.spoken(seenFrom: today))"
            }
        return "Next: \(next.rule.event.name)\(inPlace) \(day) at \(localTime.timeOfDay(at: next.instant))"
    }
}
