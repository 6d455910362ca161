public import Solar
public import Tracker

/// A directory of two places that cannot be confused, and two that can.
public struct FewPlaces: PlaceDirectory {
    /// The places.
    public init() {}

    private static let places: [NamedCoordinate] = [
        ("Denver", 39.73915, -104.9847), ("Tromsø", 69.6489, 18.95508),
    ].compactMap { name, latitude, longitude in
        Coordinate(latitude: latitude, longitude: longitude).map { NamedCoordinate(name: name, coordinate: $0) }
    }

    /// Denver and Tromsø; any Springfield is one of two.
    public func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        if text == "Springfield" {
            throw PlaceLookupError(problem: "there are two", remedy: "write which")
        }
        guard let place = Self.places.first(where: { $0.name == text }) else {
            throw PlaceLookupError(problem: "there is no \"\(text)\"", remedy: "there is \"Denver\"")
        }
        return place
    }

    /// In Denver, near it, or nowhere.
    public func name(of coordinate: Coordinate) -> PlaceName? {
        let north = abs(coordinate.latitude.degrees - 39.74)
        let east = abs(coordinate.longitude.degrees - -104.98)
        return north < 0.1 && east < 0.1 ? "Denver" : north < 1 && east < 1 ? .near("Denver") : nil
    }
}
