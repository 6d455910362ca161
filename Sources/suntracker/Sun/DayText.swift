// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

struct ChartDayText {
    let day: ChartDay
    let localTime: any LocalTime
    let words: Localizer

    /// `Sat 21 Nov`.
    var shortDate: String {
        let (_, month, number) = day.date.components
        // TRANSLATORS: a date with abbreviated names: Sat 21 Nov
        return words.inContext(
            "abbreviated", "{weekday} {day} {month}",
            [
                "weekday": day.date.shortDayName(in: words), "day": String(number),
                "month": words.shortMonth(month),
            ])
    }

    /// `06:51`, `00:28 next day`, `none`.
    var sunrise: String { time(day.sunrise) ?? words.inContext("sunrise", "none") }
    /// `16:39`, `00:28 next day`, `none`.
    var sunset: String { time(day.sunset) ?? words.inContext("sunset", "none") }
    /// `11:46`.
    var noon: String { time(day.day.noon) ?? "" }
    /// `06:22`, `none`.
    var civilDawn: String { time(day.twilights.last?.dawn) ?? words.inContext("dawn", "none") }
    /// `17:09`, `none`.
    var civilDusk: String { time(day.twilights.last?.dusk) ?? words.inContext("dusk", "none") }

    /// `9 h 49 min`, `24 h`, `none`.
    var daylight: String { day.daylightText(in: words) }

    /// The change since the previous day: `1 min 42 s less`, `as long`; empty during polar day and polar night.
    var change: String {
        if day.isConstant { return "" }
        return shownChange.compared(
            // TRANSLATORS: the daylight, compared with the day before
            words("as long"),
            // TRANSLATORS: the daylight, compared with the day before: 1 min 42 s less
            less: words("{duration} less", shownAmount), more: words("{duration} more", shownAmount))
    }

    /// `−1 min 42 s`, `+37 min 34 s`, `0 s`.
    var signedChange: String {
        shownChange.compared(
            shownChange.formatted(in: words),
            // TRANSLATORS: a difference with its sign: −1 min 42 s
            less: words("−{duration}", shownAmount), more: words("+{duration}", shownAmount))
    }

    /// The change with what it is compared to, where no heading says it: `1 min 42 s less than the day before`.
    var comparison: String {
        shownChange.compared(
            // TRANSLATORS: the daylight of a day of a chart
            words("as long as the day before"), less: words("{duration} less than the day before", shownAmount),
            more: words("{duration} more than the day before", shownAmount))
    }

    var notes: [String] {
        var notes: [String] = []
        switch (day.day.sunrise, day.day.sunset) {
        case (.occurs, .occurs): break
        // TRANSLATORS: a note about a day near a pole
        case (.occurs, .never): notes.append(words("the Sun stays up after sunrise"))
        // TRANSLATORS: the Sun does not rise on that day since it has been up before; it sets
        case (.never, .occurs): notes.append(words("the Sun was already up"))
        case (.never(let side), .never): notes.append(words.stay(side))
        }
        if let change = day.clockChange { notes.append(change.summary(in: words)) }
        if let eclipse { notes.append(eclipse) }
        return notes
    }

    /// `solar eclipse: 94 % of the Sun covered at 10:47`.
    var eclipse: String? {
        day.eclipse.map {
            // TRANSLATORS: June solstice: the longest day of the year
            words(
                "{event}: {remark}",
                [
                    "event": AnnouncedEvent.solarEclipse.displayName(in: words),
                    "remark": EclipseText($0, localTime: localTime, in: words).cover,
                ])
        }
    }

    /// A sentence: `Saturday 21 November 2026: sunrise 06:51, sunset 16:39, daylight 9 h 49 min, 1 min 42 s less than the
    /// day before`.
    var sentence: String {
        // TRANSLATORS: spoken. A time or the daylight can be "none"; {comparison} is "1 min 42 s less than the day before"
        let facts = words(
            "{date}: sunrise {sunrise}, sunset {sunset}, daylight {daylight}, {comparison}",
            [
                "date": day.date.inFull(in: words), "sunrise": sunrise, "sunset": sunset, "daylight": daylight,
                "comparison": comparison,
            ])
        return words.list([facts] + notes)
    }

    /// The time of day, with the number of days if it is on another date: `00:28 next day`. Nil without an instant.
    private func time(_ instant: Instant?) -> String? {
        guard let instant else { return nil }
        let time = words.quantity(localTime.timeOfDay(at: instant))
        switch localTime.civilTime(at: instant).date.daysSinceUnixEpoch - day.date.daysSinceUnixEpoch {
        case 0: return time
        // TRANSLATORS: a time that is not on the date next to it: 00:28 next day
        case 1: return words("{time} next day", ["time": time])
        case -1: return words("{time} day before", ["time": time])
        // TRANSLATORS: a time that is not on the date next to it: 00:28 2 days later
        case let days where days > 0:
            return words.plural(
                "{time} {count} day later", "{time} {count} days later", count: days, ["time": time])
        case let days:
            return words.plural(
                "{time} {count} day earlier", "{time} {count} days earlier", count: -days, ["time": time])
        }
    }

    private var shownChange: Duration { .seconds(day.change.nearestSeconds) }

    private var shownAmount: KeyValuePairs<String, String> { ["duration": shownChange.formatted(in: words)] }
}

extension Duration {
    /// Selects one of three texts for a difference.
    func compared(_ equal: String, less: String, more: String) -> String {
        self == .zero ? equal : self < .zero ? less : more
    }
}

extension DaylightChart {
    func text(of day: ChartDay) -> ChartDayText { ChartDayText(day: day, localTime: localTime, words: words) }
}

extension ZoneTransition {
    /// `clocks back 1 h`.
    func summary(in words: Localizer) -> String {
        let duration = shift.formatted(in: words)
        // TRANSLATORS: a short note about the clock change: clocks back 1 h
        return shift > .zero
            ? words("clocks forward {duration}", ["duration": duration])
            : words("clocks back {duration}", ["duration": duration])
    }
}
