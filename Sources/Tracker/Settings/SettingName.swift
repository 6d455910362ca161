/// The name of a setting: its group and its key, `Location.Name`.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// The group: `Location`.
    public let group: String
    /// The key: `Name`.
    public let key: String

    /// A text that is not the name of a setting.
    public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// What is wrong, and the names that exist.
        package func description(in words: Words) -> String {
            let names = SettingName.all.map(\.description) + AlertKey.allCases.map { "Alert NAME.\($0.rawValue)" }
            return words(
                "there is no setting \"{name}\"; the settings are {names}", ["name": text, "names": words.list(names)])
        }

        /// The same in English.
        public var description: String { description(in: .english) }
    }

    /// The setting with that name.
    public init(_ text: String) throws(UnknownName) {
        if let name = Self.all.first(where: { $0.description == text }) {
            self = name
        } else if let dot = text.lastIndex(of: "."), AlertGroups.name(ofGroup: text[..<dot]) != nil,
            AlertKey(rawValue: String(text[text.index(after: dot)...])) != nil
        {
            (group, key) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
        } else {
            throw UnknownName(text: text)
        }
    }

    fileprivate init(_ entry: SettingsEntry) { (group, key) = (entry.group, entry.key) }

    init(group: String, key: SettingsKey) {
        self.group = group
        self.key = key.rawValue
    }

    /// `Location.Name`, `Alert lamps.Offset`.
    public var description: String { "\(group).\(key)" }

    /// All settings except those of alerts, in display order.
    public static var all: [SettingName] {
        SettingsKey.groups.flatMap { group in group.keys.map { SettingName(group: group.name, key: $0) } }
    }
}

extension SettingName {
    /// `[Location] Source=`.
    public static let source = SettingName(group: "Location", key: .source)
    /// `[Location] Place=`.
    public static let place = SettingName(group: "Location", key: .place)
    /// `[Location] Latitude=`.
    public static let latitude = SettingName(group: "Location", key: .latitude)
    /// `[Location] Longitude=`.
    public static let longitude = SettingName(group: "Location", key: .longitude)
    /// `[Location] Elevation=`.
    public static let elevation = SettingName(group: "Location", key: .elevation)
    /// `[Location] Name=`.
    public static let name = SettingName(group: "Location", key: .name)

    /// The value if none is given; nil for a setting without a default.
    public var defaultValue: String? {
        switch SettingsKey(rawValue: key) {
        case .source: "auto"
        case .mode: "follow"
        case .accuracy: "city"
        case .sunrise, .sunset, .seasons, .clockChange, .polarDay, .polarNight: "yes"
        case .grace: "10min"
        case .late: "journal"
        case .boundary: "sun"
        case .sound: "no"
        case .urgency: "normal"
        case .whenQuiet: "silent"
        case .timeout: "30s"
        case .icon: "no"
        case .place, .latitude, .longitude, .elevation, .name, .day, .night, .sunriseSound, .sunsetSound, .quiet,
            nil:
            nil
        }
    }
}

/// A setting in force, and where its value comes from.
public struct SettingInForce: Hashable, Sendable {
    /// The name.
    public let name: SettingName
    /// The value as written; nil for none.
    public let value: String?
    /// Where the value comes from.
    public let giver: Giver

    /// Where a setting's value comes from.
    public enum Giver: Hashable, Sendable {
        /// The built-in default.
        case builtIn
        /// The command line.
        case commandLine
        /// A line of a file.
        case file(SettingsEntry.Origin)
    }

    /// All settings under these entries, a later entry replacing an earlier one of its key: every setting except those
    /// of alerts, and the given settings of alerts.
    public static func all(under entries: [SettingsEntry]) -> [SettingInForce] {
        var given: [SettingName: SettingsEntry] = [:]
        var names = SettingName.all
        for entry in entries {
            let name = SettingName(entry)
            if given.updateValue(entry, forKey: name) == nil, AlertGroups.isOne(entry.group) { names.append(name) }
        }
        return names.map { name in
            guard let entry = given[name] else {
                return SettingInForce(name: name, value: name.defaultValue, giver: .builtIn)
            }
            let giver = entry.origin.map(Giver.file) ?? .commandLine
            return SettingInForce(name: name, value: entry.value, giver: giver)
        }
    }
}
