package import Solar
package import Tracker

/// A date of a chart.
package struct ChartDay: Hashable, Sendable {
    /// The date, in the time zone of the reader.
    package let date: CivilDate
    /// The Sun's day that 12:00 of the date is in: what people there call by the date, where the clocks are the place's.
    package let day: SolarDay
    /// How much longer it is day than the day before.
    package let change: Duration
    /// The three twilights of the Sun's day, the darkest first.
    package let twilights: [Twilight]
    /// How light it is on the date, from midnight to midnight by the clock.
    package let light: [LightSpan]
    /// The change of the clocks on the date; nil if there is none.
    package let clockChange: ClockChange?

    /// When a twilight begins and ends; nil where the Sun does not pass its altitude in that half of the day.
    package struct Twilight: Hashable, Sendable {
        /// Which one.
        package let light: Light
        /// The first dawn of the Sun's day.
        package let dawn: Instant?
        /// The last dusk of the Sun's day.
        package let dusk: Instant?
    }

    /// The twilights, the darkest first, of the Sun's day in which these are all dawns and dusks.
    static func twilights(among occurrences: some BidirectionalCollection<Sun.Occurrence>) -> [Twilight] {
        [Light.astronomicalTwilight, .nauticalTwilight, .civilTwilight].map { light in
            Twilight(
                light: light, dawn: occurrences.first { $0.event == light.bounds?.dawn }?.instant,
                dusk: occurrences.last { $0.event == light.bounds?.dusk }?.instant)
        }
    }

    /// The first sunrise of the Sun's day; nil if there is none.
    package var sunrise: Instant? { day.sunrise.instant }
    /// The last sunset of the Sun's day; nil if there is none.
    package var sunset: Instant? { day.sunset.instant }

    /// What the Sun does, in a word for programs: as `Today` has it.
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

extension Sun.SearchResult {
    /// When it happens, if it does.
    var instant: Instant? {
        if case .occurs(let instant) = self { instant } else { nil }
    }
}
