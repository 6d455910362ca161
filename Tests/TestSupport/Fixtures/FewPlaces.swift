// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// A directory without places, in which no coordinate has a name.
package struct NoPlaces: PlaceDirectory {
    package init() {}

    /// Throws an error, because there are no places.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        throw PlaceLookupError(problem: "there is no place", remedy: "give coordinates")
    }

    package func name(of coordinate: Coordinate) -> PlaceName? { nil }
}

/// A directory of two places with unique names, and two with the same name.
package struct FewPlaces: PlaceDirectory {
    package init() {}

    private static let places = [
        NamedCoordinate(name: "Denver", coordinate: coordinate(39.73915, -104.9847)),
        NamedCoordinate(name: "Tromsø", coordinate: coordinate(69.6489, 18.95508)),
    ]

    /// Finds Denver and Tromsø; Springfield is ambiguous.
    package func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        if text == "Springfield" {
            throw PlaceLookupError(problem: "there are two", remedy: "write which")
        }
        guard let place = Self.places.first(where: { $0.name == text }) else {
            throw PlaceLookupError(problem: "there is no \"\(text)\"", remedy: "there is \"Denver\"")
        }
        return place
    }

    /// Returns `Denver` in Denver, a place near it, or nil.
    package func name(of coordinate: Coordinate) -> PlaceName? {
        let north = abs(coordinate.latitude.degrees - 39.74)
        let east = abs(coordinate.longitude.degrees - -104.98)
        return north < 0.1 && east < 0.1 ? "Denver" : north < 1 && east < 1 ? .near("Denver") : nil
    }
}
