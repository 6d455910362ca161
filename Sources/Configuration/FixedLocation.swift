// SPDX-License-Identifier: MIT
import Solar

/// The keys that define a fixed location: `Place=`, or `Latitude=` and `Longitude=`, and `Elevation=` and `Name=`.
struct FixedLocation {
    private var entries: [String: SettingsEntry] = [:]

    /// Takes an entry with one of the keys. Two places in one file are an error, because either may be meant.
    mutating func take(_ entry: SettingsEntry) throws(SettingsError) {
        var rivals: [String] = []
        switch entry.key {
        case "Place": rivals = ["Latitude", "Longitude"]
        case "Latitude":
            _ = try entry.latitude()
            rivals = ["Place"]
        case "Longitude":
            _ = try entry.longitude()
            rivals = ["Place"]
        case "Elevation": _ = try entry.elevation()
        default: break
        }
        entries = entries.filter { !entry.replaces($0.value) }
        for rival in rivals where entries[rival] != nil {
            throw entry.settingsError(
                "\(rival)= also sets the place",
                "keep one, or replace both, for example with: suntracker place Denver")
        }
        entries[entry.key] = entry
    }

    /// The place; nil if none is given.
    func place(in places: some PlaceDirectory) throws(SettingsError) -> Place? {
        let found: (coordinate: Coordinate, name: PlaceName?)
        switch (entries["Place"], entries["Latitude"], entries["Longitude"]) {
        case (let place?, _, _):
            let meant = try place.read { text throws(PlaceLookupError) in try places.place(meantBy: text) }
            found = (meant.coordinate, .own(meant.name))
        case (nil, let latitude?, let longitude?):
            let coordinate = Coordinate(latitude: try latitude.latitude(), longitude: try longitude.longitude())
                .toHundredths
            found = (coordinate, entries["Name"] == nil ? places.name(of: coordinate) : nil)
        case (nil, let latitude?, nil): throw latitude.isAlone(without: "Longitude=")
        case (nil, nil, let longitude?): throw longitude.isAlone(without: "Latitude=")
        case (nil, nil, nil):
            guard let dependent = entries["Elevation"] ?? entries["Name"] else { return nil }
            throw dependent.settingsError(
                "it needs a place, but none is set",
                "add Place=, or Latitude= and Longitude=, or remove it")
        }
        let name = entries["Name"]?.value ?? ""
        // This includes a place that was given by name, because the copy of the settings contains its coordinate.
        return Place(
            observer: Observer(found.coordinate.toHundredths, elevation: try entries["Elevation"]?.elevation()),
            name: name.isEmpty ? found.name : .own(name), provenance: Provenance(source: .settings))
    }
}

extension SettingsEntry {
    /// Whether an earlier entry has no effect because of this one: for the same setting, or for the place of a file with
    /// lower precedence, including its elevation and name, if this entry sets a place.
    package func replaces(_ earlier: SettingsEntry) -> Bool {
        let other = SettingName(earlier)
        return SettingName(self) == other
            || setsPlace && SettingName.ofPlace.contains(other) && origin?.file != earlier.origin?.file
    }

    var setsPlace: Bool { SettingName.ofPlace.prefix(3).contains(SettingName(self)) }

    fileprivate func isAlone(without setting: String) -> SettingsError {
        settingsError(
            "\(setting) is missing",
            "set both, for example with: suntracker place 39.74,-104.99"
        )
    }
}
