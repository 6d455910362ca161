import Gazetteer
import Solar
import Tracker

/// The results of a search for places by name.
struct FoundPlaces: Report {
    /// The name that was searched for.
    let query: String
    /// The places, the largest first.
    let places: [GazetteerPlace]

    var words = Localizer.english

    /// One line per place: a name that finds it, the coordinate, the population, and the time zone:
    /// `Denver, Colorado, United States  39.74° N, 104.98° W  729019  America/Denver`.
    func text(columns: Int?) -> String {
        let rows = places.map { place in
            [place.spokenName, place.coordinate.inDegrees(in: words), "\(place.population)", place.timeZone]
        }
        return AlignedColumns([.left, .right, .right, .left], rows).lines(columns: columns).joined(separator: "\n")
    }

    /// The query and `places`, an array of objects. `division` and `divisionName` are left out if unknown.
    var object: JSONObject { ["query": query, "places": places.map(\.json)] }
}

extension GazetteerPlace {
    fileprivate var json: JSONObject {
        [
            "name": name, "country": country.code, "countryName": country.name, "division": division?.code,
            "divisionName": division?.name, "latitude": coordinate.latitude.degrees,
            "longitude": coordinate.longitude.degrees, "population": population, "timeZone": timeZone,
        ]
    }
}
