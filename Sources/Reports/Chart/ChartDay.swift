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

/// The text form of one day of a chart.
struct ChartDayText {
    let day: ChartDay
    let localTime: any LocalTime

    init(_ day: ChartDay, by localTime: any LocalTime) {
        self.day = day
        self.localTime = localTime
    }

    /// `Sat 21 Nov`.
    var shortDate: String { "\(day.date.dayName().prefix(3)) \(day.date.day) \(day.date.monthName.prefix(3))" }

    /// `06:51`, `00:28 next day`, `none`.
    var sunrise: String { time(day.sunrise, otherwise: "none") }
    /// `16:39`, `00:28 next day`, `none`.
    var sunset: String { time(day.sunset, otherwise: "none") }

    /// `9 h 49 min`, `24 h`, `none`.
    var daylight: String {
        switch (day.day.sunrise, day.day.sunset) {
        case (.never(.below), .never): "none"
        // Solar days differ from 24 hours by some seconds, which do not matter here.
        case (.never(.above), .never): "24 h"
        default: day.day.daylight.formattedDaylight()
        }
    }

    /// The difference to the day before: `1 min 42 s less`, `as long`.
    var change: String {
        let change = shownChange
        return change == .zero ? "as long" : "\(change.formatted()) \(change < .zero ? "less" : "more")"
    }

    /// `−1 min 42 s`, `+37 min 34 s`, `0 s`.
    var signedChange: String {
        let change = shownChange
        return (change == .zero ? "" : change < .zero ? "−" : "+") + change.formatted()
    }

    /// Notes about polar day, polar night and clock changes.
    var notes: [String] {
        var notes: [String] = []
        switch (day.day.sunrise, day.day.sunset) {
        case (.occurs, .occurs): break
        case (.occurs, .never): notes.append("the Sun stays up after sunrise")
        case (.never, .occurs): notes.append("the Sun is up before")
        case (.never(.above), .never): notes.append("the Sun stays up")
        case (.never(.below), .never): notes.append("the Sun stays down")
        }
        if let change = day.clockChange { notes.append("clocks \(change.direction)") }
        return notes
    }

    /// A sentence: `Saturday 21 November 2026: sunrise 06:51, sunset 16:39, daylight 9 h 49 min, 1 min 42 s less than the
    /// day before`.
    var sentence: String {
        let change = shownChange == .zero ? "as long as the day before" : "\(change) than the day before"
        let facts = ["sunrise \(sunrise)", "sunset \(sunset)", "daylight \(daylight)", change] + notes
        return "\(day.date.inFull): " + facts.joined(separator: ", ")
    }

    /// The time of day, with the distance in dates if it is not on this date: `00:28 next day`.
    func time(_ instant: Instant?, otherwise: String = "") -> String {
        guard let instant else { return otherwise }
        let time = localTime.timeOfDay(at: instant)
        switch localTime.civilTime(at: instant).date.daysSinceUnixEpoch - day.date.daysSinceUnixEpoch {
        case 0: return time
        case 1: return "\(time) next day"
        case -1: return "\(time) day before"
        case let days: return "\(time) \(days > 0 ? "+" : "−")\(days.magnitude) d"
        }
    }

    /// The change to the second. It is zero between two days without night, whose lengths differ by some seconds.
    private var shownChange: Duration {
        let seconds = day.change.nearestSeconds
        if case (.never(.above), .never) = (day.day.sunrise, day.day.sunset), abs(seconds) < 60 { return .zero }
        return .seconds(seconds)
    }
}

extension ZoneTransition {
    /// `back 1 h`.
    var direction: String {
        let shift = Duration.seconds(offsetAfter - offsetBefore)
        return "\(shift > .zero ? "forward" : "back") \(shift.formattedMinutes())"
    }
}

extension CivilDate {
    /// `November`.
    var monthName: Substring { formatted(relativeTo: self).drop { $0 != " " }.dropFirst() }
}
