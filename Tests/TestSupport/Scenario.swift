public import Solar
public import Tracker

/// A life of a machine, to be played on a simulated one: where it begins, and what happens one after the other.
public struct Scenario: Sendable, CustomStringConvertible {
    /// Something that happens.
    public enum Step: Hashable, Sendable {
        /// Time passes.
        case pass(Duration)
        /// Time passes to so long after the next moment at which something is due, or before it.
        case passToEvent(Duration)
        /// The machine sleeps. What it learns first on resume may be something else than the clock.
        case sleep(Duration, first: [News])
        /// The machine sleeps to so long after the next moment at which something is due.
        case sleepOverEvent(Duration, first: [News])
        /// The clock is set forward or back.
        case stepClock(Duration)
        /// The clock is set to the time that it lost count of, or to a wrong one.
        case setClockRight, setClock(Instant)
        /// The service ends: at once; before so many more actions.
        case kill, killAfter(actions: Int)
        /// The service is asked to end; is started.
        case stop, start
        /// Time passes without the machine. With an empty battery the clock then shows the beginning of 1970.
        case off(Duration, clockIsLost: Bool)
        /// The settings are edited, and read again where the service runs.
        case reload(Edit)
        /// The settings are edited into something wrong.
        case refuseReload
        /// The machine is in another time zone, with its principal place.
        case changeZone(utcOffset: Int, TablePlace)
        /// What the notification server does from now on, without a word.
        case server(SimulatedMachine.Server)
        /// Another notification server takes its place; one that hung goes on.
        case restartServer, resumeServer
        /// The disk is full, or has room again.
        case diskIsFull(Bool)
        /// The ledger is gone, or becomes this.
        case damageLedger(String?)
    }

    /// What the machine learns first after a sleep.
    public enum News: Hashable, Sendable {
        /// The timer, which was due.
        case timer
        /// The settings, with another place.
        case reload(TablePlace)
        /// The time zone.
        case zone(utcOffset: Int, TablePlace)
    }

    /// An edit of the settings.
    public enum Edit: Hashable, Sendable {
        case place(TablePlace?)
        case followZone
        case switches(sunrise: Bool, sunset: Bool)
        case rareSwitches(seasons: Bool, polar: Bool, clocks: Bool)
        case alert(TableAlert)
        case withoutAlert(String)
        case grace(seconds: Int64)
        case late(NotificationSettings.Late)
    }

    /// An alert, as a settings file has it.
    public struct TableAlert: Hashable, Sendable, CustomStringConvertible {
        /// Its name.
        public let name: String
        /// `Event=`.
        public let event: String
        /// `Offset=`, in minutes.
        public let minutes: Int64
        /// `Days=`.
        public let days: String

        /// An alert so many minutes after the event.
        public init(_ name: String, _ event: String, _ minutes: Int64, _ days: String = "") {
            (self.name, self.event, self.minutes, self.days) = (name, event, minutes, days)
        }

        /// As Swift writes it.
        public var description: String { "TableAlert(\"\(name)\", \"\(event)\", \(minutes), \"\(days)\")" }

        var alert: Alert {
            guard let event = AlmanacEvent(name: event), let days = Weekdays(days) else {
                preconditionFailure("no such alert: \(self)")
            }
            var alert = Alert(name: name, event: event)
            alert.offset = .seconds(minutes * 60)
            alert.days = days
            return alert
        }
    }

    /// A point in degrees north and east.
    public struct TablePlace: Hashable, Sendable, CustomStringConvertible {
        /// Degrees north.
        public let latitude: Double
        /// Degrees east.
        public let longitude: Double

        /// The point in degrees north and east.
        public init(_ latitude: Double, _ longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// As Swift writes it.
        public var description: String { "TablePlace(\(latitude), \(longitude))" }

        var place: Place {
            Place(
                observer: Observer(coordinate(latitude, longitude)), name: nil,
                provenance: Provenance(source: .settings))
        }
    }

    /// Where the clock begins.
    public var start: Instant
    /// The settings at the beginning, as edits of those that nobody has changed.
    public var edits: [Edit]
    /// What happens.
    public var steps: [Step]

    /// A life.
    public init(start: Instant, edits: [Edit], steps: [Step]) {
        self.start = start
        self.edits = edits
        self.steps = steps
    }

    /// A line for each step, as a test writes them.
    public var description: String {
        "start: \(start)\nedits: \(edits)\n" + steps.map { "\($0),\n" }.joined()
    }

    /// Plays it.
    public func play() -> (machine: SimulatedMachine, years: Double) {
        var player = Player(self)
        for step in steps { player.play(step) }
        return (player.machine, player.passed / .seconds(31_556_952))
    }

    /// What is wrong with what happened.
    public func violations(sun: SunTable = SunTable()) -> [Oracle.Violation] {
        Oracle.violations(in: play().machine.history, sun: sun)
    }
}

extension Settings {
    mutating func apply(_ edit: Scenario.Edit) {
        switch edit {
        case .place(let place):
            location.source = .fixed
            location.fixed = place?.place
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
