// SPDX-License-Identifier: MIT
/// The first or the last moment of a polar day or a polar night.
///
/// During a polar day, the Sun is up at lower culmination, around midnight; during a polar night, it is down at upper
/// culmination, around noon. Both begin and end exactly at the instant of a sunrise or sunset, and each ends before the
/// next one begins: between two culminations, the Sun crosses the horizon at most once.
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
    /// Returns all starts and ends of polar days and nights in the interval, in chronological order.
    public static func polarEvents(in interval: Range<Instant>, at observer: Observer) -> [(
        event: PolarEvent, instant: Instant
    )] {
        guard !interval.isEmpty, observer.mayHavePolarDays else { return [] }
        var sun = LocalSun(over: observer.coordinate)
        let horizon = Recurrence.horizon(of: observer)
        let first = sun.day(around: UniversalTime.days(at: interval.lowerBound)) - 1
        let last = sun.day(around: UniversalTime.days(at: interval.upperBound)) + 1
        var found: [(event: PolarEvent, instant: Instant)] = []
        func add(_ event: PolarEvent, at instant: Instant) {
            if interval.contains(instant) { found.append((event, instant)) }
        }
        var (_, setBefore) = horizon.instants(in: first - 1, for: &sun)
        var (rise, set) = horizon.instants(in: first, for: &sun)
        for day in first...last {
            let (riseAfter, setAfter) = horizon.instants(in: day + 1, for: &sun)
            if let rise, setBefore == nil { add(.nightEnd, at: rise) }
            if let rise, set == nil { add(.dayStart, at: rise) }
            if let set, rise == nil { add(.dayEnd, at: set) }
            if let set, riseAfter == nil { add(.nightStart, at: set) }
            (setBefore, rise, set) = (set, riseAfter, setAfter)
        }
        return found
    }
}

extension Observer {
    /// Whether the Sun can stay up or down for a day at this latitude. If not, no search is needed.
    ///
    /// The obliquity of the ecliptic is below 24 degrees in all years of `Instant` (`ApparentSun.meanObliquity`).
    fileprivate var mayHavePolarDays: Bool {
        coordinate.latitude.degrees.magnitude + sunriseAltitude.magnitude > 90 - 24
    }
}
