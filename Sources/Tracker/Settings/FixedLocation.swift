import Solar

/// The keys that define a fixed location: `Place=`, or `Latitude=` and `Longitude=`, and `Elevation=` and `Name=`.
struct FixedLocation {
    var sourceOrigin: SettingsEntry.Origin?
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

    /// Takes `Latitude=`, which replaces a place of an earlier file.
    mutating func take(latitude value: Latitude, _ entry: SettingsEntry) throws(SettingsError) {
        try take(coordinate: entry)
        latitude = (value, entry)
    }

    /// Takes `Longitude=`, which replaces a place of an earlier file.
    mutating func take(longitude value: Longitude, _ entry: SettingsEntry) throws(SettingsError) {
        try take(coordinate: entry)
        longitude = (value, entry)
    }

    private mutating func take(coordinate entry: SettingsEntry) throws(SettingsError) {
        if let place { try replace(place, by: entry) }
        place = nil
    }

    /// Lets a later file replace the location of an earlier one, with its elevation and name. Within one file two
    /// locations are an error, because either may be meant.
    private mutating func replace(_ earlier: SettingsEntry, by later: SettingsEntry) throws(SettingsError) {
        guard earlier.origin?.file != later.origin?.file else {
            throw SettingsError(
                origin: later.origin, subject: later.key,
                problem: .words("{setting} also sets the place", ["setting": .quoted("\(earlier.key)=")]),
                remedy: .words(
                    "keep {place}, or {latitude} and {longitude}, and remove the other", Self.settings))
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
            do {
                let meant = try places.place(meantBy: place.value)
                return (meant.coordinate, .own(meant.name))
            } catch {
                throw SettingsError(
                    origin: place.origin, subject: "Place", problem: error.problem, remedy: error.remedy)
            }
        case (nil, let latitude?, let longitude?):
            let coordinate = Coordinate(latitude: latitude.value, longitude: longitude.value)
            return (coordinate, name == nil ? places.name(of: coordinate) : nil)
        case (nil, let latitude?, nil):
            throw SettingsError(
                origin: latitude.entry.origin, subject: "Latitude", problem: Self.missing("Longitude="),
                remedy: Self.both)
        case (nil, nil, let longitude?):
            throw SettingsError(
                origin: longitude.entry.origin, subject: "Longitude", problem: Self.missing("Latitude="),
                remedy: Self.both)
        case (nil, nil, nil):
            guard let dependent = elevation?.entry ?? name?.entry else { return nil }
            throw SettingsError(
                origin: dependent.origin, subject: dependent.key,
                problem: .words("it needs a place, and there is none"),
                remedy: .words("add {place}, or {latitude} and {longitude}, or remove it", Self.settings))
        }
    }

    private static func missing(_ setting: String) -> TranslatableText {
        .words("{setting} is missing beside it", ["setting": .quoted(setting)])
    }

    private static var both: TranslatableText {
        .words(
            "give both, such as {example} and {other}",
            ["example": .quoted("Latitude=39.74"), "other": .quoted("Longitude=-104.99")])
    }

    private static var settings: KeyValuePairs<String, TranslatableText> {
        ["place": .quoted("Place="), "latitude": .quoted("Latitude="), "longitude": .quoted("Longitude=")]
    }
}
