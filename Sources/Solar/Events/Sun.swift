/// The Sun, as seen from the Earth: when it does what.
///
/// By convention it is the Sun as seen from the Earth's centre, as in the tables and programs of NOAA and NREL: its
/// altitude is without refraction and without parallax, and it rises and sets when that is -50'. From the surface it stands
/// lower by the parallax of 8.8", which delays sunrise by 0.6 s at the equator, 3 s at 70 degrees and 99 s at 89 degrees,
/// where the Sun rises most obliquely.
///
/// For the years 1800 to 2200 times are good to 0.2 s, or to 2" of altitude where the Sun hardly moves up or down, but for
/// the Earth's rotation (ΔT), whose future is not known: it may move times by 0.1 s in 2100 and altitudes by 0.4"; and but
/// for UTC, which is taken for UT1, from which it keeps within 0.9 s, before 1972 and from half a year after the last
/// prediction of UT1-UTC. For all other years that `Instant` has there are answers too; the further off, the less exact.
public enum Sun {
    /// What a search for an event finds.
    public enum SearchResult: Hashable, Sendable {
        /// It happens then.
        case occurs(Instant)
        /// It does not happen within a year (or, in a `SolarDay`, within the day): the Sun stays on that side of the
        /// altitude.
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
    ///
    /// An occurrence is the same instant, to the microsecond, from wherever it is searched. One that comes only after the
    /// year 9999 counts as never.
    public static func nextOccurrence(of event: SolarEvent, after instant: Instant, at observer: Observer)
        -> SearchResult
    {
        let recurrence = Recurrence(of: event, for: observer)
        var sun = LocalSun(over: observer.coordinate)
        let start = UniversalTime.days(at: instant)
        let around = recurrence.period(around: start, for: sun)
        for period in around - 1...around + 1 + recurrence.periodsInAYear {
            let (first, second) = recurrence.instants(in: period, for: &sun)
            if let first, first > instant { return .occurs(first) }
            if let second, second > instant { return .occurs(second) }
        }
        return .never(recurrence.side(at: start, for: &sun))
    }

    /// The last occurrence of the event strictly before the instant, the same as `nextOccurrence` finds.
    public static func previousOccurrence(of event: SolarEvent, before instant: Instant, at observer: Observer)
        -> SearchResult
    {
        let recurrence = Recurrence(of: event, for: observer)
        var sun = LocalSun(over: observer.coordinate)
        let start = UniversalTime.days(at: instant)
        let around = recurrence.period(around: start, for: sun)
        for period in (around - 1 - recurrence.periodsInAYear...around + 1).reversed() {
            let (first, second) = recurrence.instants(in: period, for: &sun)
            if let second, second < instant { return .occurs(second) }
            if let first, first < instant { return .occurs(first) }
        }
        return .never(recurrence.side(at: start, for: &sun))
    }

    /// Every occurrence of the events in the interval, in the order of time; those at the same instant in the order of
    /// the events.
    public static func occurrences(of events: [SolarEvent], in interval: Range<Instant>, at observer: Observer)
        -> [Occurrence]
    {
        var sun = LocalSun(over: observer.coordinate)
        let start = UniversalTime.days(at: interval.lowerBound)
        let end = UniversalTime.days(at: interval.upperBound)
        let recurrences = events.map { (event: $0, recurrence: Recurrence(of: $0, for: observer)) }
        var found: [Occurrence] = []
        // Day by day with all that happens in it, as the Sun's course is at hand then; then what comes by the year.
        for kind in [recurrences.filter(\.recurrence.isDaily), recurrences.filter { !$0.recurrence.isDaily }] {
            guard let recurrence = kind.first?.recurrence, !interval.isEmpty else { continue }
            let periods = recurrence.period(around: start, for: sun) - 1...recurrence.period(around: end, for: sun) + 1
            for period in periods {
                for (event, recurrence) in kind {
                    let (first, second) = recurrence.instants(in: period, for: &sun)
                    if let first, interval.contains(first) { found.append(Occurrence(event, at: first)) }
                    if let second, interval.contains(second) { found.append(Occurrence(event, at: second)) }
                }
            }
        }
        found.sort { $0.instant < $1.instant }
        return found
    }
}
