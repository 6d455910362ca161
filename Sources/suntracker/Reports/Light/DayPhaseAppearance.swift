import Solar
import Tracker
import Wording

/// The names, characters and colours of the light in all reports.
extension DayPhase {
    /// The name in the middle of a sentence: `civil twilight`.
    func displayName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: the light now, or in a legend
        case .night: words("night")
        case .astronomical: words("astronomical twilight")
        case .nautical: words("nautical twilight")
        case .civil: words("civil twilight")
        case .day: words("day")
        }
    }

    /// The name for a legend: `Civil twilight`.
    func capitalizedDisplayName(in words: Localizer) -> String { displayName(in: words).capitalizedFirst }

    /// The shortest name: `civil`.
    func shortName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: short for: astronomical twilight. The light now, as a word in a panel
        case .astronomical: words.inContext("twilight", "astronomical")
        // TRANSLATORS: short for: nautical twilight
        case .nautical: words.inContext("twilight", "nautical")
        // TRANSLATORS: short for: civil twilight
        case .civil: words.inContext("twilight", "civil")
        case .night, .day: displayName(in: words)
        }
    }

    /// The character for it, in Unicode or in ASCII: the brighter the light, the denser the character.
    func shade(isASCII: Bool) -> Character {
        switch self {
        case .night: " "
        case .astronomical: isASCII ? "." : "·"
        case .nautical: isASCII ? "-" : "░"
        case .civil: isASCII ? "=" : "▒"
        case .day: isASCII ? "#" : "█"
        }
    }

    /// The colour for it on a terminal and on the page, from the night sky to the Sun. Neighbours differ in brightness,
    /// so colour-blind people can tell them apart.
    ///
    /// The indices are chosen manually: terminals with 256 colours have few dark blues, so the nearest colours would
    /// not be in order of brightness.
    var colour: Colour {
        switch self {
        case .night: Colour(rgb: 0x0B1030, indexOf256: 17)
        case .astronomical: Colour(rgb: 0x2A3A7C, indexOf256: 25)
        case .nautical: Colour(rgb: 0x5470BF, indexOf256: 68)
        case .civil: Colour(rgb: 0xB3A6DC, indexOf256: 110)
        case .day: Colour(rgb: 0xFFE9AE, indexOf256: 222)
        }
    }

    /// The perceived brightness of its colour relative to the others.
    var brightness: Int { [0, 1, 2, 4, 7][level] }
}
