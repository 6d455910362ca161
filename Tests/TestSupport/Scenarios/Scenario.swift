// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// A life of a simulated machine: its initial state, and the steps that follow.
package struct Scenario: Sendable {
    /// An event on the machine.
    package struct Step: Sendable {
        let happen: @Sendable (Life) -> Void
    }

    /// An edit of the settings.
    package struct Edit: Sendable {
        let apply: @Sendable (inout Settings) -> Void
    }

    /// The clock at the start.
    let start: Instant
    /// The initial settings, as edits of the default settings.
    let edits: [Edit]
    let steps: [Step]

    /// Creates a scenario from the clock at the start, edits of the default settings, and the steps.
    package init(start: Instant, edits: [Edit], steps: [Step]) {
        (self.start, self.edits, self.steps) = (start, edits, steps)
    }

    /// Plays the scenario.
    ///
    /// - Returns: the chronicle, what the judge complains about, what the phases' targets complain about, and the simulated years.
    package func play() -> (
        history: Chronicle, violations: [Judge.Violation], targetViolations: [String], years: Double
    ) {
        let life = Life(from: start, edits)
        for step in steps { step.happen(life) }
        let history = life.machine.history
        return (
            history, Judge.violations(in: history), life.machine.targets.violations, life.passed / .seconds(31_556_952)
        )
    }

    /// A machine, with what a step needs to know about it.
    final class Life {
        let machine: SimulatedMachine
        /// The true time that has passed.
        private(set) var passed = Duration.zero
        fileprivate var zone = TableZone.summerTime(utcOffset: 0)
        /// The last change of the main city; nil before the first one.
        fileprivate var zoneBegan: Instant?
        private let beginning: Instant
        private let sun = SunTable()

        init(from beginning: Instant, _ edits: [Edit]) {
            self.beginning = beginning
            machine = SimulatedMachine(at: beginning, settings: Settings(), localTime: zone.zone)
            for edit in edits { edit.apply(&machine.settings) }
        }

        /// The true time according to the realtime clock.
        fileprivate var rightClock: Instant { beginning + passed }

        /// The time to the next due time according to the realtime clock; at most a month.
        fileprivate var timeToEvent: Duration {
            let (now, month) = (machine.clock.now, Duration.seconds(30 * 86_400))
            let next = machine.situation.flatMap { sun.first(after: now, through: now + month, in: $0) }
            return next.map { $0.instant - now } ?? month
        }

        fileprivate func pass(_ time: Duration) {
            guard time > .zero else { return }
            passed += time
            machine.advance(by: time)
        }

        fileprivate func sleep(_ time: Duration, _ first: [Step]) {
            guard time > .zero else { return }
            passed += time
            machine.sleep(for: time) { for step in first { step.happen(self) } }
        }

        fileprivate func off(_ time: Duration, clockIsLost: Bool) {
            machine.actionsToLive = nil
            passed += time
            machine.reboot(at: clockIsLost ? .unixEpoch + .seconds(10) : machine.clock.now + time)
        }

        fileprivate func boot(after time: Duration, behind: Duration) {
            machine.actionsToLive = nil
            passed += time
            machine.reboot(at: max(.unixEpoch + .seconds(10), rightClock - behind))
        }

        fileprivate func read(_ edit: Edit, _ cause: SettingsCause) {
            edit.apply(&machine.settings)
            machine.deliver(.settings(.success(machine.settings), hooks: machine.hooks, cause: cause))
        }
    }
}

extension Scenario.Step {
    // MARK: Time and the clock

    /// Advances the time.
    package static func pass(_ time: Duration) -> Self { Self { $0.pass(time) } }

    /// Advances the time to the next due time plus an offset, which can be negative.
    package static func passToEvent(_ offset: Duration) -> Self { Self { $0.pass($0.timeToEvent + offset) } }

    /// Suspends the machine. On resume, other steps can come before the change of the clock.
    package static func sleep(_ time: Duration, first: [Self]) -> Self { Self { $0.sleep(time, first) } }

    /// Suspends the machine until a time after the next due time.
    package static func sleepOverEvent(_ lateness: Duration, first: [Self]) -> Self {
        Self { $0.sleep($0.timeToEvent + lateness, first) }
    }

    /// Sets the clock forward or back by a duration.
    package static func stepClock(_ step: Duration) -> Self {
        Self { $0.machine.setClock(to: $0.machine.clock.now + step) }
    }

    /// Sets the clock to the true time.
    package static let setClockRight = Self { $0.machine.setClock(to: $0.rightClock) }

    /// Sets the clock.
    package static func setClock(_ instant: Instant) -> Self { Self { $0.machine.setClock(to: instant) } }

    /// Delivers the due timer before another input.
    static let timer = Self { $0.machine.deliver(.timerFired) }

    // MARK: The service

    /// Kills the service.
    package static let kill = Self { $0.machine.kill() }

    /// Kills the service after a number of outputs.
    package static func killAfter(actions: Int) -> Self { Self { $0.machine.actionsToLive = actions } }

    /// Requests the service to stop.
    package static let stop = Self { $0.machine.deliver(.stopRequested) }

    /// Starts the service if it is not running.
    package static let start = Self { if !$0.machine.isRunning { $0.machine.start() } }

    /// Switches the machine off for a time. With an empty battery, the clock then starts at the beginning of 1970.
    package static func off(_ time: Duration, clockIsLost: Bool) -> Self {
        Self { $0.off(time, clockIsLost: clockIsLost) }
    }

    /// Switches the machine off for a time, and boots it with a clock that is behind or ahead by this much, but never
    /// before 1970.
    package static func boot(after time: Duration, behind: Duration) -> Self {
        Self { $0.boot(after: time, behind: behind) }
    }

    /// Starts the service while the disk does not respond, so the hooks are not known before this time has passed.
    package static func startSlowly(_ time: Duration) -> Self {
        Self { life in
            guard !life.machine.isRunning else { return }
            let hooks = life.machine.hooks
            life.machine.hooks = .unknown
            life.machine.start()
            life.pass(time)
            life.machine.hooks = hooks
            life.machine.deliver(.settings(.success(life.machine.settings), hooks: hooks, cause: .edit))
        }
    }

    // MARK: Day and night

    /// Sets the phase manually for a time; nil for the next boundary.
    package static func setPhase(_ phase: Phase, for time: Duration?) -> Self {
        Self { life in
            let until = time.map { life.machine.clock.now + $0 }
            life.machine.deliver(.phaseRequested(.set(phase, until: until)))
        }
    }

    /// Returns the phase to the settings.
    package static let followSettings = Self { $0.machine.deliver(.phaseRequested(.auto)) }

    // MARK: Settings and time zones

    /// Changes the hooks, which the service notices.
    package static func hooks(_ hooks: HookCatalog) -> Self {
        Self { life in
            life.machine.hooks = hooks
            life.machine.deliver(.settings(.success(life.machine.settings), hooks: hooks, cause: .edit))
        }
    }

    /// Changes how long hooks take to start.
    package static func hookDelay(_ time: Duration) -> Self { Self { $0.machine.hookDelay = time } }

    /// Edits the settings, and reloads the service.
    package static func reload(_ edit: Scenario.Edit) -> Self { Self { $0.read(edit, .reload) } }

    /// Edits the settings file, which the service notices.
    package static func edit(_ edit: Scenario.Edit) -> Self { Self { $0.read(edit, .edit) } }

    /// Changes the time zone and its main city. With `Source=auto`, GeoClue then sends a location that it has kept for a
    /// quarter of an hour, at the former main city, which is no place for the service; not if the machine was there for a
    /// shorter time.
    package static func changeZone(_ zone: TableZone, _ place: Coordinate?) -> Self {
        Self { life in
            life.zone = zone
            let mainCity = place.map {
                Place($0, from: .timeZone("Simulated/\($0.latitude.degrees)/\($0.longitude.degrees)"))
            }
            let former = life.machine.locations.timeZonePlace?.observer.coordinate
            life.machine.changeZone(to: zone.zone, mainCity: mainCity)
            let stamp = life.machine.clock.now - .seconds(900)
            let wasThere = life.zoneBegan.map { $0 < stamp } ?? true
            life.zoneBegan = life.machine.clock.now
            guard let former, let place, former != place, wasThere, life.machine.settings.location.source == .auto
            else { return }
            var cached = Place(former, from: .geoclue)
            cached.provenance.observed = stamp
            life.machine.deliver(.location(.fix(cached)))
        }
    }

    /// Changes the rules of the time zone: the clocks change by a number of seconds, at an offset from the next due
    /// time.
    static func changeLaw(_ offset: Duration, by shift: Int) -> Self {
        Self { life in
            life.zone.change(at: life.machine.clock.now + life.timeToEvent + offset, by: shift)
            life.machine.changeZone(to: life.zone.zone, mainCity: life.machine.locations.timeZonePlace)
        }
    }

    // MARK: The notification server and the disk

    /// Changes the behaviour of the notification server, without a notification to the service.
    package static func server(_ server: SimulatedMachine.Server) -> Self { Self { $0.machine.server = server } }

    /// Replaces the notification server.
    package static let restartServer = Self { $0.machine.restartServer() }

    /// Resumes a notification server that hangs.
    package static let resumeServer = Self { $0.machine.resumeServer() }

    /// Fills the disk, or frees space.
    static func diskIsFull(_ isFull: Bool) -> Self { Self { $0.machine.diskIsFull = isFull } }

    /// Changes the speed of the disk.
    package static func disk(_ speed: SimulatedMachine.DiskSpeed) -> Self { Self { $0.machine.diskSpeed = speed } }

    /// Deletes the ledger, or replaces it with the text.
    static func damageLedger(_ text: String?) -> Self { Self { $0.machine.damageLedger(text) } }
}

extension Scenario.Edit {
    /// Sets a place in the settings, or removes it.
    package static func place(_ place: Coordinate?) -> Self {
        Self { ($0.location.source, $0.location.fixed) = (.fixed, place.map { Place($0, from: .settings) }) }
    }

    /// Sets `Source=auto`, with a place in the settings; nil for none. With `Mode=follow`, a request for the location could
    /// wake up the service, which the judge does not expect.
    static func auto(_ place: Coordinate?) -> Self {
        Self {
            ($0.location.source, $0.location.fixed) = (.auto, place.map { Place($0, from: .settings) })
            $0.location.geoclue.mode = .once
        }
    }

    static let followZone = Self { $0.location.source = .timezone }

    /// Enables or disables popups for sunrise and sunset.
    package static func switches(sunrise: Bool, sunset: Bool) -> Self {
        Self { ($0.notifications.sunrise, $0.notifications.sunset) = (sunrise, sunset) }
    }

    /// Enables or disables popups for seasons, polar days and nights, and clock changes.
    package static func rareSwitches(seasons: Bool, polar: Bool, clocks: Bool) -> Self {
        Self {
            ($0.notifications.seasons, $0.notifications.clockChange) = (seasons, clocks)
            ($0.notifications.polarDay, $0.notifications.polarNight) = (polar, polar)
            $0.notifications.solarEclipse = clocks
        }
    }

    /// Adds an alert some minutes after an event, with the values of a settings file. It replaces an alert with the
    /// same name.
    package static func alert(
        _ name: String, _ event: String, _ minutes: Int64, _ days: String = "", _ bounds: AlertBounds? = nil
    ) -> Self {
        guard let event = AnnouncedEvent(name: event), let days = Weekdays(days) else {
            preconditionFailure("no such alert: \(event), \(days)")
        }
        var alert = Alert(name: name, event: event)
        (alert.offset, alert.days, alert.bounds) = (.seconds(minutes * 60), days, bounds)
        return Self { [alert] settings in
            settings.alerts.removeAll { $0.name == name }
            settings.alerts.append(alert)
        }
    }

    /// Sets the hook of an alert.
    package static func hook(_ hook: AlertHook, of name: String) -> Self {
        Self { settings in
            for index in settings.alerts.indices where settings.alerts[index].name == name {
                settings.alerts[index].hook = hook
            }
        }
    }

    static func withoutAlert(_ name: String) -> Self {
        Self { settings in settings.alerts.removeAll { $0.name == name } }
    }

    /// Sets `Quiet=` and `WhenQuiet=`.
    static func quiet(_ ranges: String, _ whenQuiet: NotificationSettings.WhenQuiet) -> Self {
        Self {
            ($0.notifications.quiet, $0.notifications.whenQuiet) = (QuietTime(ranges) ?? .none, whenQuiet)
        }
    }

    /// Sets `Day=` and `Night=`.
    package static func phases(_ boundary: PhaseBoundary) -> Self { Self { $0.phases = boundary } }

    /// Sets `Grace=`.
    package static func grace(seconds: Int64) -> Self { Self { $0.notifications.grace = .seconds(seconds) } }

}

extension Place {
    fileprivate init(_ place: Coordinate, from source: Provenance.Source) {
        self.init(observer: Observer(place), name: nil, provenance: Provenance(source: source))
    }
}
