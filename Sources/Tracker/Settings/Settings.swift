// SPDX-License-Identifier: MIT
import Solar

/// Everything that a user can configure.
package struct Settings: Equatable, Sendable {
    /// Where the place comes from.
    package var location = LocationSettings()
    /// What is announced, and how.
    package var notifications = NotificationSettings()
    /// The user's alerts, in the order in which they are given.
    package var alerts: [Alert] = []
    /// Where day and night begin.
    package var phases = PhaseBoundary()
    /// How hooks run.
    package var hooks = HookSettings()
    /// What the panel shows.
    package var panel = PanelSettings()

    /// The defaults.
    package init() {}

    /// Replaces the place in the files with the place from the command line.
    package mutating func setLocation(_ place: Place) {
        location.source = .fixed
        location.fixed = place
    }
}

/// The settings that are used at startup if the files are invalid.
package enum SettingsFallback: Equatable, Sendable {
    /// The last valid settings.
    case lastAccepted
    /// The defaults.
    case defaults
}

/// `[Location]`.
package struct LocationSettings: Equatable, Sendable {
    /// `Source=`: where the place comes from.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The place in the settings or, if there is none, the best of the other sources.
        case auto
        /// The place in the settings.
        case fixed
        /// GeoClue's current fix, or else its last one.
        case geoclue
        /// The main city of the time zone.
        case timezone
    }

    /// Where the place comes from.
    package var source = Source.auto
    /// `Mode=` and `Accuracy=`: how GeoClue is used.
    package var geoclue = LocationWatch()
    /// `Place=`, or `Latitude=` and `Longitude=`, with `Elevation=` and `Name=`; or `--place`; nil if
    /// none is given.
    package var fixed: Place?

    /// The defaults.
    package init() {}

    /// How to watch the location; nil if the settings need no watcher.
    package var watch: LocationWatch? {
        switch source {
        case .fixed, .timezone: nil
        case .geoclue: geoclue
        case .auto: fixed == nil ? geoclue : nil
        }
    }
}

/// `[Notifications]`.
package struct NotificationSettings: Equatable, Sendable {
    /// What happens to a notification during `Quiet=`.
    package enum WhenQuiet: String, Equatable, Sendable, CaseIterable {
        /// It is shown without a sound, and with low urgency.
        case silent
        /// It is not shown.
        case journal
    }

    /// `Sunrise=`: whether a notification is shown at sunrise.
    package var sunrise = true
    /// `Sunset=`: whether a notification is shown at sunset.
    package var sunset = true
    /// `SpecialDays=`: whether the notifications at sunrise and sunset say that a day is special.
    package var specialDays = true
    /// `Seasons=`: whether a notification is shown at the equinoxes and solstices.
    package var seasons = true
    /// `ClockChange=`: whether a notification is shown on the day before the clocks change.
    package var clockChange = true
    /// `SolarEclipse=`: whether a notification is shown on the day before a solar eclipse, and when it begins.
    package var solarEclipse = true
    /// `PolarDay=`: whether a notification is shown when a polar day begins and ends.
    package var polarDay = true
    /// `PolarNight=`: whether a notification is shown when a polar night begins and ends.
    package var polarNight = true
    /// `Grace=`: how late an announcement may be, from one minute to one day.
    package var grace = Duration.seconds(600)
    /// `Sound=`: the sound of the notifications of events and alerts.
    package var sound = Popup.Sound.silent
    /// `Urgency=`: the urgency of the notifications of events and alerts.
    package var urgency = Popup.Urgency.normal
    /// `Quiet=`: the times of day at which notifications are silent, or not shown.
    package var quiet = QuietTime.none
    /// `WhenQuiet=`: what happens to notifications during `Quiet=`.
    package var whenQuiet = WhenQuiet.silent

    /// How far the first start and a journey look back: nobody was there before.
    var lookBack: Duration { min(grace, .seconds(600)) }

    /// The built-in rules.
    var rules: [Rule] {
        [
            Rule(id: "sunrise", event: .sunrise, notifies: sunrise, saysSpecialDays: specialDays),
            Rule(id: "sunset", event: .sunset, notifies: sunset, saysSpecialDays: specialDays),
        ]
            + SolarEvent.seasonal.map { Rule(id: $0.name, event: $0, notifies: seasons) }
            + PolarEvent.allCases.map { event in
                let isDay = event == .dayStart || event == .dayEnd
                return Rule(id: event.rawValue, event: .polar(event), notifies: isDay ? polarDay : polarNight)
            }
            + [
                Rule(
                    id: AnnouncedEvent.zoneTransition.name, event: .zoneTransition, timing: .noonBefore,
                    notifies: clockChange),
                Rule(
                    id: "solar-eclipse-notice", event: .solarEclipse, timing: .noonBefore, notifies: solarEclipse),
                Rule(id: AnnouncedEvent.solarEclipse.name, event: .solarEclipse, notifies: solarEclipse),
            ]
    }
}

/// `[Hooks]`.
package struct HookSettings: Equatable, Sendable {
    /// `Timeout=`: how long a hook may run, from one second to one hour.
    package var timeLimit = Duration.seconds(30)
}

/// `[Panel]`.
package struct PanelSettings: Equatable, Sendable {
    /// `Icon=`: whether to show a status icon in the panel.
    package var icon = false
}

/// The hook directories that exist, and the targets by which units are wanted. They are not part of the settings files;
/// the reader of the settings scans for them.
package struct HookCatalog: Equatable, Sendable {
    /// The events whose directories contain hooks, or by whose targets units are wanted.
    package var events: [AnnouncedEvent]
    /// The phases whose directories contain hooks.
    package var phases: Set<Phase>
    /// The directories `NAME.d` whose NAME is neither an event nor a phase. Programs in them are never run.
    package var strayFolders: [String]
    /// The targets of events and alerts by which units are wanted: `suntracker@alert:lamps.target`.
    package var targets: Set<String>

    /// Whether the directories could not be read yet. Then there may be hooks for every occurrence, so the hooks of
    /// every occurrence are run. Without hooks, this does nothing.
    package private(set) var isUnknown = false

    /// The catalog of directories that could not be read yet.
    package static let unknown = {
        var catalog = HookCatalog(phases: Set(Phase.allCases))
        catalog.isUnknown = true
        return catalog
    }()

    /// A catalog of these directories; empty by default.
    package init(
        events: [AnnouncedEvent] = [], phases: Set<Phase> = [], strayFolders: [String] = [], targets: Set<String> = []
    ) {
        self.events = events
        self.phases = phases
        self.strayFolders = strayFolders
        self.targets = targets
    }

    /// Whether something is started at the occurrences of a rule: the alert's own program and unit, the programs in the
    /// directory of the event, or the target.
    package func hasHooks(for rule: Rule) -> Bool {
        guard rule.runsHooks, !isUnknown else { return rule.runsHooks }
        return rule.alert.map { $0.hasHooks || targets.contains(HookOccasion.rule(rule).target) }
            ?? events.contains(rule.event)
    }
}

extension Settings {
    /// Everything to announce according to these settings. If an event with hooks is not announced otherwise, its hooks
    /// are run and a journal entry is written.
    ///
    /// - Parameter hooks: the hooks that exist.
    package func rules(hooks: HookCatalog = HookCatalog()) -> [Rule] {
        let hookRules = hooks.events.filter { event in !notifications.rules.contains { $0.event == event } }
            .map { Rule(id: $0.name, event: $0, notifies: false) }
        return notifications.rules + hookRules + alerts.lazy.filter(\.isEnabled).map(Rule.init)
    }
}
