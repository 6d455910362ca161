// SPDX-License-Identifier: MIT
/// The name of a setting: its section and its key, as in `Location.Name`.
package struct SettingName: Hashable, Sendable, CustomStringConvertible {
    package let group: String
    package let key: String

    package struct UnknownName: Error, Equatable, Sendable, CustomStringConvertible {
        package let text: String
        /// The setting with a similar name, if one is known.
        package var similar: String?

        /// What is wrong, with a similar name or the command that lists all settings.
        package var description: String {
            // A key without its section, or in the wrong one.
            let key = text.split(separator: ".").last?.lowercased()
            let meant = SettingName.all.filter { $0.key.lowercased() == key }.map(\.description)
            if !meant.isEmpty {
                return "unknown setting \"\(text)\"; did you mean: \(meant.joined(separator: ", "))"
            }
            return "unknown setting \"\(text)\"; "
                + (similar.map { "did you mean \($0)?" } ?? "see suntracker config")
        }
    }

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

    package var description: String { "\(group).\(key)" }

    /// Whether a text is the section of an alert: `Alert lamps`.
    package static func isAlert(_ group: String) -> Bool { AlertGroups.name(ofGroup: group) != nil }

    package static var all: [SettingName] { SettingsDraft.rows.map { SettingName(group: $0.group, key: $0.key) } }

    package static let source = SettingName(group: "Location", key: "Source")
    package static let place = SettingName(group: "Location", key: "Place")
    package static let latitude = SettingName(group: "Location", key: "Latitude")
    package static let longitude = SettingName(group: "Location", key: "Longitude")
    package static let elevation = SettingName(group: "Location", key: "Elevation")
    package static let name = SettingName(group: "Location", key: "Name")
    /// The settings that define a fixed location together, of which each of the first three sets another place.
    static let ofPlace = [place, latitude, longitude, elevation, name]

    package var defaultValue: String? { SettingsDraft.rows.first { $0.group == group && $0.key == key }?.defaultValue }
}

/// The current value of a setting, and where it comes from.
package struct SettingInEffect: Equatable, Sendable {
    package let name: SettingName
    /// The value as written; nil if there is none.
    package let value: String?
    /// The line of a file that sets the value; nil for the default.
    package let origin: SettingsEntry.Origin?

    /// All settings with the values of these entries, lowest precedence first.
    /// The result includes every setting, but for alerts only the settings that the entries contain.
    package static func all(under entries: [SettingsEntry]) -> [SettingInEffect] {
        let entries = entries.inEffect
        let given = Dictionary(uniqueKeysWithValues: entries.map { (SettingName($0), $0) })
        let ofAlerts = entries.filter { AlertGroups.contains($0.group) }.map { SettingName($0) }
        return (SettingName.all + ofAlerts).map { name in
            let entry = given[name]
            return SettingInEffect(name: name, value: entry?.value ?? name.defaultValue, origin: entry?.origin)
        }
    }
}

extension [SettingsEntry] {
    /// One entry for each setting: the last one, at the position of the first one; none for a place that is replaced, and
    /// none for sections.
    var inEffect: [SettingsEntry] {
        var places: [SettingName: Int] = [:]
        var entries: [SettingsEntry] = []
        let place = lastIndex(where: \.setsPlace) ?? startIndex
        for entry in self[..<place].filter({ !self[place].replaces($0) }) + self[place...] where !entry.isSection {
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
