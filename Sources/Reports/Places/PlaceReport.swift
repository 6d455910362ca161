package import Solar
import Terminal
package import Tracker

/// Where the observer is, and how that is known.
package struct PlaceReport: Report {
    /// Where.
    package let place: Place
    /// Whether the service may know the location; nil where it does not run, or does not ask.
    package let authorization: RunningService.Authorization?
    private let now: Instant

    /// The whereabouts as they are known now.
    package init(_ place: Place, authorization: RunningService.Authorization? = nil, now: Instant) {
        self.place = place
        self.authorization = authorization
        self.now = now
    }

    /// The place alone: `Denver (39.74,-104.99)`.
    package var title: String {
        let (latitude, longitude) = place.roundedCoordinate
        return place.name.map { "\($0.description) (\(latitude),\(longitude))" } ?? "\(latitude),\(longitude)"
    }

    /// A line for each thing that is known. The coordinate is written as `--location` takes it.
    package var text: String {
        let coordinate = place.observer.coordinate
        var rows: [(label: String, text: String)] = []
        if let name = place.name { rows.append(("Place", name.description)) }
        rows.append(("Coordinate", "\(coordinate.latitude.text),\(coordinate.longitude.text)"))
        if let elevation = place.observer.elevation {
            rows.append(("Elevation", "\(elevation.metres.decimalText(places: 1)) m"))
        }
        rows.append(("Source", place.provenance.source.phrase))
        if let accuracy { rows.append(("Accuracy", accuracy)) }
        if let age { rows.append(("Age", age.formatted)) }
        if let authorization { rows.append(("Authorization", "\(authorization.state): \(authorization.advice)")) }
        return LabelledRows(rows).lines.joined(separator: "\n")
    }

    /// An object of the place, and `accuracyMetres`, `observed`, `ageSeconds` and `authorization` (an object of `state` and
    /// `advice`) where they are known.
    package func json() throws -> String {
        struct Known: Encodable {
            let place: PlaceJSON
            let accuracyMetres: Double?
            let observed: String?
            let ageSeconds: Int64?
            let authorization: AuthorizationJSON?
        }
        return try Known(
            place: PlaceJSON(place), accuracyMetres: place.provenance.accuracy,
            observed: place.provenance.observed.map { TimeScale.utc.timestamp($0) },
            ageSeconds: age.map { $0.microseconds / 1_000_000 },
            authorization: authorization.map(AuthorizationJSON.init)
        ).jsonText()
    }

    private var accuracy: String? {
        if case .timeZone = place.provenance.source {
            return "approximate: elsewhere in the zone times are off, by an hour or more in a wide one"
        }
        return place.provenance.accuracy.map { metres in
            metres < 1000 ? "\(metres.decimalText(places: 0)) m" : "\((metres / 1000).decimalText(places: 1)) km"
        }
    }

    private var age: Duration? { place.provenance.observed.map { max(.zero, now - $0) } }
}

extension Provenance.Source {
    /// Who has told it, at the end of a line.
    fileprivate var phrase: String {
        switch self {
        case .commandLine: "the command line"
        case .settings: "the settings"
        case .geoclue: "GeoClue"
        case .lastFix: "the last place that GeoClue gave"
        case .timeZone(let zone): "the principal place of the time zone \(zone)"
        }
    }
}

extension Latitude {
    /// Degrees north to about ten metres.
    fileprivate var text: String { degrees.decimalText(places: 4) }
}

extension Longitude {
    /// Degrees east to about ten metres.
    fileprivate var text: String { degrees.decimalText(places: 4) }
}
