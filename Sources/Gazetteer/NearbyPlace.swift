// SPDX-License-Identifier: MIT
public import Solar

/// A place and its distance.
public struct NearbyPlace: Equatable, Sendable {
    /// The place.
    public let place: GazetteerPlace
    /// The distance along the ground, in metres (`Coordinate.distance(to:)`).
    public let metres: Double
}

extension Gazetteer {
    /// Returns the most significant place within 100 km of a coordinate, the one with the strongest pull; nil if there
    /// is none. The antimeridian and the poles need no special treatment.
    ///
    /// The nearest place is often only a district of a city. The pull is the population divided by the square of the
    /// distance (Reilly, The Law of Retail Gravitation, 1931). Distances below a kilometre count as one kilometre,
    /// because the centre of a place is not defined more precisely.
    public func prevailing(at coordinate: Coordinate) -> NearbyPlace? {
        var strongest: (place: Int, pull: Double, metres: Double)?
        forEachPlace(within: 100_000, of: coordinate) { line, metres in
            // In the table, some capitals of small countries have a population of 0.
            let people = Double(max(1, line.population))
            let pull = people / max(metres * metres, 1_000_000)
            // Places with the same population within the kilometre have the same pull. The nearer one is chosen.
            if strongest.map({ (pull, $0.metres) > ($0.pull, metres) }) ?? true {
                strongest = (line.offset, pull, metres)
            }
        }
        return strongest.map { NearbyPlace(place: place(at: $0.place), metres: $0.metres) }
    }

    /// Returns the nearest place within a distance of a coordinate, whatever its size; nil if there is none.
    public func nearest(to coordinate: Coordinate, within metres: Double) -> NearbyPlace? {
        var nearest: (place: Int, metres: Double)?
        forEachPlace(within: metres, of: coordinate) { line, metres in
            if nearest.map({ metres < $0.metres }) ?? true { nearest = (line.offset, metres) }
        }
        return nearest.map { NearbyPlace(place: place(at: $0.place), metres: $0.metres) }
    }

    private func forEachPlace(
        within limit: Double, of coordinate: Coordinate, _ visit: (_ line: TableLine, _ metres: Double) -> Void
    ) {
        // Most places are excluded because they are too far north or south. A degree of latitude is 111 km.
        let degrees = limit / 100_000
        let latitudes = coordinate.latitude.degrees - degrees...coordinate.latitude.degrees + degrees
        for line in places where !line.isOtherName && latitudes.contains(line.latitude.degrees) {
            let metres = line.coordinate.distance(to: coordinate)
            if metres < limit { visit(line, metres) }
        }
    }
}

extension NearbyPlace {
    /// Whether the coordinate is within the estimated extent of the place: a disc with 3000 people per square
    /// kilometre, as in a dense city, and a radius of at least 5 km.
    public var isAround: Bool {
        metres <= max(5000, (Double(place.population) / 3000 / .pi).squareRoot() * 1000)
    }
}
