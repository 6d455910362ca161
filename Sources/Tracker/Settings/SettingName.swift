/// The name of a setting: its group and its key, `Location.Name`.
package struct SettingName: Hashable, Sendable, CustomStringConvertible {
    /// The group: `Location`.
    package let group: String
    /// The key: `Name`.
    package let key: String

    /// A text that is not the name of a setting.
    package struct UnknownName: Error, Equatable, Sendable, CustomStringConvertible {
        package let text: String
        /// The setting with a similar name, if one is known.
        package var similar: String?

        /// What is wrong, and the name that may be meant or the command that lists all.
        package var description: String {
            if let gone = GoneSetting.keys.first(where: { $0.key.description == text }) {
                return "\(text): this setting no longer exists; \(gone.value)"
            }
            // A key without its group, or in another one.
            let key = text.split(separator: ".").last?.lowercased()
            let meant = SettingName.all.filter { $0.key.lowercased() == key }.map(\.description)
            if !meant.isEmpty {
                return "unknown setting \"\(text)\"; did you mean: \(meant.joined(separator: ", "))"
            }
            return "unknown setting \"\(text)\"; "
                + (similar.map { "did you mean \($0)?" } ?? "see suntracker config")
        }
    }

    /// The setting with that name.
    package init(_ text: String) throws(UnknownName) {
        if let name = Self.all.first(where: { $0.description == text }) {
            self = name
        } else if let dot = text.lastIndex(of: "."), AlertGroups.name(ofGroup: text[..<dot]) != nil,
            Alert.hasKey(String(text[text.index(after: dot)...]))
        {
            (group, key) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
        } else {
            throw UnknownName(text: text)
        }
    }

    init(_ entry: SettingsEntry) { (group, key) = (entry.group, entry.key) }

    init(group: String, key: String) { (self.group, self.key) = (group, key) }

    /// `Location.Name`, `Alert lamps.Offset`.
    package var description: String { "\(group).\(key)" }

    /// Whether a text is the group of an alert: `Alert lamps`.
    package static func isAlert(_ group: String) -> Bool { AlertGroups.name(ofGroup: group) != nil }

    /// All settings except those of alerts, in display order.
    package static var all: [SettingName] { SettingsDraft.rows.map { SettingName(group: $0.group, key: $0.key) } }
}

extension SettingName {
    /// `[Location] Source=`.
    package static let source = SettingName(group: "Location", key: "Source")
    /// `[Location] Place=`.
    package static let place = SettingName(group: "Location", key: "Place")
    /// `[Location] Latitude=`.
    package static let latitude = SettingName(group: "Location", key: "Latitude")
    /// `[Location] Longitude=`.
    package static let longitude = SettingName(group: "Location", key: "Longitude")
    /// `[Location] Elevation=`.
    package static let elevation = SettingName(group: "Location", key: "Elevation")
    /// `[Location] Name=`.
    package static let name = SettingName(group: "Location", key: "Name")

    /// The value if none is given; nil for a setting without a default.
    package var defaultValue: String? { SettingsDraft.rows.first { $0.group == group && $0.key == key }?.defaultValue }
}

/// A setting in force, and where its value comes from.
package struct SettingInForce: Equatable, Sendable {
    package let name: SettingName
    /// The value as written; nil for none.
    package let value: String?
    /// The line of a file that has the value; nil for the default.
    package let origin: SettingsEntry.Origin?

    /// All settings under these entries, a later entry replacing an earlier one of its key: every setting except those
    /// of alerts, and the given settings of alerts.
    package static func all(under entries: [SettingsEntry]) -> [SettingInForce] {
        let entries = entries.inForce
        let given = Dictionary(uniqueKeysWithValues: entries.map { (SettingName($0), $0) })
        let ofAlerts = entries.filter { AlertGroups.contains($0.group) }.map { SettingName($0) }
        return (SettingName.all + ofAlerts).map { name in
            let entry = given[name]
            return SettingInForce(name: name, value: entry?.value ?? name.defaultValue, origin: entry?.origin)
        }
    }
}

extension [SettingsEntry] {
    /// One entry for each setting: the last one, in the place of the first.
    var inForce: [SettingsEntry] {
        var places: [SettingName: Int] = [:]
        var entries: [SettingsEntry] = []
        for entry in self {
            if let place = places[SettingName(entry)] {
                entries[place] = entry
            } else {
                places[SettingName(entry)] = entries.count
                entries.append(entry)
            }
        }
        return entries
    }
}
