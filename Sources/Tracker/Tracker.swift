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
    /// What the watcher was told to do; nil while there is none.
    var watching: LocationWatch?
    /// What the watcher has said of its authorization.
    var authorization = LocationAuthorization.notDetermined
    private let isFirstRun: Bool
    private var keepingFails = false
    /// The mistake that keeps the settings files from being in force; nil while they are.
    private var settingsMistake: SettingsError?
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
        actions += tendWatcher(after: event)
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
            let before = self.localTime.zoneName
            self.localTime = localTime
            // The rules of a zone can change under its name; of zones without names nobody knows whether they differ.
            let isNews = localTime.zoneName != before || before == nil
            return (isNews ? [.journal(.timeZoneChanged(to: localTime.zoneName))] : [])
                + changeLocation(at: now) { $0.locations.timeZonePlace = principalPlace }
        case .located(let fix):
            return locate(fix, at: now)
        case .locationAuthorization(let authorization):
            return authorize(authorization, at: now)
        case .reloaded(let settings):
            return takeIn(settings, at: now)
        case .reloadRefused(let error):
            return refuse(error, at: now)
        case .settingsEdited(let settings):
            // Many a write to a file changes nothing that counts.
            return settings == self.settings && settingsMistake == nil ? [] : takeIn(settings, at: now)
        case .settingsEditRefused(let error):
            return error == settingsMistake ? [] : refuse(error, at: now)
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
        case .previewRequested(let event):
            return preview(event, at: now)
        case .ledgerNotKept(let reason):
            defer { keepingFails = true }
            return keepingFails ? [] : [.journal(.ledgerNotKept(reason))]
        case .ledgerKept:
            defer { keepingFails = false }
            return keepingFails ? [.journal(.ledgerKeptAgain())] : []
        case .stopRequested:
            stopping = true
            let release: [Action] = watching == nil ? [] : [.watchLocation(nil)]
            return [.keep(ledger), .journal(.stopped())] + release + [.stop]
        case .stateTrouble(let trouble):
            return [.journal(.stateTrouble(trouble))]
        }
    }

    /// Shows what would be shown at the next occurrence of the event, marked as a preview.
    private mutating func preview(_ event: SolarEvent, at now: Instant) -> [Action] {
        let rule = Rule(id: "preview", event: event, notifies: true)
        let deadline = now + settings.notifications.grace
        var agenda = place.map { Agenda(rules: [rule], observer: $0.observer) }
        guard let place, let next = agenda?.next(after: now) else {
            return want(.notice(.noPreview(of: event)), until: deadline, now)
        }
        let text = AnnouncementText(occurrence: next, place: place, localTime: localTime, now: next.instant)
        let notice = Notice(tag: "preview", summary: "Preview: \(text.summary)", body: text.body)
        return want(.notice(notice), until: deadline, now)
    }

    private mutating func takeIn(_ settings: Settings, at now: Instant) -> [Action] {
        settingsMistake = nil
        return [.journal(.settingsReloaded())]
            + changeLocation(at: now) { tracker in
                tracker.settings = settings
                // A watcher that stops leaves a memory.
                if settings.location.watch == nil { tracker.locations.fix = nil }
            }
    }

    /// Keeps the settings in force, and says why: on the desktop once for each mistake.
    private mutating func refuse(_ error: SettingsError, at now: Instant) -> [Action] {
        let isNew = error != settingsMistake
        settingsMistake = error
        let entry = Action.journal(.settingsRefused(error))
        guard isNew else { return [entry] }
        return [entry] + want(.notice(Notice(settingsError: error)), until: now + settings.notifications.grace, now)
    }

    /// Arms the timer for what comes next, which may also be another try to show a popup.
    private mutating func plan(after event: Event, at now: Instant) -> [Action] {
        let next = agenda?.next(after: now)
        let plan = Plan(
            wake: [next?.instant, popups.nextWake(after: now)].compactMap { $0 }.min(),
            status: statusText(next, now: now))
        defer { planned = plan }
        var publication: Action { .publish(Outlook(from: now, at: place)) }
        switch event {
        case .started:
            let entry =
                place.map { JournalEntry.started(at: $0, now: now, next: plan.status) }
                ?? .noLocation(watching: settings.location.watch != nil)
            return [.journal(entry)] + plan.actions + [publication, .ready]
        case .reloaded, .reloadRefused:
            return plan.actions + [publication, .ready]
        case .timerFired, .clockChanged:
            // The timer is spent, or runs for another span than was told the service manager.
            return plan.actions + [publication]
        default:
            return plan == planned ? [] : plan.actions + [publication]
        }
    }

    private struct Plan: Hashable {
        let wake: Instant?
        let status: String

        var actions: [Action] { [.wait(until: wake), .status(status)] }
    }

    /// `Next: sunset in Denver today at 16:37`.
    private func statusText(_ next: Occurrence?, now: Instant) -> String {
        guard let place else {
            return "No location is known" + (authorization.isRefused ? ". \(authorization.advice)" : "")
        }
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
