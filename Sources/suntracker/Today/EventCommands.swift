import ArgumentParser
import Glibc
import Solar
import Tracker

struct NextCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show when events and alerts occur next, or the events of a day.",
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
            "The events and alerts (default: all), a day or a time (default: now), and a place.", valueName: "words"),
        completion: EventSelection.completion)
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
        if day == nil { names = names.narrowed(after: now, at: observer, in: context.localTime) }
        let next = NextEvents(
            of: names.events, after: now, on: day, at: observer, localTime: context.localTime, alerts: alerts,
            offset: shift.offset, in: context.words)
        guard events.count == 1, !self.alerts else { return try Answer(next, as: format, in: context) }
        let isNone = next.entries.isEmpty
        guard format.kind == .text else {
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

struct EventsCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List the events of one or more days.",
        usage: "suntracker events [<event> ...] [<day>] [<place>] [<options>]",
        discussion: [
            "  suntracker events sunrise sunset --from today --to 2026-12-31\n"
                + "  suntracker events tomorrow",
            EventSelection.explanation + " " + EventSelection.alerts,
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "The events and alerts (default: all), the first day (default: today), and a place.", valueName: "words"),
        completion: EventSelection.completion)
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The first day, or a time on it. (default: today)", valueName: "time"),
        transform: { try TimeArgument($0) })
    var from: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day, or a time on it. (default: the first day)", valueName: "time"),
        transform: { try TimeArgument($0) })
    var to: TimeArgument?

    @Option(
        help: ArgumentHelp("The number of days, 1 to 36600, instead of --to.", valueName: "n"),
        transform: Self.dayCount)
    var days: Int?

    @Option(
        name: .customLong("events"),
        help: ArgumentHelp("The events and alerts, separated by commas.", valueName: "events"),
        transform: EventSelection.events)
    var listed: [EventName] = []

    @Option(
        help: ArgumentHelp(
            "The output format; ics is a calendar file (RFC 5545).", valueName: "format"))
    var format = Format<EventTable>.text

    @Option(
        name: .customLong("alarm"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "With --format ics, add an alarm this long before (-10min) or after (+10min) each event, or at it "
                + "(0min). Can be repeated.", valueName: "time span"),
        transform: Self.alarm)
    var alarms: [Duration] = []

    @Flag(help: "Use days and times in UTC instead of the local time zone.")
    var utc = false

    private(set) var named: [EventName] = []

    private enum CodingKeys: CodingKey {
        case words, place, from, to, days, listed, format, alarms, utc
    }

    /// About a hundred years, in days.
    private static let longestSpan = 36_600

    mutating func validate() throws {
        let words = try Words(words, place)
        named = words.names
        if let day = words.time {
            guard from == nil else { throw ValidationError("more than one first day; use only one") }
            from = day
        }
        place.word = words.place
        guard to == nil || days == nil else {
            throw ValidationError("--to and --days both set the end; use only one of them")
        }
        guard alarms.isEmpty || format.kind == .ics else {
            throw ValidationError("--alarm needs --format ics; add it, or remove --alarm")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let zone: any LocalTime = utc ? UTC() : context.localTime
        let names = listed + named.filter { !listed.contains($0) }
        let events = names.isEmpty ? EventSelection.daily : names
        let alerts = try context.alerts(events, place)
        let first = try context.moment(from ?? .today, place, in: zone)
        let last = try to.map { time throws(CommandError) in try context.moment(time, place, in: zone) }
        let days = try days(from: first, to: last, in: zone)
        var bounds = Instant.earliest..<Instant.latest
        if case .instant(let instant) = first { bounds = bounds.clamped(to: instant..<(.latest)) }
        if case .instant(let instant) = last { bounds = bounds.clamped(to: .earliest..<instant) }
        let table = EventTable(
            of: events.events, from: first.date(in: zone), days: days, at: try context.place(place), in: zone,
            within: bounds, alerts: alerts, words: context.words)
        guard format.kind == .ics else { return try Answer(table, as: format, in: context) }
        // The last line ends with CR LF, but the line feed is added when the answer is written.
        let calendar = table.calendar(madeAt: context.now, alarms: alarms)
        return Answer(String(String.UnicodeScalarView(calendar.unicodeScalars.dropLast())))
    }

    /// Returns the number of days from the first to the last, inclusive.
    private func days(
        from first: Moment, to last: Moment?, in zone: any LocalTime
    ) throws(CommandError) -> Int {
        let start = first.date(in: zone)
        let days = last.map { $0.date(in: zone).daysSinceUnixEpoch - start.daysSinceUnixEpoch + 1 } ?? days ?? 1
        let end = start.adding(days: days - 1)
        guard days > 0, first.start(in: zone) <= (last?.start(in: zone) ?? .latest) else {
            throw .argument("\(end) is before \(start); use a later time for --to")
        }
        guard days <= Self.longestSpan else {
            throw .argument("\(start) to \(end) are \(days) days; use at most \(Self.longestSpan)")
        }
        guard end.isComputed else {
            throw .argument("\(end) is out of range; supported years are 1800 to 2200")
        }
        return days
    }

    /// Parses the time span of an alarm after an event, negative before it.
    private static func alarm(_ text: String) throws -> Duration {
        let span = try TimeSpanArgument.signed(text, example: "-10min")
        guard span == .zero || text.hasPrefix("-") || text.hasPrefix("+") else {
            throw ValidationError(
                "\"\(text)\" has no sign; use -\(text) for before the event, or +\(text) for after it")
        }
        return span
    }

    private static func dayCount(_ text: String) throws -> Int {
        guard let days = Int(text), (1...longestSpan).contains(days) else {
            throw ValidationError("\"\(text)\" is not a number of days; use one from 1 to \(longestSpan)")
        }
        return days
    }
}
