import Solar

/// The keys that define a fixed location: `Place=`, or `Latitude=` and `Longitude=`, and `Elevation=` and `Name=`.
struct FixedLocation {
    var elevation: (value: Elevation, entry: SettingsEntry)?
    var name: (value: String?, entry: SettingsEntry)?
    private var latitude: (value: Latitude, entry: SettingsEntry)?
    private var longitude: (value: Longitude, entry: SettingsEntry)?
    private var place: SettingsEntry?

    /// Takes `Place=`, which replaces coordinates of an earlier file.
    mutating func take(place entry: SettingsEntry) throws(SettingsError) {
        for coordinate in [latitude?.entry, longitude?.entry] {
            if let coordinate { try replace(coordinate, by: entry) }
        }
        // Of two in one file the later one counts, as for any key.
        if let place, place.origin?.file != entry.origin?.file { try replace(place, by: entry) }
        (latitude, longitude) = (nil, nil)
        place = entry
    }

    /// Takes `Latitude=` or `Longitude=`, which replaces a place of an earlier file.
    mutating func take(
        _ entry: SettingsEntry, latitude: Latitude? = nil, longitude: Longitude? = nil
    ) throws(SettingsError) {
        if let place { try replace(place, by: entry) }
        place = nil
        if let latitude { self.latitude = (latitude, entry) }
        if let longitude { self.longitude = (longitude, entry) }
    }

    /// Lets a later file replace the location of an earlier one, with its elevation and name. Within one file two
    /// locations are an error, because either may be meant.
    private mutating func replace(_ earlier: SettingsEntry, by later: SettingsEntry) throws(SettingsError) {
        guard earlier.origin?.file != later.origin?.file else {
            throw later.mistake(
                .words("{setting} also sets the place", ["setting": "\(earlier.key)="]),
                .words("keep {place}, or {latitude} and {longitude}, and remove the other", Self.settings))
        }
        if elevation?.entry.origin?.file != later.origin?.file { elevation = nil }
        if name?.entry.origin?.file != later.origin?.file { name = nil }
    }

    /// The place; nil if none is given.
    func place(in places: some PlaceDirectory) throws(SettingsError) -> Place? {
        guard let found = try position(in: places) else { return nil }
        return Place(
            observer: Observer(found.coordinate, elevation: elevation?.value),
            name: name?.value.map(PlaceName.own) ?? found.name, provenance: Provenance(source: .settings))
    }

    private func position(in places: some PlaceDirectory) throws(SettingsError) -> (
        coordinate: Coordinate, name: PlaceName?
    )? {
        switch (place, latitude, longitude) {
        case (let place?, _, _):
            let meant = try place.read { text throws(PlaceLookupError) in try places.place(meantBy: text) }
            return (meant.coordinate, .own(meant.name))
        case (nil, let latitude?, let longitude?):
            let coordinate = Coordinate(latitude: latitude.value, longitude: longitude.value)
            return (coordinate, name == nil ? places.name(of: coordinate) : nil)
        case (nil, let latitude?, nil): throw latitude.entry.isAlone(without: "Longitude=")
        case (nil, nil, let longitude?): throw longitude.entry.isAlone(without: "Latitude=")
        case (nil, nil, nil):
            guard let dependent = elevation?.entry ?? name?.entry else { return nil }
            throw dependent.mistake(
                // TRANSLATORS: after the name of a setting such as Zone
                .words("it needs a place, and there is none"),
                .words("add {place}, or {latitude} and {longitude}, or remove it", Self.settings))
        }
    }

    private static var settings: KeyValuePairs<String, TranslatableText.Blank> {
        ["place": "Place=", "latitude": "Latitude=", "longitude": "Longitude="]
    }
}

extension SettingsEntry {
    fileprivate func isAlone(without setting: String) -> SettingsError {
        mistake(
            // TRANSLATORS: after the name of a setting: Latitude: Longitude= is missing beside it
            .words("{setting} is missing beside it", ["setting": .quoted(setting)]),
            .words(
                // TRANSLATORS: the latitude and the longitude
                "give both, such as {example} and {other}", ["example": "Latitude=39.74", "other": "Longitude=-104.99"])
        )
    }
}
