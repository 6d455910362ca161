import Solar

/// Settings that were accepted, as the text of one key file, to be used where the files they are from cannot be.
///
/// A place that the files give by its name is kept by its coordinates: a later gazetteer may know several of that name,
/// which makes good files bad ones.
public struct SettingsCopy: Hashable, Sendable {
    /// The text.
    public let text: String

    /// The keys of `[Location]` that make a place together.
    private static let placeKeys: Set<SettingsKey> = [.place, .latitude, .longitude, .elevation, .name]

    /// A copy of what the files said.
    ///
    /// - Parameters:
    ///   - entries: what they said, the least important first.
    ///   - settings: the settings that these make.
    ///   - source: the path of the file by which the copy is known again.
    public init(_ entries: [SettingsEntry], making settings: Settings, source: String) {
        var groups: [String] = []
        var keys: [String: [String]] = [:]
        var values: [String: [String: String]] = [:]
        func take(_ key: String, _ value: String, _ group: String) {
            if !groups.contains(group) { groups.append(group) }
            if values[group]?[key] == nil { keys[group, default: []].append(key) }
            values[group, default: [:]][key] = value
        }
        for entry in entries where !Self.belongsToPlace(entry) { take(entry.key, entry.value, entry.group) }
        for (key, value) in Self.place(settings.location.fixed, as: entries) { take(key.rawValue, value, "Location") }

        var text = Self.heading(of: source) + "\n"
        for group in groups {
            text += "\n[\(group)]\n"
            for key in keys[group] ?? [] { text += "\(key)=\(values[group]?[key] ?? "")\n" }
        }
        self.text = text
    }

    /// Whether a text is a copy of what that file, and those beside it, said.
    public static func isCopy(_ text: String, of source: String) -> Bool {
        text.hasPrefix(heading(of: source) + "\n")
    }

    private static func heading(of source: String) -> String {
        "# What suntrackerd has last accepted of \(source.printable), for a start at which that cannot be used."
    }

    private static func belongsToPlace(_ entry: SettingsEntry) -> Bool {
        entry.group == "Location" && SettingsKey(rawValue: entry.key).map(placeKeys.contains) == true
    }

    private static func place(_ place: Place?, as entries: [SettingsEntry]) -> [(SettingsKey, String)] {
        guard let place else { return [] }
        let entries = entries.filter(belongsToPlace)
        func last(_ key: SettingsKey) -> Int? { entries.lastIndex { $0.key == key.rawValue } }
        let coordinate = place.observer.coordinate
        var (latitude, longitude) = ("\(coordinate.latitude.degrees)", "\(coordinate.longitude.degrees)")
        // As they were written, where they were.
        if let north = last(.latitude), let east = last(.longitude), max(north, east) > last(.place) ?? -1 {
            (latitude, longitude) = (entries[north].value, entries[east].value)
        }
        var keys: [(SettingsKey, String)] = [(.latitude, latitude), (.longitude, longitude)]
        if let elevation = place.observer.elevation { keys.append((.elevation, "\(elevation.metres)")) }
        switch place.name {
        case .own(let name): keys.append((.name, name))
        // Found by the gazetteer, which finds it again.
        case .near: break
        // An empty Name= keeps the gazetteer from being asked.
        case nil: keys.append((.name, ""))
        }
        return keys
    }
}
