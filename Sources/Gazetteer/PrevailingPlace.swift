import Glibc
public import Solar

extension Gazetteer {
    /// The place that people would name for a coordinate: of those within 100 km, the one whose pull is strongest there;
    /// nil if there is none.
    ///
    /// The nearest one is often a quarter of the city that everybody would name. The pull is the number of people by the
    /// square of the distance (Reilly, The Law of Retail Gravitation, 1931); nearer than a kilometre, where the middle of
    /// a place is a matter of taste, distances do not count.
    public func prevailing(at coordinate: Coordinate) throws(GazetteerError) -> NearestPlace? {
        let kilometre = 1000 / Self.earthRadius
        var reach = (100 * kilometre) * (100 * kilometre)
        var strongest: (place: Int, pull: Double)?
        try PlaceTree(image: image, target: UnitVector(coordinate)).visit(within: &reach) {
            (place, squaredChord, _) throws(GazetteerError) in
            // The capitals of small countries are in the gazetteer with nobody in them.
            let people = Double(max(1, try image.populationOfPlace(place)))
            let pull = people / max(squaredChord, kilometre * kilometre)
            if pull > strongest?.pull ?? 0 { strongest = (place, pull) }
        }
        return try strongest.map { found throws(GazetteerError) in try place(found.place, from: coordinate) }
    }
}

extension NearestPlace {
    /// Whether the coordinate is in the place, as far as its number of people tells its extent: a disc with 3000 people
    /// to the square kilometre, a dense city's, of 5 km at least.
    public var isAround: Bool {
        metres <= max(5000, (Double(place.population) / 3000 / .pi).squareRoot() * 1000)
    }
}
