// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// A day that exceeds all others of the year at its place.
package enum SpecialDay: String, CaseIterable, Sendable {
    case longestDay, shortestDay, earliestSunrise, latestSunrise, earliestSunset, latestSunset

    /// What the day of a sunrise or a sunset is; nil for an ordinary day.
    ///
    /// The year is the half year before and the half year after the day, so the turn of a year in which the latest
    /// sunrise falls on New Year's Eve does not bring a second one on New Year's Day.
    ///
    /// Both the Sun and the clocks have to agree: without daylight saving time, the latest sunrise of Denver is in
    /// January, but by the clocks, the Sun rises later on the last day of daylight saving time. Neither is special.
    init?(of event: SolarEvent, at instant: Instant, for observer: Observer, localTime: any LocalTime) {
        let day = Sun.day(containing: instant, at: observer)
        let year = Year(day: day, observer: observer, localTime: localTime)
        let special: [SpecialDay] =
            switch event {
            case .sunrise: [.earliestSunrise, .latestSunrise]
            case .sunset: [.earliestSunset, .latestSunset]
            default: []
            }
        guard let day = SpecialDay(ofSolsticeIn: day, at: observer) ?? special.first(where: year.exceeds) else {
            return nil
        }
        self = day
    }

    /// The longest or the shortest day of the year, if a solar day contains a solstice; nil for another day, where the Sun
    /// does not both rise and set, and close to the equator, where all days are equally long.
    ///
    /// Its neighbours are not compared. The nearer to the equator, the later the longest day would be, because the time
    /// from noon to noon changes, too; but there, a day and the next one differ by milliseconds.
    package init?(ofSolsticeIn day: SolarDay, at observer: Observer) {
        guard day.sunrise.instant != nil, day.sunset.instant != nil,
            !Sun.occurrences(of: [.juneSolstice, .decemberSolstice], in: day.start..<day.end, at: observer).isEmpty
        else { return nil }
        let opposite = Sun.day(containing: day.noon + .seconds(182 * 86_400), at: observer)
        let difference = day.daylight - opposite.daylight
        guard max(difference, .zero - difference) >= Self.leastDifference else { return nil }
        self = difference > .zero ? .longestDay : .shortestDay
    }

    /// By how much the longest and the shortest day of a year differ at least.
    private static let leastDifference = Duration.seconds(300)
}

extension Occurrence {
    /// What the day of a sunrise or a sunset is, if the rule says so and the day is special.
    package func specialDay(at place: Place, localTime: any LocalTime) -> SpecialDay? {
        guard rule.saysSpecialDays, case .solar(let event) = rule.event else { return nil }
        return SpecialDay(of: event, at: eventInstant, for: place.observer, localTime: localTime)
    }
}

private struct Year {
    let day: SolarDay
    let observer: Observer
    let localTime: any LocalTime

    /// Whether the day exceeds all others. The nearest days are compared first, so an ordinary day costs two.
    func exceeds(as special: SpecialDay) -> Bool {
        for distance in 1...182 as ClosedRange<Int64> {
            for days in [distance, -distance] {
                let other = Sun.day(containing: day.noon + .seconds(days * 86_400), at: observer)
                guard let difference = difference(to: other, days, as: special), difference > .zero else {
                    return false
                }
            }
        }
        return true
    }

    /// How far the day is ahead of the day `days` later; nil if the two days cannot be compared.
    private func difference(to other: SolarDay, _ days: Int64, as special: SpecialDay) -> Duration? {
        switch special {
        // They are the days of the solstices.
        case .longestDay, .shortestDay: nil
        // A polar day has no earliest sunrise and no latest sunset, and a polar night no latest sunrise.
        case .earliestSunrise: delay(day.sunrise, other.sunrise, days, past: .below)
        case .latestSunrise: delay(other.sunrise, day.sunrise, -days, past: .above)
        case .earliestSunset: delay(day.sunset, other.sunset, days, past: .above)
        case .latestSunset: delay(other.sunset, day.sunset, -days, past: .below)
        }
    }

    /// How much later in the day the second event is, by the Sun or by the clocks, whichever is less.
    ///
    /// - Parameter side: the side of the horizon on which the Sun may stay instead.
    private func delay(
        _ first: Sun.SearchResult, _ second: Sun.SearchResult, _ days: Int64, past side: Sun.Side
    ) -> Duration? {
        guard let from = first.instant, let to = second.instant else {
            return first == .never(side) || second == .never(side) ? .seconds(86_400) : nil
        }
        let bySun = from.duration(to: to) - Duration.seconds(days * 86_400)
        let shift = localTime.civilTime(at: to).utcOffset - localTime.civilTime(at: from).utcOffset
        // A zone that skips or repeats a date changes its offset by a whole day.
        let byClock = bySun + Duration.seconds((shift + 129_600) % 86_400 - 43_200)
        return min(bySun, byClock)
    }
}
