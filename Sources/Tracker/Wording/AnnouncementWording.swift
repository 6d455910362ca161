public import Solar

/// The texts of an occurrence, at a moment and in the reader's time zone and locale.
struct AnnouncementText {
    let occurrence: Occurrence
    let place: Place
    let localTime: any LocalTime
    let now: Instant

    /// An announcement later than this says how late it is.
    static let noticeablyLate = Duration.seconds(60)

    var rule: Rule { occurrence.rule }
    /// When the event happens.
    var instant: Instant { occurrence.eventInstant }
    /// The time since the event; negative before it.
    var age: Duration { now - instant }
    var time: String { localTime.timeOfDay(at: instant) }

    /// The first line: `Sunrise in Denver`, `Sunset in Denver was 7 min ago`, `Polar night begins in Tromsø`, `Polar night
    /// began in Tromsø 7 min ago`, or the title of an alert.
    var summary: String {
        if let title = rule.alert?.title {
            let lateness = now - occurrence.due
            let late = lateness < Self.noticeablyLate ? "" : " (\(lateness.formattedMinutes) late)"
            return filled(title) + late
        }
        if rule.event == .zoneTransition { return clockChange.summary }
        return [subject + distance, remark].compactMap { $0 }.joined(separator: ": ")
    }

    /// The text below: `06:46 · sunset at 16:41 · 9 h 54 min of daylight, 1 min 52 s less than yesterday`. What matters
    /// most comes first: servers cut off the end.
    var body: String { plainBody.withUnbrokenQuantities }

    private var plainBody: String {
        if let body = rule.alert?.body { return filled(body) }
        if rule.event == .zoneTransition { return clockChange.details.joined(separator: " · ") }
        return ([time] + details.reversed()).joined(separator: " · ")
    }

    /// The texts of the popup for hooks, by the names of their variables: without the characters that lay a popup out.
    var hookVariables: [String: String] {
        ["SUNTRACKER_SUMMARY": summary.printable, "SUNTRACKER_BODY": plainBody.printable]
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
            head = "\(subject)\(distance)\(distance.isEmpty ? "" : ",") at \(time)"
            rest = [remark].compactMap { $0 } + details
        }
        return head + (rest.isEmpty ? "" : ": " + rest.joined(separator: "; "))
    }

    /// `Sunrise in Denver on 2026-11-21 at 06:46`: for missed events.
    var dated: String {
        let moment = "on \(localTime.civilTime(at: instant).date) at \(time)"
        guard let alert = rule.alert else { return "\(subject) \(moment)" }
        return "Alert \(alert.name), \(alert.offset.words(around: alert.event))\(inPlace) \(moment)\(move)"
    }

    /// Where the bounds of the alert have moved it: `, moved to 07:00`, `, moved to 22:30 on 2026-06-19`.
    private var move: String {
        guard occurrence.isMoved else { return "" }
        let date = localTime.civilTime(at: occurrence.due).date
        let day = date == localTime.civilTime(at: instant).date ? "" : " on \(date)"
        return ", moved to \(localTime.timeOfDay(at: occurrence.due))\(day)"
    }

    /// Whether the text says how late it is, in the past tense.
    var isLate: Bool { age >= Self.noticeablyLate }

    /// `Sunset in Denver`, `Polar night begins in Tromsø`, `Polar night began in Tromsø`, `June solstice`.
    private var subject: String {
        switch rule.event {
        case .polar(.dayStart): "Polar day \(isLate ? "began" : "begins")" + inPlace
        case .polar(.dayEnd): "Polar day \(isLate ? "ended" : "ends")" + inPlace
        case .polar(.nightStart): "Polar night \(isLate ? "began" : "begins")" + inPlace
        case .polar(.nightEnd): "Polar night \(isLate ? "ended" : "ends")" + inPlace
        default: rule.event.capitalizedDisplayName + (rule.event.kind == .daily ? inPlace : "")
        }
    }

    private var inPlace: String { place.name.map { " \($0.locationPhrase)" } ?? "" }

    /// The distance from now, unless it is too small to mention: ` was 7 min ago`, ` in 30 min`; ` 7 min ago` after a
    /// subject that has a verb.
    private var distance: String {
        if isLate { return (rule.event.kind == .polar ? " " : " was ") + "\(age.formattedDistance) ago" }
        return age > .seconds(-30) ? "" : " in \(age.formattedDistance)"
    }

    private var remark: String? {
        guard case .solar(let event) = rule.event else { return nil }
        return seasonRemark(of: event)
    }

    /// The details of the event besides its time.
    private var details: [String] {
        switch rule.event {
        case .solar(.sunrise), .solar(.sunset): [daylightAndChange] + [whatComesAfter].compactMap { $0 }
        case .solar(let event) where SolarEvent.seasonal.contains(event): [daylightAndChange]
        case .polar: [whatComesAfter].compactMap { $0 }
        case .solar, .zoneTransition: []
        }
    }

    private var daylightAndChange: String {
        let (length, change) = (daylight, change)
        let amount = length == .zero ? "no daylight" : "\(length.formattedDaylight) of daylight"
        return length == .zero && change == .zero ? amount : "\(amount), \(change.comparedToYesterday)"
    }

    var daylight: Duration { day.shownDaylight }

    var change: Duration {
        let today = day
        let yesterday = Sun.day(containing: today.start - .seconds(1), at: place.observer)
        return today.shownDaylight - yesterday.shownDaylight
    }

    private var day: SolarDay { Sun.day(containing: instant, at: place.observer) }

    /// The end of this day or night, which near the poles is months ahead.
    private var whatComesAfter: String? {
        let rising =
            [.solar(.sunrise), .polar(.dayStart), .polar(.nightEnd)].contains(rule.event)
        let opposite: SolarEvent = rising ? .sunset : .sunrise
        guard
            case .occurs(let next) = Sun.nextOccurrence(of: opposite, after: instant, at: place.observer)
        else { return nil }
        // A day and a night together take 24 hours, give or take some minutes, more near the poles.
        if next - instant < .seconds(30 * 3600) {
            return "\(opposite.name) at \(localTime.timeOfDay(at: next))"
        }
        let date = localTime.civilTime(at: next).date.formatted(relativeTo: localTime.civilTime(at: now).date)
        return rising ? "the Sun stays up until \(date)" : "the Sun next rises on \(date)"
    }
}

extension SolarDay {
    /// The daylight to show: 24 hours on a day without night, although the solar day differs from that by seconds.
    fileprivate var shownDaylight: Duration {
        if case (.never(.above), .never(.above)) = (sunrise, sunset) { return .seconds(86_400) }
        return min(daylight, .seconds(86_400))
    }
}

extension SolarEvent {
    /// The event as it is named at the start of a sentence: `Sunrise`, `Civil dawn`, `Sun rising through -4.5°`.
    public var capitalizedDisplayName: String { AnnouncedEvent.solar(self).capitalizedDisplayName }
}

extension CivilDate {
    /// `26 January`, with the year if it differs from that of `today`.
    public func formatted(relativeTo today: CivilDate) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let (year, month, day) = components
        return "\(day) \(months[month - 1])" + (year == today.year ? "" : " \(year)")
    }
}

extension Duration {
    /// A change of daylight: `1 min 52 s less than yesterday`, `as long as yesterday`.
    public var comparedToYesterday: String {
        let change = formatted
        if change == "0 s" { return "as long as yesterday" }
        return "\(change) \(self < .zero ? "less" : "more") than yesterday"
    }
}

extension AnnouncementText {
    /// What an equinox or a solstice means at the place: `the longest day of the year`; nil for any other event.
    func seasonRemark(of event: SolarEvent) -> String? {
        let isNorth = place.observer.coordinate.latitude.degrees >= 0
        let begins = isLate ? "has begun" : "begins"
        switch event {
        case .marchEquinox: return "\(isNorth ? "spring" : "autumn") \(begins)"
        case .septemberEquinox: return "\(isNorth ? "autumn" : "spring") \(begins)"
        case .juneSolstice: return solsticeRemark(isSummer: isNorth)
        case .decemberSolstice: return solsticeRemark(isSummer: !isNorth)
        default: return nil
        }
    }

    private func solsticeRemark(isSummer: Bool) -> String {
        let day = Sun.day(containing: instant, at: place.observer)
        // Near the poles many days are as long as that of the solstice.
        switch (isSummer, day.sunrise, day.sunset) {
        case (true, .never(.above), .never(.above)): return "the middle of the polar day"
        case (false, .never(.below), .never(.below)): return "the middle of the polar night"
        case (true, _, _): return "the longest day of the year"
        case (false, _, _): return "the shortest day of the year"
        }
    }
}

/// The texts of a change of the clocks.
struct ClockChangeText {
    /// The first instant with the new offset.
    let instant: Instant
    let localTime: any LocalTime
    let now: Instant

    /// `The clocks go forward 1 h on Sunday`, `The clocks went back 1 h on 25 October`.
    var summary: String {
        guard let shift else { return "The clocks \(hasHappened ? "changed" : "change") \(day)" }
        let verb = hasHappened ? "went" : "go"
        return "The clocks \(verb) \(shift < .zero ? "back" : "forward") \(shift.formattedMinutes) \(day)"
    }

    /// `Sunday 29 March at 02:00` and `it is 03:00 then`.
    var details: [String] {
        // A day earlier, the time of day still has the old offset.
        let oldTime = localTime.timeOfDay(at: instant - .seconds(86_400))
        let date = date.formatted(relativeTo: localTime.civilTime(at: now).date)
        return [
            "\(self.date.dayName) \(date) at \(oldTime)",
            "it \(hasHappened ? "was" : "is") \(localTime.timeOfDay(at: instant)) then",
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
        return "on " + ((-6...6).contains(distance) ? date.dayName : date.formatted(relativeTo: today))
    }
}

extension AnnouncementText {
    var clockChange: ClockChangeText { ClockChangeText(instant: instant, localTime: localTime, now: now) }
}
