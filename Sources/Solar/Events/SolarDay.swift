// SPDX-License-Identifier: MIT
/// The time from one solar midnight to the next.
public struct SolarDay: Hashable, Sendable {
    /// The solar midnight at which it begins.
    public let start: Instant
    /// The solar noon.
    public let noon: Instant
    /// The solar midnight at which it ends.
    public let end: Instant
    /// The first sunrise of the day, or the side of the horizon on which the Sun stays.
    ///
    /// On a day with only a sunset, this is `.never(.above)`, because the Sun is up when the day begins.
    public let sunrise: Sun.SearchResult
    /// The last sunset of the day, or the side of the horizon on which the Sun stays.
    ///
    /// On a day with only a sunrise, this is `.never(.above)`, because the Sun is up when the day ends.
    public let sunset: Sun.SearchResult
    /// The time for which the Sun is up between the two midnights: zero during polar night, the whole day during polar
    /// day. It includes time around midnight if the Sun is up then.
    public let daylight: Duration
}

extension Sun {
    /// Returns the solar day that contains the instant: the day begins at or before the instant, and ends after it.
    public static func day(containing instant: Instant, at observer: Observer) -> SolarDay {
        var sun = LocalSun(over: observer.coordinate)
        var day = sun.day(around: UniversalTime.days(at: instant))
        if let start = sun.midnight(before: day), start > instant { day -= 1 }
        if let end = sun.midnight(before: day + 1), end <= instant { day += 1 }
        return SolarDay(day, under: &sun, for: observer)
    }
}

extension SolarDay {
    fileprivate init(_ day: Int, under sun: inout LocalSun, for observer: Observer) {
        // The range of `Instant` ends within its first and its last solar day.
        let start = sun.midnight(before: day) ?? .earliest
        let end = sun.midnight(before: day + 1) ?? .latest
        let horizon = Recurrence.horizon(of: observer)

        // If the Sun grazes the horizon, a crossing of an adjacent day can be on this side of midnight.
        var crossings: [(instant: Instant, rises: Bool)] = []
        for period in day - 1...day + 1 {
            let (rise, set) = horizon.instants(in: period, for: &sun)
            if let rise { crossings.append((rise, true)) }
            if let set { crossings.append((set, false)) }
        }
        crossings.removeAll { $0.instant < start || $0.instant >= end }

        let noon = sun.time(ofHourAngle: 0, in: day)
        let sideAtNoon = horizon.side(at: noon, for: &sun)
        let beginsUp = crossings.first.map { !$0.rises } ?? (sideAtNoon == .above)
        var daylight = beginsUp ? start.duration(to: end) : .zero
        for crossing in crossings {
            let rest = crossing.instant.duration(to: end)
            if crossing.rises { daylight += rest } else { daylight -= rest }
        }

        let instead = Sun.SearchResult.never(crossings.isEmpty ? sideAtNoon : .above)
        self.start = start
        self.end = end
        self.noon = UniversalTime.instant(at: noon) ?? (day < 0 ? start : end)
        self.sunrise = crossings.first { $0.rises }.map { .occurs($0.instant) } ?? instead
        self.sunset = crossings.last { !$0.rises }.map { .occurs($0.instant) } ?? instead
        self.daylight = daylight
    }
}

extension LocalSun {
    /// The solar midnight at which a day begins; nil outside the years of `Instant`.
    fileprivate mutating func midnight(before day: Int) -> Instant? {
        UniversalTime.instant(at: time(ofHourAngle: -0.5, in: day))
    }
}
