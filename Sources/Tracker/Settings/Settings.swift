import Solar

/// Everything that a user can configure.
public struct Settings: Equatable, Sendable {
    /// Where the location comes from.
    public var location = LocationSettings()
    /// What is announced, and how.
    public var notifications = NotificationSettings()
    /// The user's alerts, in the order in which they are given.
    public var alerts: [Alert] = []
    /// Where day and night begin.
    public var phases = PhaseBoundary()
    /// How hooks run.
    public var hooks = HookSettings()
    /// What is in the panel.
    public var panel = PanelSettings()

    /// The defaults.
    public init() {}

    /// Replaces the location of the files by the command line's.
    public mutating func setLocation(_ place: Place) {
        location.source = .fixed
        location.fixed = place
    }
}

/// The settings in force at a start if the files have an error.
public enum SettingsFallback: Equatable, Sendable {
    /// The settings that were last accepted.
    case lastAccepted
    /// The defaults.
    case defaults
}

/// `[Location]`.
public struct LocationSettings: Equatable, Sendable {
    /// `Source=`: where the location comes from.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        /// The place in the settings; without one, the best of the other sources.
        case auto
        /// The place in the settings.
        case fixed
        /// GeoClue's current fix, or else its last one.
        case geoclue
        /// The principal place of the time zone.
        case timezone
    }

    /// Where the location comes from.
    public var source = Source.auto
    /// `Mode=` and `Accuracy=`: how GeoClue is used.
    public var geoclue = LocationWatch()
    /// `Place=`, or `Latitude=` and `Longitude=`, with `Elevation=` and `Name=`; or `--place` or `--location`; nil if
    /// none is given.
    public var fixed: Place?

    /// The defaults.
    public init() {}

    /// What to watch for; nil if no source needs a watcher.
    public var watch: LocationWatch? {
        switch source {
        case .fixed, .timezone: nil
        case .geoclue: geoclue
        case .auto: fixed == nil ? geoclue : nil
        }
    }
}

/// `[Notifications]`.
public struct NotificationSettings: Equatable, Sendable {
    /// What happens to an event that is missed.
    public enum Late: String, Equatable, Sendable, CaseIterable {
        /// It is written to the journal.
        case journal
        /// It is written to the journal, and the last one of each rule is also shown.
        case notify
    }

    /// What happens to a notification in the quiet time.
    public enum WhenQuiet: String, Equatable, Sendable, CaseIterable {
        /// It is shown without a sound, and with low urgency.
        case silent
        /// It is not shown.
        case journal
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
    /// `Grace=`: how late an announcement may be, from one minute to one day.
    public var grace = Duration.seconds(600)
    /// `Late=`: what happens to an event that is later than that.
    public var late = Late.journal
    /// `Sound=`: the sound of the notifications of events and alerts.
    public var sound = Popup.Sound.silent
    /// `SunriseSound=`: that of sunrise; nil for `sound`.
    public var sunriseSound: Popup.Sound?
    /// `SunsetSound=`: that of sunset; nil for `sound`.
    public var sunsetSound: Popup.Sound?
    /// `Urgency=`: the urgency of the notifications of events and alerts.
    public var urgency = Popup.Urgency.normal
    /// `Quiet=`: the times of day at which notifications are silent, or not shown.
    public var quiet = QuietTime.none
    /// `WhenQuiet=`: what happens to notifications at these times.
    public var whenQuiet = WhenQuiet.silent

    /// The built-in rules.
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
public struct HookSettings: Equatable, Sendable {
    /// `Timeout=`: how long a hook may run, from one second to one hour.
    public var timeLimit = Duration.seconds(30)
}

/// `[Panel]`.
public struct PanelSettings: Equatable, Sendable {
    /// `Icon=`: whether the panel has a status icon.
    public var icon = false
}

/// The hook directories that exist. They are not part of the settings files; the reader of the settings scans for them.
public struct HookCatalog: Equatable, Sendable {
    /// The events whose directories contain hooks.
    public var events: [AnnouncedEvent]
    /// The phases whose directories contain hooks.
    public var phases: Set<Phase>
    /// The directories `NAME.d` where NAME is neither an event nor a phase, so that nothing in them ever runs.
    public var strayFolders: [String]

    /// A catalog of these directories; empty by default.
    public init(events: [AnnouncedEvent] = [], phases: Set<Phase> = [], strayFolders: [String] = []) {
        self.events = events
        self.phases = phases
        self.strayFolders = strayFolders
    }

    /// Whether something is started at the occurrences of a rule: the alert's own program and unit, or the programs in the
    /// directory of the event.
    public func hasHooks(for rule: Rule) -> Bool { rule.alert?.hasHooks ?? events.contains(rule.event) }
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
