import Solar
import Tracker
import Wording

extension Today {
    /// The day as a notification, with the parts in one line, because GNOME joins lines. It contains nothing that
    /// changes during the day, because it may stay in a list.
    var notice: (summary: String, body: String) {
        // TRANSLATORS: a title: Saturday 21 November in Denver
        let summary = words(
            "{weekday} {date} {where}",
            [
                "weekday": date.dayName(in: words), "date": date.formatted(relativeTo: date, in: words),
                "where": place.name?.locationPhrase(in: words)
                    // TRANSLATORS: where something happens, by its coordinates; it replaces the placeholder {where} of
                    // other texts
                    ?? words("at {position}", ["position": place.nameAndPosition(in: words)]),
            ])
        let length =
            // TRANSLATORS: instead of "9 h 49 min of daylight"
            chartDay.daylightText(in: words).map { words("{daylight} of daylight", ["daylight": $0]) }
            ?? words("no daylight")
        var parts = [words.list(coursePhrases).capitalizedFirst, words.list([length] + daylightComparisons.prefix(1))]
        // TRANSLATORS: the last part of a notification about today
        if isElsewhere { parts.append(words("times in time zone {zone}", ["zone": relativeTime.zone])) }
        return (summary.capitalizedFirst, parts.joined(separator: " · "))
    }

    /// The course of the Sun on the day: `sunrise 06:51`, `sunset 16:39`.
    var coursePhrases: [String] {
        func moment(_ event: SolarEvent, _ instant: Instant) -> String {
            relativeTime.briefMoment(of: event.displayName(in: words), at: instant)
        }
        let date: KeyValuePairs<String, String>? = polarTurn.map { ["date": relativeTime.date(of: $0)] }
        return switch (day.sunrise, day.sunset) {
        case (.occurs(let rise), .occurs(let set)): [moment(.sunrise, rise), moment(.sunset, set)]
        case (.occurs(let rise), .never):
            [
                moment(.sunrise, rise),
                date.map { words("sunset none: the Sun stays up until {date}", $0) }
                    ?? words("sunset none: the Sun stays up"),
            ]
        case (.never, .occurs(let set)):
            [
                date.map { words("sunrise none: the Sun has been up since {date}", $0) } ?? words("sunrise none"),
                moment(.sunset, set),
            ]
        case (.never(.above), .never):
            [date.map { words("The Sun stays up until {date}", $0) } ?? words("The Sun stays up")]
        case (.never(.below), .never):
            [
                date.map { words("The Sun stays below the horizon; it next rises on {date}", $0) }
                    ?? words("The Sun stays below the horizon")
            ]
        }
    }
}
