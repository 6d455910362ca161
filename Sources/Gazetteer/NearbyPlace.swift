import Glibc
public import Solar

/// A place and its distance.
public struct NearbyPlace: Equatable, Sendable {
    /// The place.
    public let place: GazetteerPlace
    /// The distance along the ground, in metres: that of the great circle on a sphere of the Earth's mean radius, which
    /// is within 0.6 % of that on the ellipsoid.
    public let metres: Double
}

extension Gazetteer {
    /// The best-known place near a coordinate: of those within 100 km, the one with the strongest pull; nil if there is
    /// none. The antimeridian and the poles are like any other point.
    ///
    /// The nearest place is often only a district of a city. The pull is the population divided by the square of the distance
    /// (Reilly, The Law of Retail Gravitation, 1931). Distances below a kilometre count as one kilometre, since the centre of
    /// a place is not defined more precisely.
    public func prevailing(at coordinate: Coordinate) -> NearbyPlace? {
        let target = UnitVector(coordinate)
        let kilometre = 1000 / Coordinate.earthRadius
        // Most places are further to the north or south than 100 km, which are 0.9 degrees.
        let latitudes = coordinate.latitude.degrees - 1...coordinate.latitude.degrees + 1
        var strongest: (place: Int, pull: Double, squaredChord: Double)?
        for line in places where !line.isOtherName && latitudes.contains(line.latitude.degrees) {
            let squaredChord = UnitVector(line.coordinate).squaredChord(to: target)
            guard squaredChord < (100 * kilometre) * (100 * kilometre) else { continue }
            // Some capitals of small countries have a population of 0.
            let people = Double(max(1, line.population))
            let pull = people / max(squaredChord, kilometre * kilometre)
            // Places with the same population within the kilometre have the same pull: of these, the nearer one.
            if strongest.map({ (pull, $0.squaredChord) > ($0.pull, squaredChord) }) ?? true {
                strongest = (line.offset, pull, squaredChord)
            }
        }
        return strongest.map {
            let place = place(at: $0.place)
            let angle = target.angle(to: UnitVector(place.coordinate))
            return NearbyPlace(place: place, metres: angle * Coordinate.earthRadius)
        }
    }
}

extension NearbyPlace {
    /// Whether the coordinate is within the estimated extent of the place: a disc with 3000 people per square kilometre, the
    /// density of a dense city, and a radius of at least 5 km.
    public var isAround: Bool {
        metres <= max(5000, (Double(place.population) / 3000 / .pi).squareRoot() * 1000)
    }
}

/// A point of the Earth, taken for a sphere, as a vector of length 1 from its centre: to (0° N, 0° E), (0° N, 90° E) and
/// the North Pole. In this form the antimeridian and the poles need no special treatment.
struct UnitVector: Equatable, Sendable {
    /// The three components.
    let components: SIMD3<Double>

    /// The vector to a coordinate.
    init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude.degrees * .pi / 180
        let longitude = coordinate.longitude.degrees * .pi / 180
        components = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The square of the straight distance, 0 to 4. It increases with the distance along the ground.
    func squaredChord(to other: UnitVector) -> Double {
        let difference = components - other.components
        return (difference * difference).sum()
    }

    /// The angle between the two, 0 to π. The arc sine of the half-chord is exact for near points, and accurate to a metre on
    /// the Earth for opposite ones.
    func angle(to other: UnitVector) -> Double {
        2 * asin(min(1, squaredChord(to: other).squareRoot() / 2))
    }
}
