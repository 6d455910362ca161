// SPDX-License-Identifier: MIT
import Solar

/// A copy of the last valid settings as the text of one key file. It is used at startup if the files are invalid.
///
/// A place that is given by name is copied as coordinates, because a later gazetteer may contain several places with
/// that name, which would make a valid file invalid.
package struct SettingsCopy: Equatable, Sendable {
    package let text: String

    /// A copy of the entries in the files.
    package init(_ entries: [SettingsEntry], making settings: Settings, source: String) {
        var text = Self.heading(of: source) + "\n"
        var group = ""
        func write(_ name: SettingName, _ value: String) {
            if name.group != group { text += "\n[\(name.group)]\n" }
            text += "\(name.key)=\(value)\n"
            group = name.group
        }
        for entry in entries.inEffect where !SettingName.ofPlace.contains(SettingName(entry)) {
            write(SettingName(entry), entry.value)
        }
        for (name, value) in Self.place(settings.location.fixed, as: entries) { write(name, value) }
        self.text = text
    }

    /// Whether a text is a copy of the settings of that file and its drop-ins.
    package static func isCopy(_ text: String, of source: String) -> Bool {
        text.hasPrefix(heading(of: source) + "\n")
    }

    private static func heading(of source: String) -> String {
        "# What suntrackerd has last accepted of \(source.printable), for a start at which that cannot be used."
    }

    private static func place(_ place: Place?, as entries: [SettingsEntry]) -> [(SettingName, String)] {
        guard let place else { return [] }
        func last(_ name: SettingName) -> Int? { entries.lastIndex { SettingName($0) == name } }
        let coordinate = place.observer.coordinate
        var (latitude, longitude) = ("\(coordinate.latitude.degrees)", "\(coordinate.longitude.degrees)")
        // Coordinates are copied as written.
        if let north = last(.latitude), let east = last(.longitude), max(north, east) > last(.place) ?? -1 {
            (latitude, longitude) = (entries[north].value, entries[east].value)
        }
        var keys: [(SettingName, String)] = [(.latitude, latitude), (.longitude, longitude)]
        if let elevation = place.observer.elevation { keys.append((.elevation, "\(elevation.metres)")) }
        switch place.name {
        case .own(let name): keys.append((.name, name))
        // The gazetteer found the name, and will find it again.
        case .near: break
        // An empty Name= prevents a look-up in the gazetteer.
        case nil: keys.append((.name, ""))
        }
        return keys
    }
}
