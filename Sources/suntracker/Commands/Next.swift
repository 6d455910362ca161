// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Glibc
import Solar
import Tracker
import Wording

struct NextCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show when events and alerts occur next.",
        usage: "suntracker [next] [<event> ...] [<time>] [<place>] [<options>]",
        discussion: [
            "With one event or alert, shows its time, and in a pipe only the time; the word next can be left out. With a "
                + "day, shows the time on that day:",
            "  suntracker sunset\n"
                + "  suntracker sunrise tomorrow\n"
                + "  suntracker dusk 24 dec Tokyo",
            EventSelection.explanation + " " + EventSelection.alerts,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "The events and alerts (default: all), a day or a time (default: now), and a place.", valueName: "words"))
    var words: [String] = []

    @Flag(help: "Show all enabled alerts, and any events that are named.")
    var alerts = false

    @OptionGroup var shift: OffsetOption
    @OptionGroup var place: PlaceOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format.")
    var format = Format<NextEvents>.text

    private(set) var events: [EventName] = []

    private enum CodingKeys: CodingKey {
        case words, alerts, shift, place, moment, format
    }

    mutating func validate() throws {
        let words = try Words(words, place)
        events = words.names
        try moment.take(words.time)
        place.word = words.place
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        var names = events.isEmpty && !self.alerts ? EventSelection.daily : events
        let alerts = try context.alerts(names, all: self.alerts, place)
        let observer = try context.place(place)
        let moment = try context.moment(self.moment, place)
        let (now, day): (Instant, CivilDate?) =
            switch moment {
            case .day(let date): (context.now, date)
            case .instant(let instant): (instant, nil)
            }
        let date = day ?? context.localTime.date(at: now)
        try names.events.checkYears(from: date, to: date)
        if day == nil { names = names.narrowed(after: now - shift.offset, at: observer, in: context.localTime) }
        let next = NextEvents(
            of: names.events, after: now, on: day, at: observer, localTime: context.localTime, alerts: alerts,
            offset: shift.offset, in: context.words)
        let isNone = next.entries.isEmpty
        guard events.count == 1, !self.alerts, format.kind == .text else {
            return try Answer(next, as: format, in: context, exitStatus: isNone ? EX_UNAVAILABLE : EX_OK)
        }
        guard !isNone else {
            throw next.absence ?? .notOnDay(events[0].description, moment.date(in: context.localTime))
        }
        let terminal = context.terminal
        guard terminal.isTerminal else { return Answer(try next.plainAnswer(hasDate: self.moment.at?.hasDate == true)) }
        return Answer(
            next.answer(columns: terminal.columns) + "\n"
                + next.source(columns: terminal.columns).inGrey(terminal.colours))
    }
}

/// The next occurrence of each of some events and alerts, or all their occurrences on a day.
struct NextEvents: Report {
    let place: Place
    let day: CivilDate?
    /// In chronological order.
    let entries: [ListedEvent]
    /// The events, or without an event the alerts, that do not occur within a year.
    let never: [(name: String, event: AnnouncedEvent?, side: Sun.Side?)]
    private let relativeTime: RelativeTime

    init(
        of events: [AnnouncedEvent], after now: Instant, on day: CivilDate? = nil, at place: Place,
        localTime: any LocalTime, alerts: AlertTimes? = nil, offset: Duration = .zero, in words: Localizer = .english
    ) {
        self.place = place
        self.day = day
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
        var found: [ListedEvent] = []
        var never: [(String, AnnouncedEvent?, Sun.Side?)] = []
        if let day {
            found = EventTable(of: events, from: day, days: 1, at: place, in: localTime, alerts: alerts).entries
        } else {
            for event in events {
                switch event.next(after: now - offset, at: place.observer, in: localTime) {
                case .success(let next): found.append(next)
                case .failure(let why): never.append((event.name, event, why.side))
                }
            }
            for (name, next) in alerts?.next(after: now - offset, at: place) ?? [] {
                if let next { found.append(next) } else { never.append((name, nil, nil)) }
            }
        }
        self.never = never
        entries = found.sorted { $0.instant < $1.instant }.map { entry in
            var entry = entry
            entry.instant = entry.instant + offset
            return entry
        }
    }

    /// One line per event: `Sunset  today  16:41  in 6 h 53 min`.
    func text(columns: Int?) -> String {
        let words = relativeTime.words
        let coming = entries.map { entry in
            let instant = entry.instant
            return [
                entry.event?.displayName(in: words).capitalizedFirst ?? words.alertName(entry.name),
                relativeTime.day(of: instant), relativeTime.localTime.timeOfDay(at: instant),
                instant > relativeTime.now ? relativeTime.distance(to: instant) : "",
                entry.remark(in: words, relativeTime.localTime),
            ]
        }
        let missing = never.map { name, event, side in
            guard let event else { return words("{alert}: not within a year", ["alert": words.alertName(name)]) }
            let name = event.displayName(in: words).capitalizedFirst
            return switch side {
            // TRANSLATORS: {event} is the name of an event
            case .above: words("{event}: not within a year, because the Sun stays above that altitude", ["event": name])
            case .below: words("{event}: not within a year, because the Sun stays below that altitude", ["event": name])
            case nil where event == .solarEclipse:
                // TRANSLATORS: Solar eclipse: none until the end of 2060
                words(
                    "{event}: none until the end of {year}",
                    ["event": name, "year": "\(SolarEclipse.years.upperBound)"])
            case nil: words("{alert}: not within a year", ["alert": name])
            }
        }
        let lines =
            AlignedColumns([.left, .left, .right, .left, .left], coming).lines(columns: columns)
            + missing.flatMap { [$0].lines(columns: columns) }
        let none = lines.isEmpty ? [words("None of these events occurs.")].lines(columns: columns) : []
        return (lines + none).joined(separator: "\n")
    }

    func source(columns: Int?) -> [String] {
        let words = relativeTime.words
        let zone = relativeTime.foreignZoneNote(at: place) ?? relativeTime.timeZoneNote(for: place)
        return place.headingParts(in: words).lines(columns: columns, separator: words.listSeparator)
            + (zone.map { [$0].lines(columns: columns) } ?? [])
    }

    /// The error for an event or an alert that does not occur within a year; nil for none.
    var absence: CommandError? {
        never.first.map { name, event, side in
            event.map { .never($0, side) } ?? .notWithinYear(alert: name)
        }
    }

    /// The bare times, for people: `16:37, in 3 h 23 min`.
    func answer(columns: Int) -> String {
        let words = relativeTime.words
        return entries.flatMap { entry in
            let isComing = entry.instant > relativeTime.now
            let parts = [
                relativeTime.moment(entry.instant), isComing ? relativeTime.distance(to: entry.instant) : "",
                entry.remark(in: words, relativeTime.localTime),
            ]
            return parts.filter { !$0.isEmpty }.lines(columns: columns, separator: words.listSeparator)
        }.joined(separator: "\n")
    }

    /// Returns the bare times, for programs, with a 24-hour clock: `16:37` for the next occurrence of an event of the day,
    /// and otherwise `2026-11-22 06:52`. The form does not depend on the current time, because a script relies on it.
    ///
    /// - Parameter hasDate: whether a date was given.
    func plainAnswer(hasDate: Bool) throws(CommandError) -> String {
        let isClock = !hasDate && entries.allSatisfy { $0.event?.kind == .daily }
        if isClock, let next = entries.first, let event = next.event,
            next.instant > relativeTime.now + Self.longestWithoutDate
        {
            let date = relativeTime.localTime.date(at: next.instant)
            throw .unavailable(
                "\(event) does not occur within 36 hours at this place; for the next one, add the day \(date)")
        }
        return entries.map { entry in
            let time = relativeTime.localTime.civilTime(at: entry.instant)
            let clock = "\(time.hour < 10 ? "0" : "")\(time.hour):\(time.minute < 10 ? "0" : "")\(time.minute)"
            return isClock ? clock : "\(time.date) \(clock)"
        }.joined(separator: "\n")
    }

    /// The longest time until an event whose time is printed without its date. Near the polar day, an event can be two
    /// days away.
    private static let longestWithoutDate = Duration.seconds(36 * 3600)

    var object: JSONObject {
        let zone = relativeTime.localTime
        return [
            "place": place.json, "now": day == nil ? zone.timestamp(relativeTime.now) : nil, "date": day?.description,
            "timeZone": zone.zoneName,
            "events": entries.map { $0.json(in: zone) },
            "never": never.map { ["event": $0.name, "side": $0.side?.rawValue] as JSONObject },
        ]
    }
}
