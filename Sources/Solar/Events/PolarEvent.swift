/// The first or the last moment of a polar day or a polar night.
///
/// A polar day is a time in which the Sun is up at a lower culmination, around midnight; a polar night one in which it is
/// down at an upper culmination, around noon. Each begins and ends with a sunrise or a sunset, to the microsecond, and
/// wherever one begins it ends before the next one does: between two culminations the Sun passes the horizon once or not
/// at all.
public enum PolarEvent: String, Hashable, Sendable, CaseIterable {
    /// The sunrise after which the Sun does not set that day.
    case dayStart = "polar-day-start"
    /// The first sunset after a polar day.
    case dayEnd = "polar-day-end"
    /// The sunset after which the Sun does not rise the next day.
    case nightStart = "polar-night-start"
    /// The first sunrise after a polar night.
    case nightEnd = "polar-night-end"
}

extension Sun {
    /// Every beginning and end of a polar day or night in the interval, in the order of time.
    public static func polarEvents(in interval: Range<Instant>, at observer: Observer) -> [(
        event: PolarEvent, instant: Instant
    )] {
        guard !interval.isEmpty, observer.mayHavePolarDays else { return [] }
        var sun = LocalSun(over: observer.coordinate)
        let horizon = Recurrence.horizon(of: observer)
        let first = sun.day(around: UniversalTime.days(at: interval.lowerBound)) - 1
        let last = sun.day(around: UniversalTime.days(at: interval.upperBound)) + 1
        var found: [(event: PolarEvent, instant: Instant)] = []
        func note(_ event: PolarEvent, at instant: Instant) {
            if interval.contains(instant) { found.append((event, instant)) }
        }
        var (_, setBefore) = horizon.instants(in: first - 1, for: &sun)
        var (rise, set) = horizon.instants(in: first, for: &sun)
        for day in first...last {
            let (riseAfter, setAfter) = horizon.instants(in: day + 1, for: &sun)
            if let rise, setBefore == nil { note(.nightEnd, at: rise) }
            if let rise, set == nil { note(.dayStart, at: rise) }
            if let set, rise == nil { note(.dayEnd, at: set) }
            if let set, riseAfter == nil { note(.nightStart, at: set) }
            (setBefore, rise, set) = (set, riseAfter, setAfter)
        }
        return found
    }
}

extension Observer {
    /// Whether the Sun can stay up or down for a day here. Where the answer is no, there is no need to look.
    ///
    /// The obliquity of the ecliptic is below 24 degrees in all the years that `Instant` has (`ApparentSun.meanObliquity`).
    fileprivate var mayHavePolarDays: Bool {
        coordinate.latitude.degrees.magnitude + sunriseAltitude.magnitude > 90 - 24
    }
}
