import Solar
import Tracker
import Wording

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
                words("given with {option}", ["option": "--place"])
            case .settings, .geoclue, .lastFix, .plasma, .timeZone: provenance.source.phrase(in: words)
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
}

extension Localizer {
    /// Translates the English name of a place on D-Bus or in the journal: `near Denver`.
    func placeName(_ text: String) -> String {
        text.hasPrefix(Self.near) ? PlaceName.near(String(text.dropFirst(Self.near.count))).text(in: self) : text
    }

    private static let near = "near "
}

extension Provenance.Source {
    /// The source in a phrase after the name of a place: `from the settings`, `approximate, from the time zone
    /// America/Denver`.
    fileprivate func phrase(in words: Localizer) -> String {
        // TRANSLATORS: "approximate" is the place
        if case .timeZone(let zone) = self { return words("approximate, from the time zone {zone}", ["zone": zone]) }
        return words.sourcePhrase(identifier)
    }
}

extension Localizer {
    /// The phrase for the identifier of a source on D-Bus: `from the settings`.
    func sourcePhrase(_ identifier: String) -> String {
        switch identifier {
        // TRANSLATORS: how the place is known: after the place, or a sentence
        case "command-line": self("from the command line")
        case "settings": self("from the settings")
        case "geoclue": self("from GeoClue")
        // TRANSLATORS: the last location that GeoClue sent
        case "last-fix": self("from GeoClue's last location")
        case "plasma": self("from Plasma's settings")
        // TRANSLATORS: "approximate" is the place
        case "timezone": self("approximate, from the time zone")
        // A newer service may use other identifiers.
        default: identifier
        }
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
