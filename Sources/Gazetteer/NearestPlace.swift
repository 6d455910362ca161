public import Solar

/// A place, and how far it is.
public struct NearestPlace: Hashable, Sendable {
    /// The place.
    public let place: GazetteerPlace
    /// The distance along the ground, in metres: that of the great circle on a sphere of the Earth's mean radius, which
    /// is within 0.6 % of that on the ellipsoid.
    public let metres: Double
}

extension Gazetteer {
    /// The Earth's mean radius R₁ in metres (Moritz, Geodetic Reference System 1980).
    static let earthRadius = 6_371_008.8

    /// The place nearest to a coordinate, across the antimeridian and the poles as elsewhere.
    public func nearest(to coordinate: Coordinate) throws(GazetteerError) -> NearestPlace {
        var nearest = 0
        var reach = Double.infinity
        try PlaceTree(image: image, target: UnitVector(coordinate)).visit(within: &reach) {
            place, squaredChord, reach in
            nearest = place
            reach = squaredChord
        }
        return try place(nearest, from: coordinate)
    }

    /// A place by its number, and how far it is from the coordinate.
    func place(_ number: Int, from coordinate: Coordinate) throws(GazetteerError) -> NearestPlace {
        let angle = UnitVector(coordinate).angle(to: UnitVector(try image.coordinateOfPlace(number)))
        return NearestPlace(place: try image.place(number), metres: angle * Self.earthRadius)
    }
}
