// SPDX-License-Identifier: MIT
/// Searches for sunrise, sunset and other solar events.
///
/// The Sun is computed as seen from the Earth's centre, the convention of the tables and programs of NOAA and NREL.
/// Altitudes are without refraction and parallax; at sunrise and sunset the altitude is -50'. Parallax lowers the Sun
/// by 8.8" as seen from the surface. This delays sunrise by 0.6 s at the equator, typically by 2 s at a latitude of 70
/// degrees and by 40 s at 89 degrees, and by minutes if the Sun grazes the horizon.
///
/// From 1800 to 2100, times are accurate to 0.1 s, or to 1" of altitude where the Sun hardly moves up or down: in UTC
/// from 1972 to `EarthRotation.knownUntil`, in UT1 before and after. Equinoxes and solstices are accurate to 15 s. For the
/// difference between UTC and UT1, see the table in <doc:Accuracy>. All other years of `Instant` have results as well; the further away, the less accurate.
public enum Sun {
    /// The result of a search for an event.
    public enum SearchResult: Hashable, Sendable {
        /// The event occurs at this instant.
        case occurs(Instant)
        /// The event does not occur within a year (in a `SolarDay`: within the day). The Sun stays on this side of the
        /// altitude.
        case never(Side)
    }

    /// The side of an altitude on which the Sun stays.
    public enum Side: String, Hashable, Sendable {
        /// Above it.
        case above
        /// Below it.
        case below
    }

    /// An event and the instant at which it occurs.
    public struct Occurrence: Hashable, Sendable {
        /// The event.
        public let event: SolarEvent
        /// The instant of the event.
        public let instant: Instant

        /// An event at an instant.
        public init(_ event: SolarEvent, at instant: Instant) {
            self.event = event
            self.instant = instant
        }
    }

    /// Returns the first occurrence of the event strictly after the instant.
    ///
    /// The result for an occurrence is the same, to the microsecond, wherever the search starts. Occurrences after the
    /// year 9999 are not found.
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

    /// Returns the last occurrence of the event strictly before the instant. `nextOccurrence` finds this occurrence at
    /// the same instant.
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

    /// Returns the first occurrence of any of the events strictly after the instant; nil if none of them occurs within
    /// a year. Of events at the same instant, the first in the array is returned.
    public static func nextOccurrence(ofAny events: [SolarEvent], after instant: Instant, at observer: Observer)
        -> Occurrence?
    {
        events.compactMap { event in
            nextOccurrence(of: event, after: instant, at: observer).instant.map { Occurrence(event, at: $0) }
        }.min { $0.instant < $1.instant }
    }

    /// Returns the last occurrence of any of the events strictly before the instant; nil if none of them occurs within
    /// a year. Of events at the same instant, the first in the array is returned.
    public static func previousOccurrence(ofAny events: [SolarEvent], before instant: Instant, at observer: Observer)
        -> Occurrence?
    {
        events.compactMap { event in
            previousOccurrence(of: event, before: instant, at: observer).instant.map { Occurrence(event, at: $0) }
        }.max { $0.instant < $1.instant }
    }

    /// Returns all occurrences of the events in the interval, in chronological order. Occurrences at the same instant
    /// are in the order of the events.
    public static func occurrences(of events: [SolarEvent], in interval: Range<Instant>, at observer: Observer)
        -> [Occurrence]
    {
        var sun = LocalSun(over: observer.coordinate)
        let start = UniversalTime.days(at: interval.lowerBound)
        let end = UniversalTime.days(at: interval.upperBound)
        let recurrences = events.map { (event: $0, recurrence: Recurrence(of: $0, for: observer)) }
        var found: [Occurrence] = []
        // Daily events first, day by day, so that all events of a day use the same granule; then yearly events.
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

extension Sun.SearchResult {
    /// The instant of the event; nil for `never`.
    public var instant: Instant? {
        if case .occurs(let instant) = self { instant } else { nil }
    }
}
