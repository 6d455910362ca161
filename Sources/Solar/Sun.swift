/// The Sun, as seen from the Earth: where it is, and when it does what.
public enum Sun {
    /// What a search for the next or the previous occurrence of an event finds.
    public enum Search: Hashable, Sendable {
        /// It happens then.
        case occurs(Instant)
        /// It does not happen within a year: the Sun stays on one side of the altitude.
        case never(Side)
    }

    /// On which side of an altitude the Sun stays.
    public enum Side: String, Hashable, Sendable {
        /// Above it.
        case above
        /// Below it.
        case below
    }

    /// An event and when it happens.
    public struct Occurrence: Hashable, Sendable {
        /// What happens.
        public let event: SolarEvent
        /// When it happens.
        public let instant: Instant

        /// The event at that instant.
        public init(_ event: SolarEvent, at instant: Instant) {
            self.event = event
            self.instant = instant
        }
    }

    /// The first occurrence of the event strictly after the instant.
    public static func nextOccurrence(of event: SolarEvent, after instant: Instant, at observer: Observer) -> Search {
        .never(.below)
    }

    /// The last occurrence of the event strictly before the instant.
    public static func previousOccurrence(of event: SolarEvent, before instant: Instant, at observer: Observer)
        -> Search
    {
        .never(.below)
    }

    /// Every occurrence of the events in the interval, in the order of time.
    public static func occurrences(of events: [SolarEvent], in interval: Range<Instant>, at observer: Observer)
        -> [Occurrence]
    {
        []
    }

    /// The solar day, from midnight to midnight, that holds the instant.
    public static func day(containing instant: Instant, at observer: Observer) -> SolarDay {
        SolarDay(
            start: instant, noon: instant, end: instant, sunrise: .never(.below), sunset: .never(.below),
            daylight: .zero)
    }
}

/// A day by the Sun: from one solar midnight to the next.
public struct SolarDay: Hashable, Sendable {
    /// The solar midnight it begins with.
    public let start: Instant
    /// Its solar noon.
    public let noon: Instant
    /// The solar midnight it ends with.
    public let end: Instant
    /// Sunrise in this day, or the side of the horizon the Sun stays on instead.
    public let sunrise: Sun.Search
    /// Sunset in this day, or the side of the horizon the Sun stays on instead.
    public let sunset: Sun.Search
    /// How long the Sun is up in this day: zero in the polar night, the whole day in the polar day.
    public let daylight: Duration
}
