// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

extension Today {
    func text(columns: Int?) -> String { text(columns: columns ?? 80, ink: .shades) }

    /// - Parameter ink: The means to draw the bar of the day; nil for no bar.
    func text(columns: Int, ink: DayBar.Ink?) -> String {
        lines(columns: columns, ink: ink).map { line in
            if case .colours(let depth) = ink { line.escaped(depth) } else { line.map(\.text).joined() }
        }.joined(separator: "\n")
    }

    func lines(columns: Int, ink: DayBar.Ink?) -> [[StyledText]] {
        let separator = words.listSeparator
        let date = isWholeDay ? dateParts.dropFirst().map(\.capitalizedFirst) : dateParts
        let source = [date, place.headingParts(in: words)].flatMap {
            $0.joinedAndWrapped(to: columns, separator: separator)
        }
        var lines = headline.wrapped(to: columns).map { [StyledText($0, .bold)] } + [[]]
        if let ink {
            lines += DayBar(today: self, ink: ink, columns: columns).lines + [[]]
        }
        if let essentials {
            let main = essentials.joinedAndWrapped(to: columns, separator: "   ")
            lines += main.map { [StyledText($0, .bold)] } + [[]]
        }
        let facts = (essentials == nil ? facts(isForNow: true) : details).map { fact in
            var shown = fact.parts.count == 1 ? fact : Fact(fact.name, fact.parts.map(words.embedded))
            shown.isFaint = [dawnLabel, duskLabel, clocksLabel].contains(fact.name)
            return shown
        }
        return lines + facts.lines(columns: columns, separator: separator) + [[]]
            + source.map { [StyledText($0, .faint)] }
    }

    /// What people ask, in one line: sunrise, noon, sunset, and the daylight with its change; nil on a day without sunrise
    /// or sunset, whose facts say more.
    private var essentials: [String]? {
        guard case (.occurs(let rise), .occurs(let set)) = (day.sunrise, day.sunset) else { return nil }
        let moments = [(sunriseLabel, rise), (noonLabel, day.noon), (sunsetLabel, set)].map { label, instant in
            // TRANSLATORS: Sunset 16:41
            words("{event} {time}", ["event": label, "time": relativeTime.moment(instant)])
        }
        let texts = ChartDayText(day: chartDay, localTime: relativeTime.localTime, words: words)
        return moments + ["\(daylightLabel) \(texts.daylight) (\(texts.signedChange))"]
    }

    /// The facts below the essentials, which they do not repeat.
    private var details: [Fact] {
        facts(isForNow: true).compactMap { fact in
            let said: Int
            switch fact.name {
            case sunriseLabel, sunsetLabel, noonLabel: said = 1
            case daylightLabel: said = chartDay.isConstant ? 1 : 2
            default: said = 0
            }
            return fact.parts.count > said ? Fact(fact.name, Array(fact.parts.dropFirst(said))) : nil
        }
    }

    private var sunriseLabel: String { words.inContext("label", "Sunrise") }
    // TRANSLATORS: the moment at which the Sun is highest, in the south or in the north
    private var noonLabel: String { words.inContext("label", "Noon") }
    private var sunsetLabel: String { words.inContext("label", "Sunset") }
    private var daylightLabel: String { words.inContext("label", "Daylight") }
    // TRANSLATORS: before the moments at which the twilights begin in the morning
    private var dawnLabel: String { words.inContext("label", "Dawn") }
    // TRANSLATORS: before the moments at which the twilights end in the evening
    private var duskLabel: String { words.inContext("label", "Dusk") }
    private var clocksLabel: String { words.inContext("label", "Clocks") }

    /// `Sunset in 3 h 23 min, at 16:37`; without a sunset or sunrise within a year, or for a whole day, the date.
    private var headline: String {
        guard let next else { return date.inFull(in: words).capitalizedFirst }
        return words(
            // TRANSLATORS: Sunset in 3 h 23 min, at 16:37; {time} can also be 06:47 tomorrow, or 00:31 on 26 July
            "{event} {distance}, at {time}",
            [
                "event": next.event.displayName(in: words).capitalizedFirst,
                "distance": relativeTime.distance(to: next.instant), "time": relativeTime.moment(next.instant),
            ])
    }

    /// `Sunset at 16:37`: the headline without the time until then.
    var standingHeadline: String {
        guard let next else { return headline }
        return relativeTime.moment(of: next.event.displayName(in: words), at: next.instant).capitalizedFirst
    }

    /// `Saturday 21 November 2026`, and the time zone for a named place.
    var dateParts: [String] {
        [date.inFull(in: words).capitalizedFirst] + (relativeTime.timeZoneNote(for: place).map { [$0] } ?? [])
    }

    /// - Parameter isForNow: Whether the current altitude is included, which changes all the time.
    func facts(isForNow: Bool) -> [Fact] {
        var facts = courseFacts
        // After the sunrise, or after the fact that replaces sunrise and sunset.
        facts.insert(
            Fact(noonLabel, relativeTime.moment(day.noon), altitude(noonAltitude, isUp: isUpAtNoon)), at: 1)
        facts = dawns + facts + dusks
        facts.append(Fact(daylightLabel, daylight))
        if !isWholeDay {
            facts.append(
                Fact(
                    words.inContext("label", "Now"),
                    [light.displayName(in: words)]
                        + (isForNow ? [altitude(altitude, isUp: light == .day)] : [])
                ))
        }
        if let eclipse {
            let text = EclipseText(eclipse, localTime: relativeTime.localTime, in: words)
            // TRANSLATORS: before the time of a solar eclipse
            let label = words.inContext("label", "Eclipse")
            facts.append(Fact(label, [relativeTime.moment(eclipse.start), text.cover]))
        }
        facts.append(Fact(clocksLabel, clocks))
        if isElsewhere { facts.append(relativeTime.foreignZone) }
        return facts
    }

    private var courseFacts: [Fact] {
        let (sunrise, sunset) = (sunriseLabel, sunsetLabel)
        // TRANSLATORS: before "stays up until 26 July" and the like, which are a sentence with it
        let sun = words.inContext("label", "The Sun")
        let date: KeyValuePairs<String, String>? = polarTurn.map { ["date": relativeTime.date(of: $0)] }
        return switch (day.sunrise, day.sunset) {
        case (.occurs(let rise), .occurs(let set)):
            [Fact(sunrise, relativeTime.moment(rise)), Fact(sunset, relativeTime.moment(set))]
        case (.occurs(let rise), .never):
            [
                Fact(sunrise, relativeTime.moment(rise)),
                Fact(
                    sunset,
                    date.map { words("none: the Sun stays up until {date}", $0) }
                        // TRANSLATORS: after the label Sunset
                        ?? words("none: the Sun stays up")),
            ]
        case (.never, .occurs(let set)):
            [
                Fact(
                    sunrise,
                    date.map { words("none: the Sun has been up since {date}", $0) }
                        // TRANSLATORS: after the label Sunrise
                        ?? words.inContext("sunrise", "none")),
                Fact(sunset, relativeTime.moment(set)),
            ]
        case (.never(.above), .never):
            // TRANSLATORS: after the label "The Sun"
            [Fact(sun, date.map { words("stays up until {date}", $0) } ?? words("stays up"))]
        case (.never(.below), .never):
            [
                Fact(
                    sun,
                    // TRANSLATORS: after the label "The Sun"
                    date.map { words("stays below the horizon; it next rises on {date}", $0) }
                        ?? words("stays below the horizon"))
            ]
        }
    }

    /// `05:16 astronomical`, `05:49 nautical`, `06:22 civil`: the twilights that begin in the morning.
    private var dawns: [Fact] {
        fact(dawnLabel, chartDay.twilights.map { ($0.light, $0.dawn) }) { light, time in
            switch light {
            // TRANSLATORS: after the label Dawn: when the twilight begins: 05:16 astronomical, 05:49 nautical, 06:22 civil
            case .astronomical: words.inContext("dawn", "{time} astronomical", time)
            case .nautical: words.inContext("dawn", "{time} nautical", time)
            default: words.inContext("dawn", "{time} civil", time)
            }
        }
    }

    /// `17:09 civil`, `17:42 nautical`, `18:14 astronomical`: the twilights that end in the evening.
    private var dusks: [Fact] {
        fact(duskLabel, chartDay.twilights.reversed().map { ($0.light, $0.dusk) }) {
            light, time in
            switch light {
            // TRANSLATORS: after the label Dusk: when the twilight ends: 17:09 civil, 17:42 nautical, 18:14 astronomical
            case .astronomical: words.inContext("dusk", "{time} astronomical", time)
            case .nautical: words.inContext("dusk", "{time} nautical", time)
            default: words.inContext("dusk", "{time} civil", time)
            }
        }
    }

    /// Returns a fact about the twilights that occur; empty if none do.
    private func fact(
        _ name: String, _ twilights: [(DayPhase, Instant?)],
        _ text: (DayPhase, KeyValuePairs<String, String>) -> String
    ) -> [Fact] {
        let parts = twilights.compactMap { light, instant in
            instant.map { text(light, ["time": relativeTime.moment($0)]) }
        }
        return parts.isEmpty ? [] : [Fact(name, parts)]
    }

    /// `the Sun 24° high`, `the Sun 3° below the horizon`: the true altitude of its centre. Whether it is up depends on
    /// its upper limb, refraction and the elevation of the observer.
    private func altitude(_ altitude: Double, isUp: Bool) -> String {
        let degrees = Int(altitude.rounded())
        // TRANSLATORS: after the light, such as "civil twilight", or the time of noon
        if isUp {
            return degrees > 0
                ? words("the Sun {degrees}° high", ["degrees": "\(degrees)"]) : words("the Sun at the horizon")
        }
        return degrees < 0
            ? words("the Sun {degrees}° below the horizon", ["degrees": "\(-degrees)"])
            : words("the Sun just below the horizon")
    }

    private var daylight: [String] {
        [chartDay.daylightText(in: words)] + daylightComparisons
    }

    /// The comparisons with the previous day and with the last solstice, if there is a difference.
    var daylightComparisons: [String] {
        let yesterday = chartDay.isConstant ? [] : [change.comparedToYesterday(in: words)]
        guard let sinceSolstice, !chartDay.isConstant || abs(sinceSolstice.change.microseconds) >= 60_000_000 else {
            return yesterday
        }
        return yesterday + [sinceSolstice.description(in: words, on: place.observer.coordinate.hemisphere)]
    }

    private var clocks: [String] {
        guard let clockChange else { return [words("no change within a year")] }
        let (date, days) = (clockChange.date, relativeTime.daysUntil(clockChange.date))
        let values: KeyValuePairs = [
            "duration": clockChange.shift.formatted(in: words),
            "day": date.onDay(date.formatted(relativeTo: relativeTime.today, in: words), in: words),
        ]
        return [
            // TRANSLATORS: after the label Clocks: forward 1 h on Sunday 14 March 2027, in 113 days
            clockChange.shift > .zero
                ? words("forward {duration} {day}", values)
                : words("back {duration} {day}", values),
            days < 2 ? relativeTime.day(of: date) : relativeTime.inDays(days),
        ]
    }

    var words: Localizer { relativeTime.words }
}

extension Today.SolsticeComparison {
    /// `2 h 31 min less than at the June solstice`.
    fileprivate func description(in words: Localizer, on hemisphere: Hemisphere) -> String {
        let difference: KeyValuePairs = ["duration": change.formattedMinutes(in: words)]
        let shown = abs(change.nearestSeconds) < 30 ? .zero : change
        return switch (hemisphere, solstice.event) {
        case (.northern, .juneSolstice):
            shown.compared(
                // TRANSLATORS: the daylight, for a reader of that hemisphere
                words.inContext("northern hemisphere", "as long as at the June solstice"),
                less: words.inContext("northern hemisphere", "{duration} less than at the June solstice", difference),
                more: words.inContext("northern hemisphere", "{duration} more than at the June solstice", difference))
        case (.northern, _):
            shown.compared(
                words.inContext("northern hemisphere", "as long as at the December solstice"),
                less: words.inContext(
                    "northern hemisphere", "{duration} less than at the December solstice", difference),
                more: words.inContext(
                    "northern hemisphere", "{duration} more than at the December solstice", difference))
        case (.southern, .juneSolstice):
            shown.compared(
                // TRANSLATORS: the daylight, for a reader of that hemisphere
                words.inContext("southern hemisphere", "as long as at the June solstice"),
                less: words.inContext("southern hemisphere", "{duration} less than at the June solstice", difference),
                more: words.inContext("southern hemisphere", "{duration} more than at the June solstice", difference))
        case (.southern, _):
            shown.compared(
                words.inContext("southern hemisphere", "as long as at the December solstice"),
                less: words.inContext(
                    "southern hemisphere", "{duration} less than at the December solstice", difference),
                more: words.inContext(
                    "southern hemisphere", "{duration} more than at the December solstice", difference))
        }
    }
}
