package import Solar

/// How light it is outside, from the darkest on.
package enum Light: Int, CaseIterable, Comparable, Sendable {
    /// The Sun's centre is more than 18 degrees below the horizon.
    case night
    /// It is 12 to 18 degrees below.
    case astronomicalTwilight
    /// It is 6 to 12 degrees below.
    case nauticalTwilight
    /// It is up to 6 degrees below.
    case civilTwilight
    /// The Sun is up.
    case day

    /// Whether it is darker on the left.
    package static func < (left: Light, right: Light) -> Bool { left.rawValue < right.rawValue }

    /// The event with which it becomes so light or lighter, and the one with which it becomes darker again; nil for the
    /// night, than which nothing is darker.
    package var bounds: (dawn: SolarEvent, dusk: SolarEvent)? {
        switch self {
        case .night: nil
        case .astronomicalTwilight: (.astronomicalDawn, .astronomicalDusk)
        case .nauticalTwilight: (.nauticalDawn, .nauticalDusk)
        case .civilTwilight: (.civilDawn, .civilDusk)
        case .day: (.sunrise, .sunset)
        }
    }

    /// The word for it among programs, as `suntracker poll` says it.
    var word: String {
        switch self {
        case .night: "night"
        case .astronomicalTwilight: "astronomical"
        case .nauticalTwilight: "nautical"
        case .civilTwilight: "civil"
        case .day: "day"
        }
    }

    /// What a legend calls it.
    package var title: String {
        switch self {
        case .night: "Night"
        case .astronomicalTwilight: "Astronomical twilight"
        case .nauticalTwilight: "Nautical twilight"
        case .civilTwilight: "Civil twilight"
        case .day: "Day"
        }
    }
}

/// A part of a date throughout which it is equally light.
package struct LightSpan: Hashable, Sendable {
    /// Where it begins and ends on the face of a clock, in seconds from 0 (midnight) to 86400.
    package let seconds: Range<Int>
    /// How light it is.
    package let light: Light

    /// A part of a date by the clock.
    package init(_ seconds: Range<Int>, _ light: Light) {
        self.seconds = seconds
        self.light = light
    }
}
