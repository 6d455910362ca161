/// How light it is, by the altitude of the Sun: what lies between dawns, dusks, sunrise and sunset.
public enum DayPhase: String, Hashable, Sendable, CaseIterable {
    /// The Sun is up.
    case day
    /// Less than 6 degrees below the horizon.
    case civil
    /// Between 6 and 12 degrees below.
    case nautical
    /// Between 12 and 18 degrees below.
    case astronomical
    /// More than 18 degrees below.
    case night

    /// The phase at an instant. It changes at the very instants of the events of these altitudes.
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
}
