// SPDX-License-Identifier: MIT
import Configuration
import Gazetteer
import Solar
import Tracker
import Wording

/// One line about the day with placeholders, for a panel: `{next} {time}`. The values are in the language of the day.
struct TodayTemplate: Hashable, Sendable {
    enum Word: String, Hashable, Sendable, CaseIterable {
        /// The next sunrise or sunset: `sunset`.
        case next
        /// The time of the next event: `16:40`, or `26 July` if it is more than a day away.
        case time
        /// The time until the next event, which changes each minute: `2 h 13 min`; from two days on, `113 days`.
        case remaining = "in"
        case sunrise
        case sunset
        /// The current light: `day`, `civil`, `nautical`, `astronomical` or `night`.
        case light
        /// The phase, as defined in the settings or set manually: `day` or `night`.
        case phase
        case daylight
        /// The change since the previous day: `1 min 42 s less than yesterday`.
        case change
        /// The name of the place, or its coordinates if it has no name.
        case place
    }

    enum Invalid: Error, Hashable, CustomStringConvertible {
        /// It is empty, or contains control characters.
        case notALine
        /// A placeholder is unknown, or a brace is not closed.
        case template(InvalidTemplate)

        var description: String {
            switch self {
            case .notALine: "a template must be one line of text without control characters"
            case .template(let error):
                "\(error.problem); \(Self.similar(to: error) ?? error.remedy(page: "suntracker(1)"))"
            }
        }

        private static func similar(to error: InvalidTemplate) -> String? {
            guard case .unknown(let name) = error else { return nil }
            return Word.allCases.map(\.rawValue).nearest(to: name).map { "did you mean {\($0)}?" }
        }
    }

    /// The substitute for a value that does not exist, such as the sunrise on a polar day.
    private static let none = "\u{2013}"

    private let parts: [TemplatePart<Word>]

    /// Parses a template. `{{` stands for a brace.
    init(_ text: String) throws(Invalid) {
        guard !text.isEmpty, !text.hasControlCharacter else {
            throw .notALine
        }
        do throws(InvalidTemplate) {
            parts = try TemplatePart.parts(of: text)
        } catch {
            throw .template(error)
        }
    }

    func has(_ word: Word) -> Bool { parts.contains(.placeholder(word)) }

    /// Whether it contains no placeholder, so its text never changes.
    var isConstant: Bool { !parts.contains { if case .placeholder = $0 { true } else { false } } }

    func line(for today: Today) -> String {
        parts.filled { (word: Word) in today.value(of: word) ?? Self.none }
    }
}

extension Today {
    fileprivate func value(of word: TodayTemplate.Word) -> String? {
        switch word {
        case .next: next?.event.displayName(in: words)
        case .time: next.map { relativeTime.glance(at: $0.instant).text }
        case .remaining: next.map { relativeTime.remaining(until: $0.instant).text }
        case .sunrise: day.sunrise.instant.map(relativeTime.moment)
        case .sunset: day.sunset.instant.map(relativeTime.moment)
        case .light: isWholeDay ? nil : light.shortName(in: words)
        case .phase: phase?.displayName(in: words)
        case .daylight: chartDay.daylightText(in: words)
        case .change: change.comparedToYesterday(in: words)
        case .place: place.name?.text(in: words) ?? place.nameAndPosition(in: words)
        }
    }
}

extension Today {
    /// The object for a custom module of Waybar (waybar-custom(5), "return-type"), which parses `text` and `tooltip` as markup:
    ///
    /// - `text`: the next sunrise or sunset: `16:39`, or `26 July` if it is more than a day away;
    /// - `alt`, for `format-icons`: `sunrise` or `sunset`; `none` if there is neither within a year;
    /// - `tooltip`: the next event, the facts of the day, the date and the place, one line each;
    /// - `class`, for style sheets: the light, `day`, `civil`, `nautical`, `astronomical` or `night`, and the phase,
    ///   `phase-day` or `phase-night`, as defined in the settings or set manually;
    /// - `percentage`: the elapsed part of the day or night in percent, 0 to 95, in steps of 5.
    var waybar: JSONObject {
        let facts = facts(isForNow: false).map { fact in
            // TRANSLATORS: Daylight: 9 h 49 min
            words("{label}: {text}", ["label": fact.name, "text": words.list(fact.parts)])
        }
        let lines = [standingHeadline] + facts + [words.list(dateParts), place.heading(in: words)]
        return [
            "text": next.map { relativeTime.glance(at: $0.instant).text.escapedForMarkup } ?? "–",
            "alt": next?.event.name ?? "none", "tooltip": lines.joined(separator: "\n").escapedForMarkup,
            "class": [light.rawValue] + (phase.map { ["phase-" + $0.rawValue] } ?? []),
            "percentage": Int(progress?.twentieths ?? 0) * 5,
        ]
    }

    /// The elapsed part of the day or night in twentieths, and the instant of the next twentieth; nil if there is no sunrise
    /// or sunset within a year before or after now.
    var progress: (twentieths: Int64, next: Instant)? {
        // The search is strictly before its bound, and an event at this instant has already occurred.
        let last = Sun.previousOccurrence(
            ofAny: [.sunrise, .sunset], before: relativeTime.now + .microseconds(1), at: place.observer)
        guard let last, let next else { return nil }
        let length = (next.instant - last.instant).microseconds
        let twentieths = (relativeTime.now - last.instant).microseconds * 20 / length
        return (twentieths, last.instant + .microseconds(((twentieths + 1) * length + 19) / 20))
    }
}

/// A line about the day, with the instants at which it changes.
struct TodayWatch: WatchedLine {
    let place: Place
    let localTime: any LocalTime
    let form: Form
    var words = Localizer.english
    var phase: CurrentPhase?

    enum Form: Hashable, Sendable {
        case waybar
        /// One line of JSON. Values that change continuously (`now`, `altitude`) do not cause a new line.
        case json
        case template(TodayTemplate)
        /// The whole text on a terminal, with these means to draw the bar.
        case screen(DayBar.Ink?)
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
        case .screen(let ink): today.text(columns: WindowSize.usual.columns, ink: ink)
        }
    }

    func screen(at now: Instant, in window: WindowSize) -> [String]? {
        guard case .screen(let ink) = form else { return nil }
        let text = today(at: now).text(columns: window.columns, ink: ink)
        // TRANSLATORS: below a view on the terminal: the key that leaves it. The key stays q
        let key = StyledText(words("q quit"), .faint)
        var depth = ColourDepth.none
        if case .colours(let colours) = ink { depth = colours }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.prefix(window.rows - 1) + [key.escaped(depth)]
    }

    func content(at now: Instant) -> String? { content(of: today(at: now)) }

    private func content(of today: Today) -> String? {
        guard form == .json else { return try? line(for: today) }
        let facts = today.facts(isForNow: false).flatMap { [$0.name] + $0.parts }
        return ([today.date.description, place.heading(in: words), today.standingHeadline] + facts).joined(
            separator: "\n")
    }

    func nextChange(after now: Instant) -> Instant {
        if case .template(let template) = form, template.isConstant { return .latest }
        if case .screen = form { return min(nextPossibleChange(of: today(at: now)), now + .seconds(60)) }
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
        case .screen: instants.append(next.map { relativeTime.remaining(until: $0).end })
        case .json: break
        }
        return instants.compactMap(\.self).filter { $0 > now }.min() ?? .latest
    }

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
