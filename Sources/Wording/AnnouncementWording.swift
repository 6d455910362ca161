// SPDX-License-Identifier: MIT
import Configuration
package import Solar
import Tracker

/// The texts of an occurrence, at a moment, in a language and in the reader's time zone.
struct AnnouncementText {
    let occurrence: Occurrence
    let place: Place
    let localTime: any LocalTime
    /// The language; English for the journal.
    var words = Localizer.english
    let now: Instant

    /// The lateness from which an announcement says how late it is.
    static let noticeablyLate = Duration.seconds(60)

    var inBody: AnnouncementText {
        var text = self
        text.words = words.inBody
        return text
    }

    var rule: Rule { occurrence.rule }
    /// When the event happens.
    var instant: Instant { occurrence.eventInstant }
    /// The time since the event; negative if the event is still to come.
    var age: Duration { now - instant }
    var time: String { words.quantity(localTime.timeOfDay(at: instant)) }

    /// The title: `Sunrise in Denver`, `Sunset in Denver was 7 min ago`, `Polar night begins in Tromsø`, `Polar night
    /// began in Tromsø 7 min ago`, or the title of an alert.
    var summary: String {
        if let title = rule.alert?.title {
            let (title, lateness) = (filled(title), now - occurrence.due)
            if lateness < Self.noticeablyLate { return title }
            // "Half an hour of daylight left" does not stand alone when two minutes are left.
            if isLateAndAhead { return words("{event}: {remark}", ["event": headline, "remark": title]) }
            // TRANSLATORS: {title} is a text of the user
            return words(
                "{title} ({duration} late)", ["title": title, "duration": lateness.formattedMinutes(in: words)])
        }
        if rule.event == .zoneTransition { return clockChange.summary }
        if let eclipse { return eclipse.summary(at: now) }
        guard let remark else { return headline }
        // TRANSLATORS: June solstice: the longest day of the year
        return words("{event}: {remark}", ["event": headline, "remark": remark])
    }

    /// The body: `1 min 52 s less daylight than yesterday · sunset at 16:41 · 9 h 54 min of daylight`. The news comes
    /// first, because some servers show only about 60 characters. The time comes first if it is not the present.
    var body: String {
        if let body = rule.alert?.body { return filled(body) }
        if rule.event == .zoneTransition { return clockChange.details.joined(separator: " · ") }
        if let eclipse { return (eclipse.advice + zoneNote).joined(separator: " · ").capitalizedFirst }
        let isNow = rule.alert?.title == nil && headline == subject
        let news = news(marksTime: isNow)
        let shownTime = isNow && !news.isEmpty ? [] : [words.embedded(marked(time))]
        return (shownTime + news + zoneNote).joined(separator: " · ").capitalizedFirst
    }

    /// The time, marked if it is only the time in the main city of the time zone.
    private func marked(_ time: String) -> String {
        guard hasPlace, case .timeZone = place.provenance.source else { return time }
        // TRANSLATORS: the time of a sunrise, computed for the main city of the time zone because no better place is known;
        // keep it short
        return words("{time} (approximate)", ["time": time])
    }

    private var hasPlace: Bool { [.daily, .polar, .eclipse].contains(rule.event.kind) }

    /// A note about the time zone, if the local time zone belongs to another part of the world than the place.
    private var zoneNote: [String] {
        guard ShownDay(at: instant, for: place.observer, localTime: localTime).isElsewhere else { return [] }
        return [words("times in time zone {zone}", ["zone": localTime.zoneDescription(at: instant)])]
    }

    /// The journal entry: `Sunrise in Denver at 06:46: 9 h 54 min of daylight, 1 min 52 s less than yesterday; sunset
    /// at 16:41`, `Alert lamps, 30min before sunset in Denver at 16:41: Half an hour of light is left`.
    var line: String {
        let rest: [String]
        let head: String
        if let alert = rule.alert {
            let moment = alert.offset.words(around: alert.event) + inPlace
            let time = rule.event == .zoneTransition ? "on \(date)" : "at \(time)"
            head = "Alert \(alert.name), \(moment) \(time)\(move)"
            rest = alert.title == nil && occurrence.due == instant && !isLate ? [] : [summary]
        } else if rule.event == .zoneTransition {
            (head, rest) = (summary, clockChange.details)
        } else {
            head = "\(headline)\(headline == subject ? "" : ",") at \(time)"
            rest = [remark].compactMap { $0 } + details
        }
        return head + (rest.isEmpty ? "" : ": " + rest.joined(separator: "; "))
    }

    /// `Sunrise in Denver on 2026-11-21 at 06:46`: for missed events.
    var dated: String {
        let moment = "on \(rule.event.date(at: instant, in: localTime)) at \(time)"
        guard let alert = rule.alert else { return "\(subject) \(moment)" }
        return "Alert \(alert.name), \(alert.offset.words(around: alert.event))\(inPlace) \(moment)\(move)"
    }

    /// A note about where the bounds have moved the alert: `, moved to 07:00`, `, moved to 22:30 on 2026-06-19`.
    private var move: String {
        guard occurrence.movedFrom != nil else { return "" }
        let date = localTime.civilTime(at: occurrence.due).date
        let day = date == localTime.civilTime(at: instant).date ? "" : " on \(date)"
        return ", moved to \(localTime.timeOfDay(at: occurrence.due))\(day)"
    }

    /// Whether the event is still ahead, though it is announced noticeably late.
    var isLateAndAhead: Bool { age < .zero && now - occurrence.due >= Self.noticeablyLate }

    /// Whether the text says how late it is, in the past tense.
    var isLate: Bool { age >= Self.noticeablyLate }

    /// `Sunset in Denver`, `Polar night begins in Tromsø`, `Polar night began in Tromsø`, `June solstice`.
    private var subject: String {
        guard hasPlace, let name = place.name else { return happening.capitalizedFirst }
        // TRANSLATORS: Sunset in Denver; Polar night begins near Tromsø. Parentheses are fine: Sunset (near Denver)
        return words("{event} {where}", ["event": happening, "where": name.locationPhrase(in: words)]).capitalizedFirst
    }

    private var happening: String {
        switch rule.event {
        // TRANSLATORS: the title of a notification begins with it
        case .polar(.dayStart): isLate ? words("polar day began") : words("polar day begins")
        case .polar(.dayEnd): isLate ? words("polar day ended") : words("polar day ends")
        case .polar(.nightStart): isLate ? words("polar night began") : words("polar night begins")
        case .polar(.nightEnd): isLate ? words("polar night ended") : words("polar night ends")
        default: rule.event.displayName(in: words, on: place.observer.coordinate.hemisphere)
        }
    }

    /// The subject and its distance from now, unless that is too small to mention: `Sunset in Denver was 7 min ago`,
    /// `Sunset in Denver in 30 min`, `Polar night began in Tromsø 7 min ago`.
    private var headline: String {
        guard isLate || isLateAndAhead || age <= .seconds(-30) else { return subject }
        if let days = age.days { return headline(days: days) }
        let duration = age.formattedMinutes(in: words)
        if isLateAndAhead {
            // TRANSLATORS: Sunset in Denver in 12 min, at 16:37
            return words("{event} in {duration}, at {time}", ["event": subject, "duration": duration, "time": time])
        }
        let values: KeyValuePairs = ["event": subject, "duration": duration]
        if isLate {
            return rule.event.kind == .polar
                // TRANSLATORS: Polar night began in Tromsø 7 min ago
                ? words("{event} {duration} ago", values)
                // TRANSLATORS: Sunset in Denver was 7 min ago
                : words("{event} was {duration} ago", values)
        }
        // TRANSLATORS: Sunset in Denver in 30 min
        return words("{event} in {duration}", values)
    }

    /// The subject and its distance in days: `June solstice was 3 days ago`.
    private func headline(days: Int) -> String {
        let event: KeyValuePairs = ["event": subject]
        guard isLate else {
            // TRANSLATORS: June solstice in 3 days
            return words.plural("{event} in {count} day", "{event} in {count} days", count: days, event)
        }
        return rule.event.kind == .polar
            // TRANSLATORS: Polar night began in Tromsø 3 days ago
            ? words.plural("{event} {count} day ago", "{event} {count} days ago", count: days, event)
            // TRANSLATORS: June solstice was 3 days ago
            : words.plural("{event} was {count} day ago", "{event} was {count} days ago", count: days, event)
    }

    private var inPlace: String { place.name.map { " \($0.locationPhrase())" } ?? "" }

    private var remark: String? {
        guard case .solar(let event) = rule.event else { return nil }
        return seasonRemark(of: event)
    }

    /// The details of the event, except its time.
    private var details: [String] {
        switch rule.event {
        case .solar(.sunrise), .solar(.sunset): [daylightAndChange] + [whatComesAfter].compactMap { $0 }
        case .solar(let event) where SolarEvent.seasonal.contains(event): [daylightAndChange]
        case .polar: [whatComesAfter].compactMap { $0 }
        case .solarEclipse: eclipse.map { [$0.cover] + $0.details } ?? []
        case .solar, .zoneTransition: []
        }
    }

    /// The details for a notification, the most important one first.
    ///
    /// - Parameter marksTime: whether the time of the next event is the first one in the text.
    private func news(marksTime: Bool) -> [String] {
        switch rule.event {
        case .solar(.sunrise), .solar(.sunset):
            if let next = next(marksTime: marksTime) {
                [special ?? changeOfDaylight, next, length].compactMap { $0 }
            } else {
                [whatComesAfter, special ?? changeOfDaylight, length].compactMap { $0 }
            }
        case .solar(let event) where SolarEvent.seasonal.contains(event):
            [changeOfDaylight, length].compactMap { $0 }
        default: details
        }
    }

    /// What the day is in the year: `the earliest sunset of the year`; nil on an ordinary day.
    private var special: String? {
        occurrence.specialDay(at: place, localTime: localTime)?.description(in: words)
    }

    /// `1 min 52 s less daylight than yesterday`; nil if there is no daylight on either day.
    private var changeOfDaylight: String? {
        daylight == .zero && change == .zero ? nil : change.daylightComparedToYesterday(in: words)
    }

    /// `9 h 54 min of daylight`.
    private var length: String {
        daylight == .zero
            ? words("no daylight")
            : words("{daylight} of daylight", ["daylight": daylight.formattedDaylight(in: words)])
    }

    private var daylightAndChange: String { day.daylightAndChange(at: place.observer, in: words) }

    var daylight: Duration { day.shownDaylight }

    var change: Duration { day.changeOfDaylight(at: place.observer) }

    private var day: SolarDay { Sun.day(containing: instant, at: place.observer) }

    /// The sunset after a sunrise, or the reverse, unless it is days ahead: `sunset 16:41`.
    private func next(marksTime: Bool) -> String? {
        guard let (event, instant) = opposite, isSoon(instant) else { return nil }
        let time = words.quantity(localTime.timeOfDay(at: instant))
        return words(
            "{event} {time}", ["event": event.displayName(in: words), "time": marksTime ? marked(time) : time])
    }

    /// The end of this day or night, which can be months ahead near the poles.
    private var whatComesAfter: String? {
        guard let (event, instant) = opposite else { return nil }
        if isSoon(instant) { return event.moment(at: instant, localTime: localTime, in: words) }
        return words.stay(event == .sunset ? .above : .below, until: date(at: instant))
    }

    /// The event that ends this day or night.
    private var opposite: (SolarEvent, Instant)? {
        let rising =
            [.solar(.sunrise), .polar(.dayStart), .polar(.nightEnd)].contains(rule.event)
        let event: SolarEvent = rising ? .sunset : .sunrise
        return Sun.nextOccurrence(of: event, after: instant, at: place.observer).instant.map { (event, $0) }
    }

    private func isSoon(_ next: Instant) -> Bool { next - instant < SolarEvent.nextIsSoon }

    func date(at instant: Instant) -> String { shown(localTime.civilTime(at: instant).date) }

    func shown(_ date: CivilDate) -> String {
        date.formatted(relativeTo: localTime.civilTime(at: now).date, in: words)
    }
}

extension SolarDay {
    /// The daylight to show, everywhere. On a day without night, this is 24 hours, although the length of a solar day
    /// differs by some seconds.
    package var shownDaylight: Duration { isPolarDay ? .seconds(86_400) : min(daylight, .seconds(86_400)) }

    /// How much longer the daylight to show is than on another day.
    package func daylightChange(since other: SolarDay) -> Duration { shownDaylight - other.shownDaylight }

    /// Whether the Sun stays up all day.
    package var isPolarDay: Bool { if case (.never(.above), .never) = (sunrise, sunset) { true } else { false } }
    /// Whether the Sun stays down all day.
    package var isPolarNight: Bool { if case (.never(.below), .never) = (sunrise, sunset) { true } else { false } }
}

extension AnnouncementText {
    /// What an equinox or a solstice means at the place: `the longest day of the year`; nil for any other event.
    func seasonRemark(of event: SolarEvent) -> String? {
        let isNorth = place.observer.coordinate.hemisphere == .northern
        switch event {
        case .marchEquinox: return equinoxRemark(isSpring: isNorth)
        case .septemberEquinox: return equinoxRemark(isSpring: !isNorth)
        case .juneSolstice: return solsticeRemark(isSummer: isNorth)
        case .decemberSolstice: return solsticeRemark(isSummer: !isNorth)
        default: return nil
        }
    }

    private func equinoxRemark(isSpring: Bool) -> String {
        // TRANSLATORS: astronomical spring, after the name of the equinox: March equinox: spring begins
        if isSpring { return isLate ? words("spring has begun") : words("spring begins") }
        return isLate ? words("autumn has begun") : words("autumn begins")
    }

    private func solsticeRemark(isSummer: Bool) -> String? {
        let day = Sun.day(containing: instant, at: place.observer)
        // Near the poles, many days are as long as the day of the solstice.
        switch (isSummer, day.sunrise, day.sunset) {
        // TRANSLATORS: the day in the middle of the weeks without sunset, after the name of the solstice
        case (true, .never(.above), .never(.above)): return words("the middle of the polar day")
        case (false, .never(.below), .never(.below)): return words("the middle of the polar night")
        default:
            // Before midnight, the solstice may belong to the solar day of the next date.
            guard localTime.civilTime(at: day.noon).date == localTime.civilTime(at: instant).date else { return nil }
            return SpecialDay(ofSolsticeIn: day, at: place.observer)?.description(in: words)
        }
    }
}

extension SpecialDay {
    package func description(in words: Localizer) -> String {
        switch self {
        case .longestDay: words("the longest day of the year")
        case .shortestDay: words("the shortest day of the year")
        // TRANSLATORS: a notification at sunrise or sunset begins with it: at most 40 columns
        case .earliestSunrise: words("the earliest sunrise of the year")
        // TRANSLATORS: a notification at sunrise or sunset begins with it: at most 40 columns
        case .latestSunrise: words("the latest sunrise of the year")
        // TRANSLATORS: a notification at sunrise or sunset begins with it: at most 40 columns
        case .earliestSunset: words("the earliest sunset of the year")
        // TRANSLATORS: a notification at sunrise or sunset begins with it: at most 40 columns
        case .latestSunset: words("the latest sunset of the year")
        }
    }
}

extension SolarDay {
    /// The difference from the day before, computed from the daylight as shown.
    func changeOfDaylight(at observer: Observer) -> Duration {
        daylightChange(since: Sun.day(containing: start - .seconds(1), at: observer))
    }

    /// `9 h 54 min of daylight, 1 min 52 s less than yesterday`.
    package func daylightAndChange(at observer: Observer, in words: Localizer) -> String {
        let difference = changeOfDaylight(at: observer)
        let (length, change) = (shownDaylight.formattedDaylight(in: words), difference.comparedToYesterday(in: words))
        guard shownDaylight == .zero else {
            // TRANSLATORS: 9 h 54 min of daylight, 1 min 52 s less than yesterday
            return words("{daylight} of daylight, {change}", ["daylight": length, "change": change])
        }
        // TRANSLATORS: no daylight, 12 min less than yesterday
        return difference == .zero ? words("no daylight") : words("no daylight, {change}", ["change": change])
    }
}

extension Localizer {
    /// How long the Sun stays up, or when it rises again: `the Sun stays up until 26 July`; without the date if that is
    /// not known.
    package func stay(_ side: Sun.Side, until date: String? = nil) -> String {
        guard let date else {
            // TRANSLATORS: a note about a day near a pole, or a sentence, whose first letter becomes a capital
            return side == .above ? self("the Sun stays up") : self("the Sun stays down")
        }
        // TRANSLATORS: the last part of a notification, or a sentence, whose first letter becomes a capital
        return side == .above
            ? self("the Sun stays up until {date}", ["date": date])
            : self("the Sun next rises on {date}", ["date": date])
    }
}
