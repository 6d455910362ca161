import Solar
import Tracker
import Wording

/// The place of the observer and its source.
struct PlaceReport: Report {
    let place: Place
    /// Whether the service is allowed to use the location; nil if it is not running or does not use GeoClue.
    var authorization: RunningService.Authorization?
    let now: Instant

    /// The place alone: `Denver (39.74,-104.98)`.
    var title: String {
        let (latitude, longitude) = place.roundedCoordinate
        let position = "\(latitude),\(longitude)"
        return place.name.map { "\($0) (\(position))" } ?? position
    }

    /// One line per known fact. The coordinate has the form that `--place` accepts.
    func text(columns: Int?) -> String {
        // Four decimal places are about ten metres.
        let coordinate = place.observer.coordinate
        let position = [coordinate.latitude.degrees, coordinate.longitude.degrees].map { $0.decimalText(places: 4) }
        var facts: [Fact] = []
        if let name = place.name { facts.append(Fact("Place", name.description)) }
        facts.append(Fact("Coordinate", position.joined(separator: ",")))
        if let elevation = place.observer.elevation {
            facts.append(Fact("Elevation", "\(elevation.metres.decimalText(places: 1)) m"))
        }
        facts.append(Fact("Source", place.provenance.source.name))
        if let accuracy { facts.append(Fact("Accuracy", accuracy)) }
        if let age { facts.append(Fact("Age", age.formatted())) }
        if let authorization { facts.append(Fact("Authorization", authorization.text)) }
        return facts.text(columns: columns)
    }

    /// The place, and `accuracyMetres`, `observed`, `ageSeconds` and `authorization` (an object with `state` and `advice`)
    /// if known.
    var object: JSONObject {
        [
            "place": place.json, "accuracyMetres": place.provenance.accuracy,
            "observed": place.provenance.observed.map(UTC().timestamp),
            "ageSeconds": age.map { $0.microseconds / 1_000_000 }, "authorization": authorization?.json,
        ]
    }

    private var accuracy: String? {
        if case .timeZone = place.provenance.source {
            return "approximate; elsewhere in the zone, times differ, by an hour or more if the zone is wide"
        }
        return place.provenance.accuracy.map { metres in
            metres < 1000
                ? "\(metres.decimalText(places: 0)) m" : "\((metres / 1000).decimalText(places: 1)) km"
        }
    }

    private var age: Duration? { place.provenance.observed.map { max(.zero, now - $0) } }
}

extension Provenance.Source {
    /// The source: `the settings`, `the time zone America/Denver`.
    fileprivate var name: String {
        switch self {
        case .commandLine: "the command line"
        case .settings: "the settings"
        case .geoclue: "GeoClue"
        case .lastFix: "GeoClue's last location"
        case .plasma: "Plasma's settings"
        case .timeZone(let zone): "the time zone \(zone)"
        }
    }
}
