import Solar
import Tracker

extension Place {
    /// The place and its source, as the first line of a report:
    /// `Denver (39.74° N, 104.98° W), approximate, from the time zone America/Denver`.
    var heading: String { headingParts.joined(separator: ", ") }

    /// The place and its source.
    var headingParts: [String] {
        let source =
            switch provenance.source {
            case .commandLine: isNamedOnCommandLine ? "given with --place" : "given with --location"
            case .settings, .geoclue, .lastFix, .timeZone: provenance.source.description.phrase
            }
        return [nameAndPosition, source]
    }

    /// The place alone: `Denver (39.74° N, 104.98° W)`.
    var nameAndPosition: String { name.map { "\($0.description) (\(position))" } ?? position }

    /// The coordinate, and the elevation if it is set: `47.05° N, 8.30° E, 436 m`.
    var position: String {
        let elevation = observer.elevation.map { ", \(Int($0.metres.rounded())) m" } ?? ""
        return observer.coordinate.inDegrees + elevation
    }

    /// Whether the place was given with `--place`. Then it may be in another time zone.
    var isNamedOnCommandLine: Bool { provenance.source == .commandLine && name != nil }
}

/// The wording for the source of a place in all reports.
struct SourceDescription {
    /// `command-line`, `settings`, `geoclue`, `last-fix` or `timezone`.
    let identifier: String
    /// The time zone whose principal place is used, if it is known.
    var timeZone: String?

    /// The source: `the settings`, `the time zone America/Denver`.
    var name: String {
        switch identifier {
        case "command-line": "the command line"
        case "settings": "the settings"
        case "geoclue": "GeoClue"
        case "last-fix": "the last GeoClue fix"
        case "timezone": "the time zone" + (timeZone.map { " \($0)" } ?? "")
        default: identifier
        }
    }

    /// The source after the name of a place: `from the settings`, `approximate, from the time zone America/Denver`.
    var phrase: String { (identifier == "timezone" ? "approximate, from " : "from ") + name }
}

extension Provenance.Source {
    var description: SourceDescription {
        if case .timeZone(let zone) = self { return SourceDescription(identifier: identifier, timeZone: zone) }
        return SourceDescription(identifier: identifier)
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
    /// The text of a number without its sign.
    fileprivate var magnitude: Substring { hasPrefix("-") ? dropFirst() : self[...] }
}
