// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// The picture, the tooltip and the menu of the status icon at a moment.
package struct PanelContent: Equatable, Sendable {
    /// The picture of the icon: the phase (`[Phases]`).
    package enum Picture: Equatable, Sendable, CaseIterable {
        case day
        case night
        /// Neither a phase nor a place is known.
        case unknown
    }

    package let picture: Picture
    /// The title of the tooltip, in two lines: `Sunday 22 November in Denver`, `Sunrise 06:52 · Sunset 16:39`. LXQt
    /// shows nothing else of the tooltip.
    ///
    /// It contains the date. The service does not wake up at midnight, so a panel that keeps the text may show the
    /// previous day's.
    package let title: String
    /// The lines of the tooltip below: `9 h 47 min of daylight, 1 min 42 s less than yesterday`.
    package let lines: [String]
    package let menu: [PanelMenuItem]

    package init(
        at now: Instant, place: Place?, localTime: any LocalTime, phase: PhaseSpan? = nil, in words: Localizer
    ) {
        let words = words.formatted(for: .title)
        // TRANSLATORS: {phase} is "day" or "night"
        let override = [phase].compactMap { $0 }.filter(\.isSetManually).map { phase in
            words("{phase}, set manually", ["phase": phase.phase.displayName(in: words)]).capitalizedFirst
        }
        let facts: [String]
        var next: Sun.Occurrence?
        if let place {
            let text = PanelText(at: now, place: place, localTime: localTime, words: words)
            next = Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: place.observer)
            // At the exact microsecond of a sunset, the altitude of the Sun still counts as day.
            let isDay = next.map { $0.event == .sunset } ?? (DayPhase(at: now, for: place.observer) == .day)
            picture = phase.map { $0.phase == .day } ?? isDay ? .day : .night
            title = ([text.heading] + [text.moments(of: [.sunrise, .sunset]).joined(separator: " · ")])
                .filter { !$0.isEmpty }.joined(separator: "\n")
            lines = text.rest + override
            let moments = text.moments(of: [.civilDawn, .sunrise, .solarNoon, .sunset, .civilDusk])
            facts =
                [next.map(text.countdown), text.heading].compactMap { $0 } + moments + lines + place.remedy(in: words)
        } else {
            picture = phase.map { $0.phase == .day ? .day : .night } ?? .unknown
            title = words("No place is known")
            // TRANSLATORS: a place
            lines = override + [words("Choose one with: {command}", ["command": "suntracker place NAME"])]
            facts = [title] + override
        }
        menu = PanelMenuItem.menu(
            facts: facts, preview: next?.event.name, other: phase?.phase.other,
            hasPlace: place != nil, in: words)
    }
}

/// What the user can do in the panel.
package enum PanelAction: Equatable, Sendable {
    case showDaylight
    /// Show a preview of the notification of the event with that name.
    case preview(String)
    case setPhase(Phase)
    case openSettings
}

package struct PanelMenuItem: Equatable, Sendable {
    package enum Role: Equatable, Sendable {
        case separator
        case action(PanelAction)
    }

    /// The number of the item. It always stands for the same role and position in the menu. The menu itself is 0.
    package let number: Int32
    /// The text.
    package let label: String
    /// What it is.
    package let role: Role

    private static let firstAction: Int32 = 100

    /// The menu: the facts, and then the actions. A fact is not a disabled item, which panels draw in a pale grey; it opens
    /// the page, as a click on the icon does.
    static func menu(
        facts: [String], preview event: String?, other phase: Phase?, hasPlace: Bool, in words: Localizer
    ) -> [PanelMenuItem] {
        var actions: [(offset: Int32, label: String, PanelAction)] = []
        // TRANSLATORS: in a menu
        if hasPlace { actions.append((1, words("Show the Daylight"), .showDaylight)) }
        if let event { actions.append((2, words("Preview the Next Notification"), .preview(event))) }
        if let phase {
            actions.append((4, phase == .day ? words("Switch to Day") : words("Switch to Night"), .setPhase(phase)))
        }
        actions.append((3, words("Open the Settings File"), .openSettings))
        let onFact = PanelMenuItem.Role.action(hasPlace ? .showDaylight : .openSettings)
        return zip(1..., facts).map { PanelMenuItem(number: $0, label: $1, role: onFact) }
            + [PanelMenuItem(number: firstAction, label: "", role: .separator)]
            + actions.map { PanelMenuItem(number: firstAction + $0.offset, label: $0.label, role: .action($0.2)) }
    }
}

private struct PanelText {
    private let now: Instant
    private let place: Place
    private let localTime: any LocalTime
    private let words: Localizer
    private let shown: ShownDay

    init(at now: Instant, place: Place, localTime: any LocalTime, words: Localizer) {
        (self.now, self.place, self.localTime, self.words) = (now, place, localTime, words)
        shown = ShownDay(at: now, for: place.observer, localTime: localTime)
    }

    /// The next sunrise or sunset: `Sunset in 2 h 12 min, at 16:37`; from 30 hours on, `Sunrise on 15 January`. The menu
    /// contains it, because panels ask for the menu when it is opened; the tooltip would become wrong.
    func countdown(to next: Sun.Occurrence) -> String {
        let event = next.event.capitalizedDisplayName(in: words)
        guard next.instant - now < SolarEvent.nextIsSoon else {
            return next.event.next(
                event, at: next.instant, after: now, now: now, localTime: localTime, in: words)
        }
        return words(
            "{event} in {duration}, at {time}",
            [
                "event": event, "duration": (next.instant - now).formattedMinutes(in: words),
                "time": words.quantity(localTime.timeOfDay(at: next.instant)),
            ])
    }

    /// `Sunday 22 November in Denver`.
    var heading: String {
        // TRANSLATORS: a title: Saturday 21 November in Denver
        words(
            "{weekday} {date} {where}",
            [
                "weekday": shown.date.dayName(in: words),
                "date": shown.date.formatted(relativeTo: shown.date, in: words),
                "where": place.phrase(in: words),
            ]
        ).capitalizedFirst
    }

    /// `Sunrise 06:47`; `Sunset 00:31 on 26 July` if it is not on the date of the heading.
    func moments(of events: [SolarEvent]) -> [String] {
        Sun.occurrences(of: events, in: shown.day.start..<shown.day.end, at: place.observer).map { occurrence in
            let date = localTime.civilTime(at: occurrence.instant).date
            let event = occurrence.event.capitalizedDisplayName(in: words)
            let time = words.quantity(localTime.timeOfDay(at: occurrence.instant))
            // TRANSLATORS: Sunset 16:41
            guard date != shown.date else { return words("{event} {time}", ["event": event, "time": time]) }
            // TRANSLATORS: Sunset 00:31 on 26 July
            return words(
                "{event} {time} on {date}",
                ["event": event, "time": time, "date": date.formatted(relativeTo: shown.date, in: words)])
        }
    }

    /// The daylight, how long the Sun stays up or down, and the time zone if the place is in another one.
    var rest: [String] {
        let zone = words("times in time zone {zone}", ["zone": localTime.zoneDescription(at: now)]).capitalizedFirst
        return [daylight, stay].compactMap { $0 } + (shown.isElsewhere ? [zone] : [])
    }

    /// `9 h 53 min of daylight, 1 min 42 s less than yesterday`; nil if there is no daylight.
    private var daylight: String? {
        guard shown.day.daylight != .zero else { return nil }
        guard stay == nil else {
            return words("{daylight} of daylight", ["daylight": shown.day.shownDaylight.formattedDaylight(in: words)])
        }
        return shown.day.daylightAndChange(at: place.observer, in: words)
    }

    /// `The Sun stays up until 26 July`; nil on a day with a sunrise or a sunset.
    private var stay: String? {
        guard case (.never(let side), .never) = (shown.day.sunrise, shown.day.sunset) else { return nil }
        let end: SolarEvent = side == .above ? .sunset : .sunrise
        let date = Sun.nextOccurrence(of: end, after: shown.day.noon, at: place.observer).instant.map {
            localTime.civilTime(at: $0).date.formatted(relativeTo: shown.date, in: words)
        }
        return words.stay(side, until: date).capitalizedFirst
    }
}

/// Keeps what the panels were last sent of the status icon, and finds what to send next.
///
/// Everything is computed when a panel asks. Changes are signalled when the service is awake anyway: at a sunrise or
/// sunset, after a change of the place or the settings, and when a panel is about to show the menu.
package struct PanelItem: Sendable {
    /// A change to signal.
    package enum News: Equatable, Sendable {
        case picture
        case toolTip
        case labels([PanelMenuItem])
        /// The menu consists of other items. The value is its new revision.
        case layout(UInt32)
    }

    /// The revision of the menu, which increases when the items change.
    package private(set) var revision: UInt32 = 1
    private var sent: PanelContent?

    /// A status icon that has not been sent to any panel.
    package init() {}

    package func isMenuNews(_ content: PanelContent) -> Bool {
        guard let sent else { return false }
        return !sent.menu.elementsEqual(content.menu) { $0.number == $1.number && $0.label == $1.label }
    }

    /// What to signal to the panels. Nothing is signalled the first time, because panels read everything about a new
    /// icon.
    package mutating func update(to content: PanelContent) -> [News] {
        defer { sent = content }
        guard let sent, sent != content else { return [] }
        var news: [News] = []
        if content.picture != sent.picture { news.append(.picture) }
        if content.title != sent.title || content.lines != sent.lines || content.picture != sent.picture {
            news.append(.toolTip)
        }
        if content.menu.map(\.number) != sent.menu.map(\.number) {
            revision &+= 1
            news.append(.layout(revision))
        } else if isMenuNews(content) {
            news.append(.labels(zip(content.menu, sent.menu).filter { $0.label != $1.label }.map(\.0)))
        }
        return news
    }
}
