import Solar

/// Everything that a person can choose.
public struct Settings: Hashable, Sendable {
    /// Where the location comes from.
    public var location = LocationSettings()
    /// What is announced, and how.
    public var notifications = NotificationSettings()
    /// The alerts of the person's own, in the order in which they were given.
    public var alerts: [Alert] = []
    /// What is started besides.
    public var hooks = HookSettings()

    /// The settings of somebody who has chosen nothing.
    public init() {}

    /// Has the command line's place take the place of whatever the files say.
    public mutating func setLocation(_ place: Place) {
        location.source = .fixed
        location.fixed = place
    }
}

/// What is in force at a start at which the settings cannot be used.
public enum SettingsFallback: Hashable, Sendable {
    /// The settings that were last accepted.
    case lastAccepted
    /// The settings of somebody who has chosen nothing.
    case defaults
}

/// `[Location]`.
public struct LocationSettings: Hashable, Sendable {
    /// `Source=`: who is asked.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The place given; else the other sources, the best first.
        case auto
        /// The place given.
        case fixed
        /// GeoClue, and while it is silent what it said last.
        case geoclue
        /// The principal place of the time zone.
        case timezone
    }

    /// Who is asked.
    public var source = Source.auto
    /// `Mode=` and `Accuracy=`: how GeoClue is asked, where it is.
    public var geoclue = LocationWatch()
    /// `Place=`, or `Latitude=` and `Longitude=`, with `Elevation=` and `Name=`; or `--place` or `--location`; nil where none is
    /// given.
    public var fixed: Place?

    /// Location settings of somebody who has chosen nothing.
    public init() {}

    /// What the watcher of significant changes is to do; nil where nobody asks it.
    public var watch: LocationWatch? {
        switch source {
        case .fixed, .timezone: nil
        case .geoclue: geoclue
        case .auto: fixed == nil ? geoclue : nil
        }
    }
}

/// `[Notifications]`.
public struct NotificationSettings: Hashable, Sendable {
    /// What becomes of an event that the service learns of too late.
    public enum Late: String, Hashable, Sendable, CaseIterable {
        /// An entry in the journal.
        case journal
        /// A notification as well, for the last of its kind.
        case notify
    }

    /// `Sunrise=`: whether a notification is shown at sunrise.
    public var sunrise = true
    /// `Sunset=`: whether a notification is shown at sunset.
    public var sunset = true
    /// `Seasons=`: whether a notification is shown at the equinoxes and solstices.
    public var seasons = true
    /// `ClockChange=`: whether a notification is shown on the day before the clocks change.
    public var clockChange = true
    /// `PolarDay=`: whether a notification is shown when a polar day begins and ends.
    public var polarDay = true
    /// `PolarNight=`: whether a notification is shown when a polar night begins and ends.
    public var polarNight = true
    /// `Grace=`: how late an announcement may be, from a minute to a day.
    public var grace = Duration.seconds(600)
    /// `Late=`: what happens after that.
    public var late = Late.journal

    /// Notification settings of somebody who has chosen nothing.
    public init() {}

    /// What the service announces by itself.
    var rules: [Rule] {
        [
            Rule(id: "sunrise", event: .sunrise, notifies: sunrise),
            Rule(id: "sunset", event: .sunset, notifies: sunset),
        ]
            + SolarEvent.seasonal.map { Rule(id: $0.name, event: $0, notifies: seasons) }
            + PolarEvent.allCases.map { event in
                let isDay = event == .dayStart || event == .dayEnd
                return Rule(id: event.rawValue, event: .polar(event), notifies: isDay ? polarDay : polarNight)
            }
            + [
                Rule(
                    id: AnnouncedEvent.zoneTransition.name, event: .zoneTransition, timing: .noonBefore,
                    notifies: clockChange)
            ]
    }
}

/// `[Hooks]`.
public struct HookSettings: Hashable, Sendable {
    /// `Timeout=`: how long a hook may run, from one second to one hour.
    public var timeLimit = Duration.seconds(30)

    /// The defaults.
    public init() {}
}

/// The hook directories that exist. They are part of no settings file: whoever reads the settings scans for them.
public struct HookCatalog: Hashable, Sendable {
    /// The events whose directories contain hooks.
    public var events: [AnnouncedEvent]
    /// The directories `NAME.d` where NAME is not an event, so that nothing in them ever runs.
    public var strayFolders: [String]

    /// A catalog of these directories; empty by default.
    public init(events: [AnnouncedEvent] = [], strayFolders: [String] = []) {
        self.events = events
        self.strayFolders = strayFolders
    }

    /// The programs to start at the occurrences of a rule: the alert's own, or those in the directory of the event; nil for
    /// none.
    public func program(for rule: Rule) -> HookCall.Program? {
        if rule.alert != nil { return rule.hook.map(HookCall.Program.command) }
        return events.contains(rule.event) ? .folder(rule.event) : nil
    }
}

extension Settings {
    /// Everything to announce under these settings. An event with hooks that is not announced otherwise is announced to
    /// its hooks and in the journal.
    ///
    /// - Parameter hooks: the hooks that exist.
    public func rules(hooks: HookCatalog = HookCatalog()) -> [Rule] {
        let hookRules = hooks.events.filter { event in !notifications.rules.contains { $0.event == event } }
            .map { Rule(id: $0.name, event: $0, notifies: false) }
        return notifications.rules + hookRules + alerts.lazy.filter(\.isEnabled).map(Rule.init)
    }
}
