import Solar
import Tracker
import Wording

/// A line about the day, with the instants at which it changes.
struct TodayWatch: WatchedLine {
    let place: Place
    let localTime: any LocalTime
    let form: Form
    /// The language of the texts.
    var words = Localizer.english
    var phase: CurrentPhase?

    enum Form: Hashable, Sendable {
        /// One line for Waybar.
        case waybar
        /// One line of JSON. Values that change continuously (`now`, `altitude`) do not cause a new line.
        case json
        /// One line from a template.
        case template(TodayTemplate)
    }

    func line(at now: Instant) throws -> String {
        try line(for: today(at: now))
    }

    private func today(at now: Instant) -> Today {
        var today = Today(at: place, now: now, localTime: localTime, in: words)
        today.phase = phase?.span(at: now).phase
        return today
    }

    private func line(for today: Today) throws -> String {
        switch form {
        case .waybar: try today.waybar.jsonText(inOneLine: true)
        case .json: try today.json(inOneLine: true)
        case .template(let template): template.line(for: today)
        }
    }

    func content(at now: Instant) -> String? { content(of: today(at: now)) }

    private func content(of today: Today) -> String? {
        guard form == .json else { return try? line(for: today) }
        let facts = today.facts(.untilNext).flatMap { [$0.name] + $0.parts }
        return ([today.date.description, place.heading(in: words), today.standingHeadline] + facts).joined(
            separator: "\n")
    }

    func nextChange(after now: Instant) -> Instant {
        if case .template(let template) = form, template.isConstant { return .latest }
        var (instant, today) = (now, today(at: now))
        let content = content(of: today)
        // Every form except a template contains the date, so the loop ends at midnight at the latest. Near the poles,
        // the line of a template can stay the same for months. After `.latest`, nothing changes.
        let end = min(.latest, now + Self.longestSearch)
        while instant < end {
            instant = nextPossibleChange(of: today)
            today = self.today(at: instant)
            if self.content(of: today) != content { break }
        }
        return instant
    }

    /// The length of a search for the next change. A further search continues from its end.
    private static let longestSearch = Duration.seconds(200 * 86_400)

    /// The first instant at which the content may change. It does not change earlier.
    private func nextPossibleChange(of today: Today) -> Instant {
        let now = today.relativeTime.now
        let midnight = nextMidnight(after: now, on: today.date)
        let afterNow = now + .microseconds(1)
        let event = Sun.occurrences(of: events, in: afterNow..<max(afterNow, midnight), at: place.observer).first
        let (next, relativeTime) = (today.next?.instant, today.relativeTime)
        var instants = [midnight, localTime.nextZoneTransition(after: now, before: midnight)?.instant, event?.instant]
        instants.append(phase?.span(at: now).validUntil)
        switch form {
        case .waybar: instants += [next.map { relativeTime.glance(at: $0).end }, today.progress?.next]
        case .template(let template):
            instants.append(next.map { relativeTime.glance(at: $0).end })
            if template.has(.remaining) { instants.append(next.map { relativeTime.remaining(until: $0).end }) }
        case .json: break
        }
        return instants.compactMap(\.self).filter { $0 > now }.min() ?? .latest
    }

    /// The events that can change the content.
    private var events: [SolarEvent] {
        if case .template(let template) = form, !template.has(.light) { return [.sunrise, .sunset, .solarMidnight] }
        return Self.events
    }

    /// The events that change the light, and solar midnight, which begins a new solar day.
    private static let events =
        DayPhase.allCases.compactMap(\.bounds).flatMap { [$0.dawn, $0.dusk] } + [SolarEvent.solarMidnight]

    /// The start of the next date that exists. Some time zones have skipped dates.
    private func nextMidnight(after now: Instant, on date: CivilDate) -> Instant {
        (1...3).lazy.map { localTime.start(of: date.adding(days: $0)) }.first { $0 > now } ?? .latest
    }
}
