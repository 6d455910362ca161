// SPDX-License-Identifier: MIT
/// The amount of daylight, according to the altitude of the Sun, from the darkest phase to the brightest.
public enum DayPhase: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The Sun's centre is more than 18 degrees below the horizon.
    case night
    /// Between 12 and 18 degrees below: astronomical twilight.
    case astronomical
    /// Between 6 and 12 degrees below: nautical twilight.
    case nautical
    /// Less than 6 degrees below: civil twilight.
    case civil
    /// The Sun is up.
    case day

    /// Determines the phase at an instant. It changes at the instants of the events in `bounds`, except for rounding.
    public init(at instant: Instant, for observer: Observer) {
        let altitude = SolarPosition(at: instant).horizontal(at: observer.coordinate).altitude
        self =
            switch altitude {
            case observer.sunriseAltitude...: .day
            case (-6.0)...: .civil
            case (-12.0)...: .nautical
            case (-18.0)...: .astronomical
            default: .night
            }
    }

    /// The brightness: 0 for night to 4 for day.
    public var level: Int {
        switch self {
        case .night: 0
        case .astronomical: 1
        case .nautical: 2
        case .civil: 3
        case .day: 4
        }
    }

    /// The event that begins the phase in the morning and the event that ends it in the evening; nil for the night.
    public var bounds: (dawn: SolarEvent, dusk: SolarEvent)? {
        switch self {
        case .night: nil
        case .astronomical: (.astronomicalDawn, .astronomicalDusk)
        case .nautical: (.nauticalDawn, .nauticalDusk)
        case .civil: (.civilDawn, .civilDusk)
        case .day: (.sunrise, .sunset)
        }
    }

    /// Whether the left phase is darker.
    public static func < (left: DayPhase, right: DayPhase) -> Bool { left.level < right.level }
}
