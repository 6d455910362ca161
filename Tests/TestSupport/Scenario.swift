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
        /// The settings are edited, and read again where the service runs: because somebody asks, or as the file has
        /// changed.
        case reload(Edit), edit(Edit)
        /// The settings are edited into something wrong.
        case refuseReload
        /// The machine is in another time zone, with its principal place.
        case changeZone(TableZone, TablePlace?)
        /// The law of the time zone is another one: the clocks change by so many seconds so long after the next moment at which
        /// something is due.
        case changeLaw(Duration, by: Int)
        /// GeoClue finds the machine there; no longer finds it; may not tell, or cannot.
        case fix(TableFix), loseFix, authorize(LocationAuthorization)
        /// What becomes of the calls of hooks from now on.
        case hookStarter(SimulatedMachine.HookStarter)
        /// What the notification server does from now on, without a word.
        case server(SimulatedMachine.Server)
        /// Another notification server takes its place; one that hung goes on.
        case restartServer, resumeServer
        /// The disk is full, or has room again.
        case diskIsFull(Bool)
        /// The ledger is gone, or becomes this.
        case damageLedger(String?)
        /// The last fix is gone, or becomes this.
        case damageFix(String?)
    }

    /// What the machine learns first after a sleep.
    public enum News: Hashable, Sendable {
        /// The timer, which was due.
        case timer
        /// The settings, with another place.
        case reload(TablePlace)
        /// The time zone.
        case zone(TableZone, TablePlace)
        /// The location.
        case fix(TableFix)
    }

    /// An edit of the settings.
    public enum Edit: Hashable, Sendable {
        case place(TablePlace?)
        case followZone
        /// `Source=auto`, or `Source=geoclue`, with a place given or without.
        case auto(TablePlace?), geoclue(TablePlace?)
        case watch(LocationWatch.Mode, LocationWatch.Accuracy)
        case switches(sunrise: Bool, sunset: Bool)
        case rareSwitches(seasons: Bool, polar: Bool, clocks: Bool)
        case alert(TableAlert)
        case withoutAlert(String)
        case grace(seconds: Int64)
        case late(NotificationSettings.Late)
        /// The events that have hooks in a folder.
        case hooks([String])
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
        /// `Hook=`; nil for none.
        public let hook: String?

        /// An alert so many minutes after the event.
        public init(_ name: String, _ event: String, _ minutes: Int64, _ days: String = "", hook: String? = nil) {
            (self.name, self.event, self.minutes, self.days, self.hook) = (name, event, minutes, days, hook)
        }

        /// As Swift writes it.
        public var description: String {
            "TableAlert(\"\(name)\", \"\(event)\", \(minutes), \"\(days)\""
                + (hook.map { ", hook: \"\($0)\")" } ?? ")")
        }

        var alert: Alert {
            guard let event = AnnouncedEvent(name: event), let days = Weekdays(days) else {
                preconditionFailure("no such alert: \(self)")
            }
            var alert = Alert(name: name, event: event)
            alert.offset = .seconds(minutes * 60)
            alert.days = days
            alert.hook = hook
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

        /// As the principal place of the time zone.
        var principalPlace: Place {
            Place(
                observer: Observer(coordinate(latitude, longitude)), name: nil,
                provenance: Provenance(source: .timeZone("Simulated/\(latitude)/\(longitude)")))
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
    ///
    /// - Returns: what happened, what is wrong with it, and how many years have passed.
    public func play() -> (history: Chronicle, violations: [Oracle.Violation], years: Double) {
        var player = Player(self)
        for step in steps { player.play(step) }
        let history = player.machine.history
        return (
            history, Oracle.violations(in: history, sun: player.machine.sun), player.passed / .seconds(31_556_952)
        )
    }
}

extension Settings {
    mutating func apply(_ edit: Scenario.Edit) {
        switch edit {
        case .place(let place):
            location.source = .fixed
            location.fixed = place?.place
        case .auto(let place): (location.source, location.fixed) = (.auto, place?.place)
        case .geoclue(let place): (location.source, location.fixed) = (.geoclue, place?.place)
        case .watch(let mode, let accuracy): location.geoclue = LocationWatch(mode: mode, accuracy: accuracy)
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
        // `SimulatedMachine.apply` does it.
        case .hooks: break
        }
    }
}

extension SimulatedMachine {
    mutating func apply(_ edit: Scenario.Edit) {
        settings.apply(edit)
        if case .hooks(let events) = edit { hooks.events = events.compactMap { AnnouncedEvent(name: $0) } }
    }
}
