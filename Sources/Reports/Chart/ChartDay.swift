package import Solar
package import Tracker

/// One date of a chart.
package struct ChartDay: Hashable, Sendable {
    /// The date in the local time zone.
    package let date: CivilDate
    /// The solar day that contains 12:00 of the date.
    package let day: SolarDay
    /// The difference of the daylight to the solar day before.
    package let change: Duration
    /// The three twilights of the solar day, the darkest first.
    package let twilights: [Twilight]
    /// The light on the date, from midnight to midnight on the clock.
    package let light: [LightSpan]
    /// The clock change on the date, if any.
    package let clockChange: ZoneTransition?

    /// The dawn and the dusk of a twilight; nil if the Sun does not pass its altitude in that half of the day.
    package struct Twilight: Hashable, Sendable {
        /// The phase: astronomical, nautical or civil.
        package let light: DayPhase
        /// The first dawn of the solar day.
        package let dawn: Instant?
        /// The last dusk of the solar day.
        package let dusk: Instant?
    }

    /// The twilights of a solar day, the darkest first, from all dawns and dusks of that day.
    static func twilights(among occurrences: some BidirectionalCollection<Sun.Occurrence>) -> [Twilight] {
        [DayPhase.astronomical, .nautical, .civil].map { light in
            Twilight(
                light: light, dawn: occurrences.first { $0.event == light.bounds?.dawn }?.instant,
                dusk: occurrences.last { $0.event == light.bounds?.dusk }?.instant)
        }
    }

    /// The first sunrise of the solar day, if any.
    package var sunrise: Instant? { day.sunrise.instant }
    /// The last sunset of the solar day, if any.
    package var sunset: Instant? { day.sunset.instant }

    /// The course of the Sun for machines, with the same values as `Today.Course.identifier`.
    package var sun: String {
        switch (day.sunrise, day.sunset) {
        case (.occurs, .occurs): "rises-and-sets"
        case (.occurs, .never): "rises-to-stay"
        case (.never, .occurs): "sets-after-staying"
        case (.never(.above), .never): "stays-up"
        case (.never(.below), .never): "stays-down"
        }
    }
}
