import Solar
import Tracker

extension Place {
    /// The place and how it is known, in the first line of a report:
    /// `Denver (39.74° N, 104.98° W), approximate: by the time zone America/Denver`.
    var heading: String { headingParts.joined(separator: ", ") }

    /// The place, and how it is known.
    var headingParts: [String] { [title, isNamedOnCommandLine ? "given with --place" : provenance.words] }

    /// The place alone: `Denver (39.74° N, 104.98° W)`.
    var title: String {
        var position = observer.coordinate.inDegrees
        if let elevation = observer.elevation { position += ", \(Int(elevation.metres.rounded())) m" }
        return name.map { "\($0.description) (\(position))" } ?? position
    }

    /// Whether it was named for this one answer: then it may have other clocks than the reader's.
    var isNamedOnCommandLine: Bool { provenance.source == .commandLine && name != nil }
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

extension Coordinate {
    /// `39.74° N, 104.98° W`.
    var inDegrees: String {
        let (north, east) = rounded
        return "\(north.magnitude)° \(latitude.degrees < 0 ? "S" : "N"), "
            + "\(east.magnitude)° \(longitude.degrees < 0 ? "W" : "E")"
    }
}

extension String {
    /// A number's text without its sign.
    fileprivate var magnitude: Substring { hasPrefix("-") ? dropFirst() : self[...] }
}
