import Glibc
public import Solar

/// A place and its distance.
public struct NearestPlace: Hashable, Sendable {
    /// The place.
    public let place: GazetteerPlace
    /// The distance along the ground, in metres: that of the great circle on a sphere of the Earth's mean radius, which
    /// is within 0.6 % of that on the ellipsoid.
    public let metres: Double
}

extension Gazetteer {
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

    /// A place by its number, and its distance from a coordinate.
    func place(_ number: Int, from coordinate: Coordinate) throws(GazetteerError) -> NearestPlace {
        let angle = UnitVector(coordinate).angle(to: UnitVector(try image.coordinateOfPlace(number)))
        return NearestPlace(place: try image.place(number), metres: angle * Coordinate.earthRadius)
    }
}

extension Gazetteer {
    /// The best-known place near a coordinate: of those within 100 km, the one with the strongest pull; nil if there is
    /// none.
    ///
    /// The nearest place is often only a district of a city. The pull is the population divided by the square of the distance
    /// (Reilly, The Law of Retail Gravitation, 1931). Distances below a kilometre count as one kilometre, since the centre of
    /// a place is not defined more precisely.
    public func prevailing(at coordinate: Coordinate) throws(GazetteerError) -> NearestPlace? {
        let kilometre = 1000 / Coordinate.earthRadius
        var reach = (100 * kilometre) * (100 * kilometre)
        var strongest: (place: Int, pull: Double)?
        try PlaceTree(image: image, target: UnitVector(coordinate)).visit(within: &reach) {
            (place, squaredChord, _) throws(GazetteerError) in
            // Some capitals of small countries have a population of 0.
            let people = Double(max(1, try image.populationOfPlace(place)))
            let pull = people / max(squaredChord, kilometre * kilometre)
            if pull > strongest?.pull ?? 0 { strongest = (place, pull) }
        }
        return try strongest.map { found throws(GazetteerError) in try place(found.place, from: coordinate) }
    }
}

extension NearestPlace {
    /// Whether the coordinate is within the estimated extent of the place: a disc with 3000 people per square kilometre, the
    /// density of a dense city, and a radius of at least 5 km.
    public var isAround: Bool {
        metres <= max(5000, (Double(place.population) / 3000 / .pi).squareRoot() * 1000)
    }
}

/// A search in the k-d tree of places for those near a target (Bentley, Multidimensional Binary Search Trees, CACM 18, 1975).
///
/// The tree is an array of places without pointers. The root is in the middle; the left half is before it along the first
/// axis. Each half is ordered in the same way along the next axis (`UnitVector.treeCoordinate`).
struct PlaceTree {
    let image: GazetteerImage
    let target: UnitVector

    /// Visits the places nearer than `reach`, a squared chord, the nearer half first. The visitor may reduce `reach`.
    func visit(
        within reach: inout Double,
        _ visitor: (_ place: Int, _ squaredChord: Double, inout Double) throws(GazetteerError) -> Void
    ) throws(GazetteerError) {
        try visit(0..<image.count(.tree), axis: 0, within: &reach, visitor)
    }

    private func visit(
        _ nodes: Range<Int>, axis: Int, within reach: inout Double,
        _ visitor: (Int, Double, inout Double) throws(GazetteerError) -> Void
    ) throws(GazetteerError) {
        guard !nodes.isEmpty else { return }
        let root = nodes.lowerBound + nodes.count / 2
        let place = try image.placeOfNode(root)
        let vector = UnitVector(try image.coordinateOfPlace(place))
        let squaredChord = vector.squaredChord(to: target)
        if squaredChord < reach { try visitor(place, squaredChord, &reach) }

        let distance = target.components[axis] - vector.components[axis]
        let (near, far) = (nodes.lowerBound..<root, (root + 1)..<nodes.upperBound)
        let nextAxis = (axis + 1) % 3
        try visit(distance < 0 ? near : far, axis: nextAxis, within: &reach, visitor)
        // The other half is behind the plane through the root.
        let clearance = max(0, abs(distance) - UnitVector.treeUnit)
        if clearance * clearance < reach {
            try visit(distance < 0 ? far : near, axis: nextAxis, within: &reach, visitor)
        }
    }
}

extension UnitVector {
    /// The resolution of a component in the order of the tree: 6 mm on the Earth. The last bits of a sine differ between
    /// machines, but the compiled gazetteer must not.
    fileprivate static let treeUnit = 1e-9

    /// The position along an axis by which places are ordered.
    package func treeCoordinate(_ axis: Int) -> Int {
        Int((components[axis] / Self.treeUnit).rounded())
    }
}

/// A point of the Earth, taken for a sphere, as a vector of length 1 from its centre: to (0° N, 0° E), (0° N, 90° E) and
/// the North Pole. In this form the antimeridian and the poles need no special treatment.
package struct UnitVector: Hashable, Sendable {
    /// The three components.
    package let components: SIMD3<Double>

    /// The vector to a coordinate.
    package init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude.degrees * .pi / 180
        let longitude = coordinate.longitude.degrees * .pi / 180
        components = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The square of the straight distance, 0 to 4. It increases with the distance along the ground.
    package func squaredChord(to other: UnitVector) -> Double {
        let difference = components - other.components
        return (difference * difference).sum()
    }

    /// The angle between the two, 0 to π. The arc sine of the half-chord is exact for near points, and accurate to a metre on
    /// the Earth for opposite ones.
    package func angle(to other: UnitVector) -> Double {
        2 * asin(min(1, squaredChord(to: other).squareRoot() / 2))
    }
}
