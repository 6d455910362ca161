import Solar

/// The keys that make a fixed location together: `Place=`, or `Latitude=` and `Longitude=`, and what says more about it.
struct FixedLocation {
    var sourceOrigin: SettingsEntry.Origin?
    var elevation: (value: Elevation, entry: SettingsEntry)?
    var name: (value: String?, entry: SettingsEntry)?
    private var latitude: (value: Latitude, entry: SettingsEntry)?
    private var longitude: (value: Longitude, entry: SettingsEntry)?
    private var place: SettingsEntry?

    /// Takes `Place=` in, in the stead of coordinates in an earlier file.
    mutating func take(place entry: SettingsEntry) throws(SettingsError) {
        for coordinate in [latitude?.entry, longitude?.entry] {
            if let coordinate { try replace(coordinate, by: entry) }
        }
        // Of two in one file the later one counts, as of any key.
        if let place, place.origin?.file != entry.origin?.file { try replace(place, by: entry) }
        (latitude, longitude) = (nil, nil)
        place = entry
    }

    /// Takes `Latitude=` in, in the stead of a place in an earlier file.
    mutating func take(latitude value: Latitude, _ entry: SettingsEntry) throws(SettingsError) {
        try take(coordinate: entry)
        latitude = (value, entry)
    }

    /// Takes `Longitude=` in, in the stead of a place in an earlier file.
    mutating func take(longitude value: Longitude, _ entry: SettingsEntry) throws(SettingsError) {
        try take(coordinate: entry)
        longitude = (value, entry)
    }

    private mutating func take(coordinate entry: SettingsEntry) throws(SettingsError) {
        if let place { try replace(place, by: entry) }
        place = nil
    }

    /// Has a later file's word go before an earlier one's, with what that says more; in one file there is no telling
    /// which is meant.
    private mutating func replace(_ earlier: SettingsEntry, by later: SettingsEntry) throws(SettingsError) {
        guard earlier.origin?.file != later.origin?.file else {
            throw SettingsError(
                origin: later.origin, subject: later.key, problem: "\(earlier.key)= tells the place too",
                remedy: "keep Place=, or Latitude= and Longitude=, and take the other out")
        }
        if elevation?.entry.origin?.file != later.origin?.file { elevation = nil }
        if name?.entry.origin?.file != later.origin?.file { name = nil }
    }

    /// The place; nil where none is given.
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
                problem: "it belongs to a place, and there is none",
                remedy: "add Place=, or Latitude= and Longitude=, or take it out")
        }
    }
}
