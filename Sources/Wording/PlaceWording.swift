// SPDX-License-Identifier: MIT
package import Configuration

extension PlaceName {
    /// The name alone: `Denver`, `near Denver`.
    package func text(in words: Localizer) -> String {
        switch self {
        case .own(let name): words.isolated(name)
        // TRANSLATORS: the name of a place for its surroundings, alone or before a coordinate in parentheses
        case .near(let name): words("near {place}", ["place": words.isolated(name)])
        }
    }

    /// The name with a preposition, for the middle of a sentence: `in Denver`, `near Denver`.
    package func locationPhrase(in words: Localizer = .english) -> String {
        switch self {
        // TRANSLATORS: where something happens; it replaces the placeholder {where} of other texts. Parentheses are
        // fine: (Denver)
        case .own(let name): words("in {place}", ["place": words.isolated(name)])
        case .near(let name):
            // TRANSLATORS: where something happens; it replaces the placeholder {where} of other texts. Parentheses are
            // fine
            words.inContext("where something happens", "near {place}", ["place": words.isolated(name)])
        }
    }
}

extension Place {
    /// `in Denver`, `near Denver`, `at 39.74, -104.99`.
    package func phrase(in words: Localizer) -> String {
        let (latitude, longitude) = roundedCoordinate
        return name?.locationPhrase(in: words)
            // TRANSLATORS: where something happens, by its coordinates; it replaces the placeholder {where} of other
            // texts
            ?? words("at {latitude}, {longitude}", ["latitude": latitude, "longitude": longitude])
    }
}

extension Provenance {
    /// How the place is known, for the user. The phrase contains no age, because a notification can stay on the screen.
    package func phrase(in words: Localizer) -> String {
        switch source {
        // TRANSLATORS: how the place is known: after the place, or a sentence
        case .commandLine: words("from the command line")
        case .settings: words("from your settings")
        // TRANSLATORS: GeoClue is the location service of the desktop; {distance} is how far off it may be
        case .geoclue:
            accuracy.map { words("from GeoClue, to within {distance}", ["distance": $0.formattedMetres(in: words)]) }
                ?? words("from GeoClue")
        case .lastFix: words("where GeoClue last found you")
        // TRANSLATORS: Plasma is the desktop of KDE
        case .plasma: words("from Plasma's settings")
        case .timeZone: words("guessed from your time zone")
        }
    }
}
