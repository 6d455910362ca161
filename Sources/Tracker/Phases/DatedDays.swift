// SPDX-License-Identifier: MIT
import Configuration
import Solar

extension PhaseBoundary {
    /// The days in a window for a boundary with a time of day, one for each date, ordered by time. Each lasts from
    /// `Day=` to `Night=`. A day can be empty, or overlap the next one.
    ///
    /// If the clocks skip a time, the edge is at the clock change. If the clocks show a time twice, `Day=` is the first
    /// and `Night=` the second occurrence, as with the bounds of an alert.
    ///
    /// If only one edge is a time, the other edge is the passage of the Sun through the altitude in the solar day of
    /// the date: before its noon for `Day=`, after it for `Night=`. A `Night=` before noon is then on the next date. If
    /// the Sun stays above or below the altitude, the moment at which it comes closest is used instead: solar midnight
    /// or solar noon. So each date has both edges, even during a polar day or polar night, and no edge jumps when these
    /// begin.
    func datedDays(
        from start: Instant, to end: Instant, _ observer: Observer?, _ localTime: any LocalTime
    ) -> [(begin: Instant, end: Instant)] {
        func first(_ time: TimeOfDay, _ date: CivilDate) -> Instant {
            localTime.instants(of: time, on: date).lowerBound
        }
        func last(_ time: TimeOfDay, _ date: CivilDate) -> Instant { localTime.instants(of: time, on: date).upperBound }
        func passages(_ limit: PhaseLimit, _ direction: SolarEvent.Direction) -> [(date: CivilDate, instant: Instant)] {
            guard let observer else { return [] }
            return limit.passages(direction, from: start, to: end, observer)
                .map { (localTime.civilTime(at: $0.noon).date, $0.instant) }
        }
        switch (day, night) {
        case (.time(let day), .time(let night)):
            let dates =
                localTime.civilTime(at: start).date
                .daysSinceUnixEpoch...localTime.civilTime(at: end).date.daysSinceUnixEpoch
            return dates.map(CivilDate.init(daysSinceUnixEpoch:)).map { date in
                (first(day, date), last(night, night < day ? date.adding(days: 1) : date))
            }
        case (.time(let day), .passage(let limit, let offset)):
            return passages(limit, .setting).map { (first(day, $0.date), $0.instant + offset) }
        case (.passage(let limit, let offset), .time(let night)):
            let isNextMorning = night.minutes < 12 * 60
            return passages(limit, .rising).map { date, instant in
                (instant + offset, last(night, isNextMorning ? date.adding(days: 1) : date))
            }
        case (.passage, .passage): return []
        }
    }
}

extension PhaseLimit {
    /// When the Sun passes the altitude in each solar day of a window, or comes closest to it: before noon if it rises,
    /// after noon if it sets.
    fileprivate func passages(
        _ direction: SolarEvent.Direction, from start: Instant, to end: Instant, _ observer: Observer
    ) -> [(noon: Instant, instant: Instant)] {
        var crossings = Sun.occurrences(of: [event(direction)], in: start..<max(start, end), at: observer)[...]
        var passages: [(noon: Instant, instant: Instant)] = []
        // The first day is the first one whose morning is in the window.
        var instant = Sun.day(containing: start, at: observer).end
        while instant < end {
            let day = Sun.day(containing: instant, at: observer)
            let (midnight, half) =
                direction == .rising ? (day.start, day.start..<day.noon) : (day.end, day.noon..<day.end)
            crossings = crossings.drop { $0.instant < half.lowerBound }
            let isAbove = isBelow(SolarPosition(at: day.noon), for: observer)
            let crossing = crossings.first.flatMap { $0.instant < half.upperBound ? $0.instant : nil }
            passages.append((day.noon, crossing ?? (isAbove ? midnight : day.noon)))
            instant = day.end
        }
        return passages
    }
}
