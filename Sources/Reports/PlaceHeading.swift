import Solar
import Tracker

extension Place {
    /// The place and how it is known, in the first line of a report:
    /// `Denver (39.74° N, 104.98° W), approximate: by the time zone America/Denver`.
    var heading: String { "\(title), \(provenance.words)" }

    /// The place alone: `Denver (39.74° N, 104.98° W)`.
    var title: String {
        let coordinate = observer.coordinate
        let (latitude, longitude) = roundedCoordinate
        var position = "\(latitude.magnitude)° \(coordinate.latitude.degrees < 0 ? "S" : "N"), "
        position += "\(longitude.magnitude)° \(coordinate.longitude.degrees < 0 ? "W" : "E")"
        if let elevation = observer.elevation { position += ", \(Int(elevation.metres.rounded())) m" }
        return name.map { "\($0) (\(position))" } ?? position
    }
}

extension Provenance {
    fileprivate var words: String {
        switch source {
        case .commandLine: "given with --location"
        case .settings: "from the settings"
        case .geoclue: "from GeoClue"
        case .lastFix: "the last place that GeoClue gave"
        case .timeZone(let zone): "approximate: by the time zone \(zone)"
        }
    }
}

extension String {
    /// A number's text without its sign.
    fileprivate var magnitude: Substring { hasPrefix("-") ? dropFirst() : self[...] }
}
