// SPDX-License-Identifier: MIT

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

    package init() {}

    /// Replaces the place in the files with the place from the command line.
    package mutating func setLocation(_ place: Place) {
        location.source = .fixed
        location.fixed = place
    }
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

    package var source = Source.auto
    /// `Mode=` and `Accuracy=`: how GeoClue is used.
    package var geoclue = LocationWatch()
    /// `Place=`, or `Latitude=` and `Longitude=`, with `Elevation=` and `Name=`; or `--place`; nil if
    /// none is given.
    package var fixed: Place?

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

    /// The urgency (Desktop Notifications Specification 1.2, section "Urgency Levels").
    package enum Urgency: String, Equatable, Sendable, CaseIterable {
        /// May be missed.
        case low
        /// The default.
        case normal
        /// Stays on the screen until it is closed.
        case critical
    }

    /// The sound (section "Hints").
    package enum Sound: Hashable, Sendable {
        /// The server's default, which for most servers is no sound.
        case standard
        /// A sound of the desktop's theme, by its name in the Sound Naming Specification (`sound-name`).
        case named(String)
        /// A file, by its absolute path (`sound-file`).
        case file(String)
        /// None (`suppress-sound`).
        case silent
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
    package var sound = Sound.silent
    /// `Urgency=`: the urgency of the notifications of events and alerts.
    package var urgency = Urgency.normal
    /// `Quiet=`: the times of day at which notifications are silent, or not shown.
    package var quiet = QuietTime.none
    /// `WhenQuiet=`: what happens to notifications during `Quiet=`.
    package var whenQuiet = WhenQuiet.silent
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

extension Settings {
    /// The sounds that the settings name, each once: names and files.
    package var sounds: [NotificationSettings.Sound] {
        let all =
            [notifications.sound]
            + alerts.lazy.filter(\.isEnabled).map(\.sound)
        var sounds: [NotificationSettings.Sound] = []
        for case let sound? in all where sound.name != nil && !sounds.contains(sound) { sounds.append(sound) }
        return sounds
    }
}

extension NotificationSettings.Sound {
    /// The name or the path; nil for no sound, and for the server's default.
    package var name: String? {
        switch self {
        case .named(let name): name
        case .file(let path): path
        case .standard, .silent: nil
        }
    }
}
