/// The name of a setting: its group and its key, `Location.Name`.
public struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// The group: `Location`.
    public let group: String
    /// The key: `Name`.
    public let key: String

    /// A text that names no setting.
    public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text.
        public let text: String

        /// What is wrong, and what would be right.
        public var description: String {
            "there is no setting \"\(text)\"; the settings are \(SettingName.all.map(\.description).joined(separator: ", "))"
        }
    }

    /// The setting of that name.
    public init(_ text: String) throws(UnknownName) {
        guard let name = Self.all.first(where: { $0.description == text }) else { throw UnknownName(text: text) }
        self = name
    }

    init(group: String, key: SettingsKey) {
        self.group = group
        self.key = key.rawValue
    }

    /// `Location.Name`.
    public var description: String { "\(group).\(key)" }

    /// Every setting, in the order in which they are shown.
    public static var all: [SettingName] {
        SettingsKey.groups.flatMap { group in group.keys.map { SettingName(group: group.name, key: $0) } }
    }
}

extension SettingName {
    /// `[Location] Source=`.
    public static let source = SettingName(group: "Location", key: .source)
    /// `[Location] Latitude=`.
    public static let latitude = SettingName(group: "Location", key: .latitude)
    /// `[Location] Longitude=`.
    public static let longitude = SettingName(group: "Location", key: .longitude)
    /// `[Location] Elevation=`.
    public static let elevation = SettingName(group: "Location", key: .elevation)
    /// `[Location] Name=`.
    public static let name = SettingName(group: "Location", key: .name)

    /// What holds where nobody has given a value; nil for a setting that then has none.
    public var defaultValue: String? {
        switch SettingsKey(rawValue: key) {
        case .source: "auto"
        case .mode: "follow"
        case .accuracy: "city"
        case .sunrise, .sunset: "yes"
        case .grace: "10min"
        case .late: "journal"
        case .latitude, .longitude, .elevation, .name, nil: nil
        }
    }
}

/// A setting as it is in force, and why.
public struct SettingInForce: Hashable, Sendable {
    /// Its name.
    public let name: SettingName
    /// Its value as it was written; nil for none.
    public let value: String?
    /// Who has given it.
    public let giver: Giver

    /// Who gives a setting its value.
    public enum Giver: Hashable, Sendable {
        /// Nobody: it is built in.
        case builtIn
        /// The command line.
        case commandLine
        /// A line of a file.
        case file(SettingsEntry.Origin)
    }

    /// Every setting under these entries, a later one taking the place of an earlier one of its key.
    public static func all(under entries: [SettingsEntry]) -> [SettingInForce] {
        SettingName.all.map { name in
            guard let entry = entries.last(where: { $0.group == name.group && $0.key == name.key }) else {
                return SettingInForce(name: name, value: name.defaultValue, giver: .builtIn)
            }
            let giver = entry.origin.map(Giver.file) ?? .commandLine
            return SettingInForce(name: name, value: entry.value, giver: giver)
        }
    }
}
