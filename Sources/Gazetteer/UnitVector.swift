import Glibc
package import Solar

/// A point of the Earth, taken for a sphere, as a vector of length 1 from its centre: to (0° N, 0° E), (0° N, 90° E) and
/// the North Pole. There the antimeridian and the poles are places like any other.
package struct UnitVector: Hashable, Sendable {
    /// The three components.
    package let components: SIMD3<Double>

    /// The vector to a coordinate.
    package init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude.degrees * .pi / 180
        let longitude = coordinate.longitude.degrees * .pi / 180
        components = SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The square of the straight distance, 0 to 4, which is in the order of the distance along the ground.
    package func squaredChord(to other: UnitVector) -> Double {
        let difference = components - other.components
        return (difference * difference).sum()
    }

    /// The angle between the two, 0 to π. The half-chord's arc sine is exact for what is near, and good to a metre on the
    /// Earth for what is opposite.
    package func angle(to other: UnitVector) -> Double {
        2 * asin(min(1, squaredChord(to: other).squareRoot() / 2))
    }
}
