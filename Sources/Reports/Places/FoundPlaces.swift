package import Gazetteer
import Solar
import Terminal
import Tracker

/// The places that a name may mean.
package struct FoundPlaces: Report {
    /// What was looked for.
    package let query: String
    /// The places, the largest first.
    package let places: [GazetteerPlace]

    /// The places that were found by that name.
    package init(named query: String, _ places: [GazetteerPlace]) {
        self.query = query
        self.places = places
    }

    /// A line a place: the name that finds it, the state or else the country, where it is, how many people live there, and
    /// its time zone: `Denver, US-CO  Colorado  39.74° N, 104.98° W  729019  America/Denver`.
    package var text: String {
        let rows = places.map { place in
            [
                place.qualifiedName, place.division?.name ?? place.country.name, place.coordinate.inDegrees,
                "\(place.population)", place.timeZone,
            ]
        }
        return AlignedColumns([.left, .left, .right, .right, .left], rows).lines.joined(separator: "\n")
    }

    /// An object of the query and `places`, an array of objects; `division` and its name are left out where there is none.
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
