import Solar
import TestSupport
import Tracker

/// Two places, one of them with a name.
struct PlainPlaces: PlaceDirectory {
    func place(meantBy text: String) throws(PlaceLookupError) -> NamedCoordinate {
        guard text == "Denver" || text == "Tromsø", let coordinate = Coordinate(latitude: 39.74, longitude: -104.99)
        else { throw PlaceLookupError(problem: "there is no \"\(text)\"", remedy: "there is \"Denver\"") }
        return NamedCoordinate(name: text, coordinate: coordinate)
    }

    func name(of coordinate: Coordinate) -> PlaceName? { nil }
}
