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
                origin: later.origin, subject: later.key, problem: "\(earlier.key)= also sets the place",
                remedy: "keep Place=, or Latitude= and Longitude=, and remove the other")
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
                origin: latitude.entry.origin, subject: "Latitude", problem: "Longitude= is missing beside it",
                remedy: "give both, such as Latitude=39.74 and Longitude=-104.99")
        case (nil, nil, let longitude?):
            throw SettingsError(
                origin: longitude.entry.origin, subject: "Longitude", problem: "Latitude= is missing beside it",
                remedy: "give both, such as Latitude=39.74 and Longitude=-104.99")
        case (nil, nil, nil):
            guard let dependent = elevation?.entry ?? name?.entry else { return nil }
            throw SettingsError(
                origin: dependent.origin, subject: dependent.key,
                problem: "it needs a place, and there is none",
                remedy: "add Place=, or Latitude= and Longitude=, or remove it")
        }
    }
}
