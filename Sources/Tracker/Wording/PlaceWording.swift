extension PlaceName {
    /// The name alone: `Denver`, `near Denver`.
    public func text(in words: Words) -> String {
        switch self {
        case .own(let name): words.isolated(name)
        case .near(let name): words("near {place}", ["place": words.isolated(name)])
        }
    }

    /// The name with its preposition, for the middle of a sentence: `in Denver`, `near Denver`.
    public func locationPhrase(in words: Words = .english) -> String {
        switch self {
        // TRANSLATORS: where something happens; it fills the blank {where} of other texts
        case .own(let name): words("in {place}", ["place": words.isolated(name)])
        case .near: text(in: words)
        }
    }
}

extension Place {
    /// `in Denver`, `near Denver`, `at 39.74, -104.99`.
    func phrase(in words: Words) -> String {
        let (latitude, longitude) = roundedCoordinate
        return name?.locationPhrase(in: words)
            // TRANSLATORS: where something happens, by its coordinates; it fills the blank {where} of other texts
            ?? words("at {latitude}, {longitude}", ["latitude": latitude, "longitude": longitude])
    }
}

extension Provenance {
    /// How the place is known, for the person who is there. It does not age, since a notification can stay on the screen.
    package func phrase(in words: Words) -> String {
        switch source {
        case .commandLine: words("from the command line")
        case .settings: words("from your settings")
        case .geoclue:
            accuracy.map { words("from GeoClue, to within {distance}", ["distance": $0.formattedMetres(in: words)]) }
                ?? words("from GeoClue")
        case .lastFix: words("where GeoClue last found you")
        case .timeZone: words("guessed from your time zone")
        }
    }
}

extension Words {
    /// The name of a place inside a text, isolated from it in a title or a popup if the two are written in different directions
    /// (Unicode Standard Annex 9, "Explicit Directional Isolates").
    ///
    /// Otherwise a number that follows the name would be displayed on its other side: `Polar night began in X 7 min ago`
    /// as `in 7 X min ago`.
    func isolated(_ name: String) -> String {
        guard layout != .plain else { return name }
        let differs =
            isRightToLeft
            ? name.unicodeScalars.contains(where: \.isWrittenFromLeftToRight)
            : name.unicodeScalars.contains(where: \.changesDirection)
        return differs ? "\u{2068}\(name)\u{2069}" : name
    }
}

extension Unicode.Scalar {
    /// Whether it is written from right to left, by the blocks of such scripts (Unicode Standard Annex 9, table 4, and
    /// DerivedBidiClass.txt), or controls the direction of others.
    fileprivate var changesDirection: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: properties.isBidiControl
        }
    }

    /// Whether it is written from left to right, or controls the direction of others.
    fileprivate var isWrittenFromLeftToRight: Bool {
        properties.isBidiControl || (properties.isAlphabetic && !changesDirection)
    }
}
