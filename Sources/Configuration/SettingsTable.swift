// SPDX-License-Identifier: MIT
/// A setting: its section and key, its default, and what it sets.
struct SettingRow<Target>: Sendable {
    let group: String
    let key: String
    let defaultValue: String?
    /// Reads a value, and sets what it stands for.
    let apply: @Sendable (SettingsEntry, inout Target) throws(SettingsError) -> Void

    /// A setting. By default, its value is read elsewhere, together with others.
    init(
        _ group: String, _ key: String, _ defaultValue: String? = nil,
        apply: @escaping @Sendable (SettingsEntry, inout Target) throws(SettingsError) -> Void = { _, _ in }
    ) {
        (self.group, self.key, self.defaultValue, self.apply) = (group, key, defaultValue, apply)
    }

    /// A setting whose value is read on its own.
    init<Value>(
        _ group: String, _ key: String, _ defaultValue: String? = nil,
        _ path: any WritableKeyPath<Target, Value> & Sendable,
        _ parse: @escaping @Sendable (SettingsEntry) -> () throws(SettingsError) -> Value
    ) {
        self.init(group, key, defaultValue) { entry, target throws(SettingsError) in
            target[keyPath: path] = try parse(entry)()
        }
    }
}

/// The settings of the entries that were read so far.
struct SettingsDraft {
    var settings = Settings()
    var fixed = FixedLocation()
    var phases = PhaseKeys()
    var alerts = AlertGroups()

    /// All settings except the settings of alerts, in display order.
    static let rows: [SettingRow<SettingsDraft>] = [
        SettingRow("Location", "Source", "auto", \.settings.location.source, SettingsEntry.choice),
        SettingRow("Location", "Mode", "follow", \.settings.location.geoclue.mode, SettingsEntry.choice),
        SettingRow("Location", "Accuracy", "city", \.settings.location.geoclue.accuracy, SettingsEntry.choice),
        SettingRow("Location", "Place", apply: takeLocation), SettingRow("Location", "Latitude", apply: takeLocation),
        SettingRow("Location", "Longitude", apply: takeLocation),
        SettingRow("Location", "Elevation", apply: takeLocation), SettingRow("Location", "Name", apply: takeLocation),
        SettingRow("Notifications", "Sunrise", "yes", \.settings.notifications.sunrise, SettingsEntry.flag),
        SettingRow("Notifications", "Sunset", "yes", \.settings.notifications.sunset, SettingsEntry.flag),
        SettingRow("Notifications", "SpecialDays", "yes", \.settings.notifications.specialDays, SettingsEntry.flag),
        SettingRow("Notifications", "Seasons", "yes", \.settings.notifications.seasons, SettingsEntry.flag),
        SettingRow("Notifications", "ClockChange", "yes", \.settings.notifications.clockChange, SettingsEntry.flag),
        SettingRow("Notifications", "SolarEclipse", "yes", \.settings.notifications.solarEclipse, SettingsEntry.flag),
        SettingRow("Notifications", "PolarDay", "yes", \.settings.notifications.polarDay, SettingsEntry.flag),
        SettingRow("Notifications", "PolarNight", "yes", \.settings.notifications.polarNight, SettingsEntry.flag),
        SettingRow("Notifications", "Grace", "10min", \.settings.notifications.grace, SettingsEntry.grace),
        SettingRow("Notifications", "Sound", "no", \.settings.notifications.sound, SettingsEntry.soundOrNone),
        SettingRow(
            "Notifications", "Urgency", "normal", \.settings.notifications.urgency, SettingsEntry.urgencyOrNormal),
        SettingRow("Notifications", "Quiet", nil, \.settings.notifications.quiet, SettingsEntry.quietTime),
        SettingRow("Notifications", "WhenQuiet", "silent", \.settings.notifications.whenQuiet, SettingsEntry.choice),
        SettingRow("Phases", "Boundary", "sun", \.phases.limit, SettingsEntry.phaseLimit),
        SettingRow("Phases", "Day", nil, \.phases.day, SettingsEntry.dayEdge),
        SettingRow("Phases", "Night", nil, \.phases.night, SettingsEntry.nightEdge),
        SettingRow("Hooks", "Timeout", "30s", \.settings.hooks.timeLimit, SettingsEntry.timeLimit),
        SettingRow("Panel", "Icon", "no", \.settings.panel.icon, SettingsEntry.flag),
    ]

    private static let takeLocation: @Sendable (SettingsEntry, inout SettingsDraft) throws(SettingsError) -> Void = {
        entry, draft throws(SettingsError) in try draft.fixed.take(entry)
    }

    /// The sections, in their order.
    static var groups: [String] {
        rows.reduce(into: []) { groups, row in if groups.last != row.group { groups.append(row.group) } }
    }
}
