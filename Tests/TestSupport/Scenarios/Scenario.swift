public import Solar
public import Tracker

/// A scenario for a simulated machine: its initial state, and the steps that follow.
public struct Scenario: Sendable, CustomStringConvertible {
    /// A step of a scenario.
    public enum Step: Hashable, Sendable {
        /// Advances the time.
        case pass(Duration)
        /// Advances the time to the next due time plus an offset, which can be negative.
        case passToEvent(Duration)
        /// Suspends the machine. On resume, other inputs can arrive before the change of the clock.
        case sleep(Duration, first: [News])
        /// Suspends the machine until a time after the next due time.
        case sleepOverEvent(Duration, first: [News])
        /// Sets the clock forward or back by a duration.
        case stepClock(Duration)
        /// Sets the clock to the true time, or to a wrong one.
        case setClockRight, setClock(Instant)
        /// Kills the service: at once, or after a number of outputs.
        case kill, killAfter(actions: Int)
        /// Requests the service to stop; starts it.
        case stop, start
        /// Switches the machine off for a time. With an empty battery, the clock then starts at the beginning of 1970.
        case off(Duration, clockIsLost: Bool)
        /// Edits the settings. A running service reads them on a reload, or because the file has changed.
        case reload(Edit), edit(Edit)
        /// Changes the time zone, with its principal place.
        case changeZone(TableZone, TablePlace?)
        /// Changes the rules of the time zone: the clocks change by a number of seconds, at an offset from the next due
        /// time.
        case changeLaw(Duration, by: Int)
        /// Changes the behaviour of the notification server, without a notification to the service.
        case server(SimulatedMachine.Server)
        /// Replaces the notification server; resumes one that hangs.
        case restartServer, resumeServer
        /// Pauses notifications for a time; ends the pause.
        case pause(Duration), resume
        /// Fills the disk, or frees space.
        case diskIsFull(Bool)
        /// Changes the speed of the disk.
        case disk(SimulatedMachine.DiskSpeed)
        /// Deletes the ledger, or replaces it with the text.
        case damageLedger(String?)
    }

    /// An input that arrives first after a sleep.
    public enum News: Hashable, Sendable {
        /// The timer, which is due.
        case timer
        /// A reload, with another place in the settings.
        case reload(TablePlace)
        /// The time zone.
        case zone(TableZone, TablePlace)
    }

    /// An edit of the settings.
    public enum Edit: Hashable, Sendable {
        case place(TablePlace?)
        case followZone
        /// `Source=auto`, with a place in the settings.
        case auto(TablePlace)
        case switches(sunrise: Bool, sunset: Bool)
        case rareSwitches(seasons: Bool, polar: Bool, clocks: Bool)
        case alert(TableAlert)
        case withoutAlert(String)
        case grace(seconds: Int64)
        case late(NotificationSettings.Late)
    }

    /// An alert, with the values of a settings file.
    public struct TableAlert: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let name: String
        /// `Event=`.
        public let event: String
        /// `Offset=`, in minutes.
        public let minutes: Int64
        /// `Days=`.
        public let days: String

        /// Creates an alert a number of minutes after the event.
        public init(_ name: String, _ event: String, _ minutes: Int64, _ days: String = "") {
            (self.name, self.event, self.minutes, self.days) = (name, event, minutes, days)
        }

        /// The Swift expression.
        public var description: String {
            "TableAlert(\"\(name)\", \"\(event)\", \(minutes), \"\(days)\")"
        }

        var alert: Alert {
            guard let event = AnnouncedEvent(name: event), let days = Weekdays(days) else {
                preconditionFailure("no such alert: \(self)")
            }
            var alert = Alert(name: name, event: event)
            alert.offset = .seconds(minutes * 60)
            alert.days = days
            return alert
        }
    }

    /// A point, in degrees north and east.
    public struct TablePlace: Hashable, Sendable, CustomStringConvertible {
        /// Degrees north.
        public let latitude: Double
        /// Degrees east.
        public let longitude: Double

        /// Creates a point from degrees north and east.
        public init(_ latitude: Double, _ longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The Swift expression.
        public var description: String { "TablePlace(\(latitude), \(longitude))" }

        var place: Place {
            Place(
                observer: Observer(coordinate(latitude, longitude)), name: nil,
                provenance: Provenance(source: .settings))
        }

        /// The place as the principal place of a time zone.
        var principalPlace: Place {
            Place(
                observer: Observer(coordinate(latitude, longitude)), name: nil,
                provenance: Provenance(source: .timeZone("Simulated/\(latitude)/\(longitude)")))
        }
    }

    /// The clock at the start.
    public var start: Instant
    /// The initial settings, as edits of the defaults.
    public var edits: [Edit]
    /// The steps.
    public var steps: [Step]

    /// Creates a scenario.
    public init(start: Instant, edits: [Edit], steps: [Step]) {
        self.start = start
        self.edits = edits
        self.steps = steps
    }

    /// One line per step, as in the source of a test.
    public var description: String {
        "start: \(start)\nedits: \(edits)\n" + steps.map { "\($0),\n" }.joined()
    }

    /// Plays the scenario.
    ///
    /// - Returns: the chronicle, the violations, what was wrong with the targets of the phases, and the number of simulated
    ///   years.
    public func play() -> (
        history: Chronicle, violations: [Oracle.Violation], targetFaults: [String], years: Double
    ) {
        var player = Player(self)
        for step in steps { player.play(step) }
        let history = player.machine.history
        return (
            history, Oracle.violations(in: history), player.machine.targets.faults,
            player.passed / .seconds(31_556_952)
        )
    }
}

extension Settings {
    mutating func apply(_ edit: Scenario.Edit) {
        switch edit {
        case .place(let place):
            location.source = .fixed
            location.fixed = place?.place
        case .auto(let place): (location.source, location.fixed) = (.auto, place.place)
        case .followZone: location.source = .timezone
        case .switches(let sunrise, let sunset):
            (notifications.sunrise, notifications.sunset) = (sunrise, sunset)
        case .rareSwitches(let seasons, let polar, let clocks):
            (notifications.seasons, notifications.clockChange) = (seasons, clocks)
            (notifications.polarDay, notifications.polarNight) = (polar, polar)
        case .alert(let alert):
            alerts.removeAll { $0.name == alert.name }
            alerts.append(alert.alert)
        case .withoutAlert(let name): alerts.removeAll { $0.name == name }
        case .grace(let seconds): notifications.grace = .seconds(seconds)
        case .late(let late): notifications.late = late
        }
    }
}
