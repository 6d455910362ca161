package import Gazetteer
import Solar
import Terminal
package import Tracker

/// The results of a search for places by name.
package struct FoundPlaces: Report {
    /// The name that was searched for.
    package let query: String
    /// The places, the largest first.
    package let places: [GazetteerPlace]

    private let words: Words

    /// The results for a name.
    ///
    /// - Parameter words: The language of their text.
    package init(named query: String, _ places: [GazetteerPlace], in words: Words = .english) {
        self.query = query
        self.places = places
        self.words = words
    }

    /// One line per place: a name that finds it, the state or else the country, the coordinate, the population, and the
    /// time zone: `Denver, US-CO  Colorado  39.74° N, 104.98° W  729019  America/Denver`.
    package func text(columns: Int?) -> String {
        let rows = places.map { place in
            [
                place.qualifiedName, place.division?.name ?? place.country.name, place.coordinate.inDegrees(in: words),
                "\(place.population)", place.timeZone,
            ]
        }
        return AlignedColumns([.left, .left, .right, .right, .left], rows).lines(columns: columns).joined(separator: "\n")
    }

    /// A JSON object with the query and `places`, an array of objects. `division` and `divisionName` are left out if unknown.
    package func json() throws -> String {
        struct PlaceByName: Encodable {
            let name: String
            let country: String
            let countryName: String
            let division: String?
            let divisionName: String?
            let latitude: Double
            let longitude: Double
            let population: Int
            let timeZone: String
        }
        struct Found: Encodable {
            let query: String
            let places: [PlaceByName]
        }
        return try Found(
            query: query,
            places: places.map {
                PlaceByName(
                    name: $0.name, country: $0.country.code, countryName: $0.country.name, division: $0.division?.code,
                    divisionName: $0.division?.name, latitude: $0.coordinate.latitude.degrees,
                    longitude: $0.coordinate.longitude.degrees, population: $0.population, timeZone: $0.timeZone)
            }
        ).jsonText()
    }
}
