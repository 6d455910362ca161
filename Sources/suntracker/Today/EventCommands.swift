import ArgumentParser
import Solar
import Tracker

/// `suntracker next [EVENT]`.
struct NextCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show when an event or an alert comes next, or each event of a day.",
        usage: "suntracker next [<event>] [<options>]",
        discussion: EventSelection.explanation + " " + EventSelection.alerts)

    @Argument(
        help: ArgumentHelp("The event or alert, or several separated by commas. (default: all)", valueName: "event"),
        completion: EventSelection.completion, transform: EventSelection.events)
    var events: [EventName]?

    @Flag(help: "Show the alerts of the settings that are switched on.")
    var alerts = false

    @OptionGroup var place: PlaceOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format.")
    var format = Format<NextEvents>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let names = events ?? (self.alerts ? [] : EventSelection.daily)
        let alerts = try context.alerts(names, all: self.alerts, place)
        let place = try context.place(place)
        let now = try context.instant(moment)
        return try Answer(
            NextEvents(
                of: names.events, after: now, at: place, localTime: context.localTime,
                alerts: alerts, in: context.words),
            as: format, in: context)
    }
}

/// `suntracker events`.
struct EventsCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List the events of one or more days.",
        usage: "suntracker events [<options>]",
        discussion: EventSelection.explanation + " " + EventSelection.alerts)

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp("The first day. (default: today)", valueName: "YYYY-MM-DD"),
        transform: Self.date)
    var from: CivilDate?

    @Option(
        help: ArgumentHelp("The number of days, 1 to 36600.", valueName: "n"),
        transform: Self.dayCount)
    var days: Int = 1

    @Option(
        help: ArgumentHelp("The events and alerts, separated by commas, or all. (default: all)", valueName: "events"),
        transform: EventSelection.events)
    var events = EventSelection.daily

    @Option(
        help: ArgumentHelp(
            "The output format; ics is a calendar file (RFC 5545).", valueName: "format"))
    var format = Format<EventTable>.text

    @Option(
        name: .customLong("alarm"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "With --format ics, an alarm that long before each event: 0min, 10min; after it with a plus sign: +10min. "
                + "The option can be repeated.", valueName: "time span"),
        transform: Self.alarm)
    var alarms: [Duration] = []

    @Flag(help: "Use days and times in UTC instead of the local time zone.")
    var utc = false

    /// About a hundred years, in days.
    private static let longestSpan = 36_600

    func validate() throws {
        try from?.adding(days: days - 1).within1800To2200()
        guard alarms.isEmpty || format.kind == .ics else {
            throw ValidationError("only a calendar has alarms; add --format ics, or leave out --alarm")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let zone: any LocalTime = utc ? UTC() : context.localTime
        let alerts = try context.alerts(events, place)
        let place = try context.place(place)
        let table = EventTable(
            of: events.events, from: from ?? zone.date(at: context.now), days: days, at: place, in: zone,
            alerts: alerts, words: context.words)
        guard format.kind == .ics else { return try Answer(table, as: format, in: context) }
        // Its last line ends with CR LF, and the line feed follows when the answer is written.
        let calendar = table.calendar(madeAt: context.now, alarms: alarms)
        return Answer(String(String.UnicodeScalarView(calendar.unicodeScalars.dropLast())))
    }

    private static func date(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw ValidationError("it is not a date; give one as YYYY-MM-DD, such as 2026-11-21")
        }
        return try date.within1800To2200()
    }

    /// How long after an event the alarm is. In calendars an alarm is so long before its entry, so a minus sign changes
    /// nothing, and a plus sign makes it later.
    private static func alarm(_ text: String) throws -> Duration {
        let span = try TimeSpanArgument.signed(text, examples: "0min, 10min or 1h 30min")
        return text.hasPrefix("+") || span < .zero ? span : .zero - span
    }

    private static func dayCount(_ text: String) throws -> Int {
        guard let days = Int(text), (1...longestSpan).contains(days) else {
            throw ValidationError("it is not a number of days; give one from 1 to \(longestSpan)")
        }
        return days
    }
}
