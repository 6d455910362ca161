import Solar

/// The texts of a change of the clocks.
struct ClockChangeText {
    /// The first instant with the new offset.
    let instant: Instant
    let localTime: any LocalTime
    let words: Words
    let now: Instant

    /// `The clocks go forward 1 h on Sunday`, `The clocks went back 1 h on 25 October`.
    var summary: String {
        guard let shift else {
            return hasHappened
                ? words("The clocks changed {day}", ["day": day]) : words("The clocks change {day}", ["day": day])
        }
        let blanks: KeyValuePairs = ["duration": shift.formattedMinutes(in: words), "day": day]
        return switch (shift < .zero, hasHappened) {
        // TRANSLATORS: {day} is "on Sunday" or "on 29 March"
        case (false, false): words("The clocks go forward {duration} {day}", blanks)
        case (false, true): words("The clocks went forward {duration} {day}", blanks)
        case (true, false): words("The clocks go back {duration} {day}", blanks)
        case (true, true): words("The clocks went back {duration} {day}", blanks)
        }
    }

    /// `Sunday 29 March at 02:00` and `it is 03:00 then`.
    var details: [String] {
        // A day earlier, the time of day still has the old offset.
        let oldTime = words.quantity(localTime.timeOfDay(at: instant - .seconds(86_400)))
        let newTime = words.quantity(localTime.timeOfDay(at: instant))
        let date = date.formatted(relativeTo: localTime.civilTime(at: now).date, in: words)
        return [
            words(
                "{weekday} {date} at {time}",
                ["weekday": self.date.dayName(in: words), "date": date, "time": oldTime]
            ).capitalizedFirst,
            // TRANSLATORS: what the clocks show after their change
            hasHappened
                ? words("it was {time} then", ["time": newTime]) : words("it is {time} then", ["time": newTime]),
        ]
    }

    private var hasHappened: Bool { now >= instant }

    /// The size of the change; nil if the zone has none at that instant.
    private var shift: Duration? {
        localTime.nextZoneTransition(after: instant - .seconds(1), before: instant + .seconds(1)).map {
            .seconds($0.offsetAfter - $0.offsetBefore)
        }
    }

    private var date: CivilDate { localTime.oldDate(ofChangeAt: instant) }

    /// `on Sunday`, `on 29 March`: the popup may stay on the screen, or in a tray, after "tomorrow" is over.
    private var day: String {
        let today = localTime.civilTime(at: now).date
        let distance = date.daysSinceUnixEpoch - today.daysSinceUnixEpoch
        return (-6...6).contains(distance)
            // TRANSLATORS: it fills the blank {day} of other texts
            ? words("on {weekday}", ["weekday": date.dayName(in: words)])
            : words("on {date}", ["date": date.formatted(relativeTo: today, in: words)])
    }
}

extension AnnouncementText {
    var clockChange: ClockChangeText { ClockChangeText(instant: instant, localTime: localTime, words: words, now: now) }
}
