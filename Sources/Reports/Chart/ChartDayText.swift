import Solar
import Tracker

/// A day of a chart in words.
struct ChartDayText {
    let day: ChartDay
    let localTime: any LocalTime

    init(_ day: ChartDay, by localTime: any LocalTime) {
        self.day = day
        self.localTime = localTime
    }

    /// `Sat 21 Nov`.
    var shortDate: String { "\(day.date.weekday.prefix(3)) \(day.date.day) \(day.date.monthName.prefix(3))" }

    /// `06:51`, `00:28 next day`, `none`.
    var sunrise: String { time(day.sunrise, otherwise: "none") }
    /// `16:39`, `00:28 next day`, `none`.
    var sunset: String { time(day.sunset, otherwise: "none") }

    /// `9 h 49 min`, `24 h`, `none`.
    var daylight: String {
        switch (day.day.sunrise, day.day.sunset) {
        case (.never(.below), .never): "none"
        // From one solar midnight to the next it is some seconds more or less, which nobody means.
        case (.never(.above), .never): "24 h"
        default: day.day.daylight.formattedDaylight
        }
    }

    /// `1 min 42 s less`, `as long`: compared to the day before.
    var change: String {
        let change = shownChange
        return change == .zero ? "as long" : "\(change.formatted) \(change < .zero ? "less" : "more")"
    }

    /// `−1 min 42 s`, `+37 min 34 s`, `0 s`.
    var signedChange: String {
        let change = shownChange
        return (change == .zero ? "" : change < .zero ? "−" : "+") + change.formatted
    }

    /// What else there is to say: polar day and night, and the clocks.
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

    /// A time of day, and how many dates away from the day it is: `00:28 next day`.
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

    /// To the second; nothing between two days without night, whose lengths from midnight to midnight differ a little.
    private var shownChange: Duration {
        let seconds = day.change.nearestSeconds
        if case (.never(.above), .never) = (day.day.sunrise, day.day.sunset), abs(seconds) < 60 { return .zero }
        return .seconds(seconds)
    }
}

extension ClockChange {
    /// `back 1 h`.
    var direction: String {
        let shift = Duration.seconds(offsetAfter - offsetBefore)
        return "\(shift > .zero ? "forward" : "back") \(shift.formattedMinutes)"
    }
}

extension CivilDate {
    /// `November`.
    var monthName: Substring { formatted(relativeTo: self).drop { $0 != " " }.dropFirst() }
}
