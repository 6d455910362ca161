import Solar
import Tracker

extension Place {
    /// The place and its source, as the first line of a report:
    /// `Denver (39.74° N, 104.98° W), approximate, from the time zone America/Denver`.
    func heading(in words: Localizer) -> String { words.list(headingParts(in: words)) }

    /// The place and its source.
    func headingParts(in words: Localizer) -> [String] {
        let source =
            switch provenance.source {
            case .commandLine:
                // TRANSLATORS: how the place is known: by an option of the command
                words("given with {option}", ["option": isNamedOnCommandLine ? "--place" : "--location"])
            case .settings, .geoclue, .lastFix, .timeZone: provenance.source.description.phrase(in: words)
            }
        return [nameAndPosition(in: words), source]
    }

    /// The place alone: `Denver (39.74° N, 104.98° W)`.
    func nameAndPosition(in words: Localizer) -> String {
        guard let name else { return position(in: words) }
        // TRANSLATORS: Denver (39.74° N, 104.98° W)
        return words("{place} ({position})", ["place": name.text(in: words), "position": position(in: words)])
    }

    /// The coordinate, and the elevation if it is set: `47.05° N, 8.30° E, 436 m`.
    func position(in words: Localizer) -> String {
        let degrees = observer.coordinate.inDegrees(in: words)
        guard let metres = observer.elevation?.metres else { return degrees }
        let height = words.quantity(words("{number} m", ["number": "\(Int(metres.rounded()))"]))
        return words.list([degrees, height])
    }

    /// Whether the place was given with `--place`. Then it may be in another time zone.
    var isNamedOnCommandLine: Bool { provenance.source == .commandLine && name != nil }
}

extension Localizer {
    /// The name of a place that the service has written on D-Bus or in the journal, in English: `near Denver`.
    func placeName(_ text: String) -> String {
        text.hasPrefix(Self.near) ? PlaceName.near(String(text.dropFirst(Self.near.count))).text(in: self) : text
    }

    private static let near = "near "
}

/// The wording for the source of a place in all reports.
struct SourceDescription {
    /// `command-line`, `settings`, `geoclue`, `last-fix` or `timezone`.
    let identifier: String
    /// The time zone whose principal place is used, if it is known.
    var timeZone: String?

    /// The source: `the settings`, `the time zone America/Denver`.
    func name(in words: Localizer) -> String {
        switch identifier {
        // TRANSLATORS: where the place is from, after the label Source
        case "command-line": words("the command line")
        case "settings": words("the settings")
        case "geoclue": "GeoClue"
        // TRANSLATORS: a fix is a location that GeoClue gave
        case "last-fix": words("the last GeoClue fix")
        case "timezone":
            timeZone.map { words("the time zone {zone}", ["zone": $0]) } ?? words("the time zone")
        default: identifier
        }
    }

    /// The source after the name of a place: `from the settings`, `approximate, from the time zone America/Denver`.
    func phrase(in words: Localizer) -> String {
        switch identifier {
        // TRANSLATORS: how the place is known: after the place, or a sentence
        case "command-line": words("from the command line")
        case "settings": words("from the settings")
        case "geoclue": words("from GeoClue")
        // TRANSLATORS: a fix is a location that GeoClue gave
        case "last-fix": words("from the last GeoClue fix")
        // TRANSLATORS: "approximate" is the place
        case "timezone":
            timeZone.map { words("approximate, from the time zone {zone}", ["zone": $0]) }
                ?? words("approximate, from the time zone")
        // A newer service may have another.
        default: identifier
        }
    }
}

extension Provenance.Source {
    var description: SourceDescription {
        if case .timeZone(let zone) = self { return SourceDescription(identifier: identifier, timeZone: zone) }
        return SourceDescription(identifier: identifier)
    }
}

extension Coordinate {
    /// `39.74° N, 104.98° W`.
    func inDegrees(in words: Localizer) -> String {
        let (north, east) = rounded
        let blanks: KeyValuePairs = [
            "latitude": words.decimal(north.magnitude), "longitude": words.decimal(east.magnitude),
        ]
        // TRANSLATORS: a coordinate; N, S, E and W are north, south, east and west
        return switch (latitude.degrees < 0, longitude.degrees < 0) {
        case (false, false): words("{latitude}° N, {longitude}° E", blanks)
        case (false, true): words("{latitude}° N, {longitude}° W", blanks)
        case (true, false): words("{latitude}° S, {longitude}° E", blanks)
        case (true, true): words("{latitude}° S, {longitude}° W", blanks)
        }
    }
}

extension String {
    /// The text of a number without its sign.
    fileprivate var magnitude: String { hasPrefix("-") ? String(dropFirst()) : self }
}
