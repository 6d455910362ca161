// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// The hemisphere of the reader. Some languages name equinoxes and solstices after its seasons.
package enum Hemisphere: Sendable {
    case northern, southern
}

extension Coordinate {
    /// The hemisphere of the coordinate; on the equator, the northern one.
    package var hemisphere: Hemisphere { latitude.degrees < 0 ? .southern : .northern }
}

extension AnnouncedEvent {
    /// The event's name in the middle of a sentence: `sunset`, `solar noon`, `Sun rising through -4.5°`, `start
    /// of the polar night`, `clock change`.
    package func displayName(in words: Localizer = .english, on hemisphere: Hemisphere? = nil) -> String {
        switch self {
        case .solar(let event): event.displayName(in: words, on: hemisphere)
        // TRANSLATORS: the moment, as in "start of the polar day at 01:15"
        case .polar(.dayStart): words("start of the polar day")
        case .polar(.dayEnd): words("end of the polar day")
        case .polar(.nightStart): words("start of the polar night")
        case .polar(.nightEnd): words("end of the polar night")
        // TRANSLATORS: from or to daylight saving time
        case .zoneTransition: words("clock change")
        case .solarEclipse: words("solar eclipse")
        }
    }
}

extension SolarEvent {
    /// The event's name in the middle of a sentence: `sunset`, `solar noon`, `Sun rising through -4.5°`.
    package func displayName(in words: Localizer = .english, on hemisphere: Hemisphere? = nil) -> String {
        switch self {
        case .altitude(let altitude, .rising):
            // TRANSLATORS: a moment: the Sun passes this altitude on its way up
            words("Sun rising through {altitude}°", ["altitude": words.decimal("\(altitude)")])
        case .altitude(let altitude, .setting):
            // TRANSLATORS: a moment: the Sun passes this altitude on its way down
            words("Sun setting through {altitude}°", ["altitude": words.decimal("\(altitude)")])
        // TRANSLATORS: the moment at which twilight begins in the morning. The name of an event, without an article
        case .astronomicalDawn: words("astronomical dawn")
        // TRANSLATORS: the moment at which twilight begins in the morning
        case .nauticalDawn: words("nautical dawn")
        // TRANSLATORS: the moment at which twilight begins in the morning
        case .civilDawn: words("civil dawn")
        // TRANSLATORS: the name of an event, as in "sunrise at 06:52"
        case .sunrise: words("sunrise")
        // TRANSLATORS: the moment at which the golden hour begins: the hour of warm light after sunrise or before sunset
        case .goldenHourMorningStart: words("morning golden hour start")
        // TRANSLATORS: the moment at which the golden hour ends
        case .goldenHourMorningEnd: words("morning golden hour end")
        // TRANSLATORS: the moment at which the golden hour begins: the hour of warm light after sunrise or before sunset
        case .goldenHourEveningStart: words("evening golden hour start")
        // TRANSLATORS: the moment at which the golden hour ends
        case .goldenHourEveningEnd: words("evening golden hour end")
        // TRANSLATORS: the moment at which the Sun is highest, in the south or in the north
        case .solarNoon: words("solar noon")
        case .sunset: words("sunset")
        // TRANSLATORS: the moment at which twilight ends in the evening. The name of an event, without an article
        case .civilDusk: words("civil dusk")
        // TRANSLATORS: the moment at which twilight ends in the evening
        case .nauticalDusk: words("nautical dusk")
        // TRANSLATORS: the moment at which twilight ends in the evening
        case .astronomicalDusk: words("astronomical dusk")
        // TRANSLATORS: the moment at which the Sun is lowest
        case .solarMidnight: words("solar midnight")
        case .marchEquinox, .juneSolstice, .septemberEquinox, .decemberSolstice:
            seasonName(in: words, on: hemisphere)
        }
    }

    private func seasonName(in words: Localizer, on hemisphere: Hemisphere?) -> String {
        switch (self, hemisphere) {
        // TRANSLATORS: where the reader is, so that it can be named after the season, such as "spring equinox"
        case (.marchEquinox, .northern): words.inContext("northern hemisphere", "March equinox")
        case (.juneSolstice, .northern): words.inContext("northern hemisphere", "June solstice")
        case (.septemberEquinox, .northern): words.inContext("northern hemisphere", "September equinox")
        case (_, .northern): words.inContext("northern hemisphere", "December solstice")
        // TRANSLATORS: where the reader is, so that it can be named after the season, such as "autumn equinox"
        case (.marchEquinox, .southern): words.inContext("southern hemisphere", "March equinox")
        case (.juneSolstice, .southern): words.inContext("southern hemisphere", "June solstice")
        case (.septemberEquinox, .southern): words.inContext("southern hemisphere", "September equinox")
        case (_, .southern): words.inContext("southern hemisphere", "December solstice")
        // TRANSLATORS: for readers of both hemispheres
        case (.marchEquinox, nil): words("March equinox")
        case (.juneSolstice, nil): words("June solstice")
        case (.septemberEquinox, nil): words("September equinox")
        case (_, nil): words("December solstice")
        }
    }

    /// The event's name at the start of a sentence: `Sunrise`, `Civil dawn`, `Sun rising through -4.5°`.
    package func capitalizedDisplayName(in words: Localizer) -> String { displayName(in: words).capitalizedFirst }

    /// The limit below which the next event is named by its time of day. A day and a night together take about 24
    /// hours, so the next sunrise or sunset comes sooner than this after the last one, or near the poles days later.
    static let nextIsSoon = Duration.seconds(30 * 3600)

    /// The event and its time of day, for an event that is near: `sunrise at 06:52`.
    func moment(at instant: Instant, localTime: any LocalTime, in words: Localizer) -> String {
        moment(displayName(in: words), at: instant, localTime: localTime, in: words)
    }

    private func moment(_ name: String, at instant: Instant, localTime: any LocalTime, in words: Localizer) -> String {
        let time = words.quantity(localTime.timeOfDay(at: instant))
        // TRANSLATORS: sunrise at 06:52; Sunset in Denver at 16:41
        return words("{event} at {time}", ["event": name, "time": time])
    }

    /// The next event after an instant, with its time of day or, if it is not soon, with its date: `sunrise at 06:52`,
    /// `sunrise on 15 January`.
    ///
    /// - Parameter name: the event in words; its name by default.
    func next(
        _ name: String? = nil, at instant: Instant, after start: Instant, now: Instant, localTime: any LocalTime,
        in words: Localizer
    ) -> String {
        let name = name ?? displayName(in: words)
        if instant - start < Self.nextIsSoon { return moment(name, at: instant, localTime: localTime, in: words) }
        let today = localTime.civilTime(at: now).date
        let date = localTime.civilTime(at: instant).date.formatted(relativeTo: today, in: words)
        // TRANSLATORS: sunrise on 15 January; Sunrise in Tromsø on 15 January
        return words("{event} on {date}", ["event": name, "date": date])
    }
}

extension Rule {
    /// The rule's name in the middle of a sentence: `sunset`, `alert lamps`, `clock change`.
    package func displayName(in words: Localizer = .english) -> String {
        // TRANSLATORS: an alert of the user by its name
        alert.map { words("alert {name}", ["name": $0.name]) } ?? event.displayName(in: words)
    }
}

extension Occurrence {
    /// The first line of its notification, without layout characters.
    package func title(at place: Place, localTime: any LocalTime, in words: Localizer = .english) -> String {
        AnnouncementText(occurrence: self, place: place, localTime: localTime, words: words, now: due).summary.printable
    }
}

extension Phase {
    /// The English name at the start of a sentence, such as `Night`.
    package var capitalizedName: String { self == .day ? "Day" : "Night" }

    /// The translated name, such as `night`.
    package func displayName(in words: Localizer) -> String { self == .day ? words("day") : words("night") }
}

struct ClockChangeText {
    /// The first instant with the new offset.
    let instant: Instant
    let localTime: any LocalTime
    let words: Localizer
    let now: Instant

    /// `The clocks go forward 1 h on Sunday`, `The clocks went back 1 h on 25 October`.
    var summary: String {
        guard let change else {
            // TRANSLATORS: {day} is "on Sunday" or "on 29 March"
            return hasHappened
                ? words("The clocks changed {day}", ["day": day]) : words("The clocks change {day}", ["day": day])
        }
        return change.sentence(on: day, hasHappened: hasHappened, in: words)
    }

    /// `Sunday 29 March at 02:00` and `it is 03:00 then`.
    var details: [String] {
        // A day earlier, the old offset still applies to the time of day.
        let oldTime = words.quantity(localTime.timeOfDay(at: instant - .seconds(86_400)))
        let newTime = words.quantity(localTime.timeOfDay(at: instant))
        let date = date.formatted(relativeTo: localTime.civilTime(at: now).date, in: words)
        return [
            // TRANSLATORS: Sunday 29 March at 02:00
            words(
                "{weekday} {date} at {time}",
                ["weekday": self.date.dayName(in: words), "date": date, "time": oldTime]
            ).capitalizedFirst,
            // TRANSLATORS: what the clocks show after their change: it is 03:00 then
            hasHappened
                ? words("it was {time} then", ["time": newTime]) : words("it is {time} then", ["time": newTime]),
        ]
    }

    private var hasHappened: Bool { now >= instant }

    /// The change; nil if the zone does not change at that instant.
    private var change: ZoneTransition? {
        localTime.nextZoneTransition(after: instant - .seconds(1), before: instant + .seconds(1))
    }

    private var date: CivilDate { localTime.oldDate(ofChangeAt: instant) }

    /// `on Sunday`, `on 29 March`: not "tomorrow", because the popup may stay on the screen or in a tray for longer.
    private var day: String { date.day(from: localTime.civilTime(at: now).date, in: words) }
}

extension ZoneTransition {
    /// `The clocks go back 1 h on Sunday`, `The clocks went back 1 h on Sunday`.
    package func sentence(on day: String, hasHappened: Bool, in words: Localizer) -> String {
        let values: KeyValuePairs = ["duration": shift.formatted(in: words), "day": day]
        return switch (shift > .zero, hasHappened) {
        // TRANSLATORS: {day} is "on Sunday" or "on 29 March"
        case (true, false): words("The clocks go forward {duration} {day}", values)
        case (true, true): words("The clocks went forward {duration} {day}", values)
        case (false, false): words("The clocks go back {duration} {day}", values)
        case (false, true): words("The clocks went back {duration} {day}", values)
        }
    }
}

extension CivilDate {
    /// `on Sunday`, `on 29 March`: the date in a sentence that is read today.
    func day(from today: CivilDate, in words: Localizer) -> String {
        (-6...6).contains(daysSinceUnixEpoch - today.daysSinceUnixEpoch)
            ? onDay(in: words)
            // TRANSLATORS: a date such as "29 March" in a sentence; it replaces the placeholder {day} of other texts
            : words("on {date}", ["date": formatted(relativeTo: today, in: words)])
    }
}

extension AnnouncementText {
    var clockChange: ClockChangeText { ClockChangeText(instant: instant, localTime: localTime, words: words, now: now) }
}
