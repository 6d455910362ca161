import ArgumentParser
import Reports
import Solar
import Tracker

/// `suntracker next [EVENT]`.
struct NextCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: translatable("Show when an event happens next, or each event of a day."),
        usage: "suntracker next [<event>] [<options>]",
        discussion: EventSelection.explanation)

    @Argument(
        help: .translatable("The event, or several separated by commas. (default: all)", valueName: "event"),
        completion: EventSelection.completion, transform: EventSelection.init(text:))
    var events: EventSelection = .all

    @OptionGroup var place: PlaceOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: .translatable("The output format."))
    var format: ReportFormat = .text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let place = try context.place(place)
        let now = try context.instant(moment)
        return try Answer(
            NextEvents(of: events.events, after: now, at: place, localTime: context.localTime, in: context.words),
            as: format, in: context)
    }
}

/// `suntracker events`.
struct EventsCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: translatable("List the events of one or more days."),
        usage: "suntracker events [<options>]",
        discussion: EventSelection.explanation)

    @OptionGroup var place: PlaceOptions

    @Option(
        help: .translatable("The first day. (default: today)", valueName: "YYYY-MM-DD"),
        transform: Self.date)
    var from: CivilDate?

    @Option(
        help: .translatable("The number of days, 1 to 36600.", valueName: "n"),
        transform: Self.dayCount)
    var days: Int = 1

    @Option(
        help: .translatable("The events, separated by commas, or all. (default: all)", valueName: "events"),
        transform: EventSelection.init(text:))
    var events: EventSelection = .all

    @Option(
        help: .translatable(
            "The output format; ics is a calendar file (RFC 5545).", valueName: "format"))
    var format: Format = .text

    @Option(
        name: .customLong("alarm"), parsing: .unconditionalSingleValue,
        help: .translatable(
            "With --format ics, an alarm that long before each event: 0min, 10min; after it with a plus sign: +10min. "
                + "The option can be repeated.", valueName: "time span"),
        transform: CalendarAlarm.offset)
    var alarms: [Duration] = []

    @Flag(help: .translatable("Use days and times in UTC instead of the local time zone."))
    var utc = false

    /// An output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json, ics
    }

    /// About a hundred years, in days.
    private static let longestSpan = 36_600

    func validate() throws {
        try from?.adding(days: days - 1).within1800To2200()
        guard alarms.isEmpty || format == .ics else {
            throw UsageError { words in words("only a calendar has alarms; add --format ics, or leave out --alarm") }
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let scale: TimeScale = utc ? .utc : .local(context.localTime)
        let table = EventTable(
            of: events.events, from: from ?? scale.date(at: context.now), days: days, at: try context.place(place),
            in: scale, words: context.words)
        switch format {
        case .text: return Answer(table, in: context)
        case .csv: return Answer(table.csv)
        case .json: return Answer(try encoding { try table.json() })
        case .ics:
            // Its last line ends with CR LF, and the line feed follows when the answer is written.
            let calendar = table.calendar(madeAt: context.now, alarms: alarms)
            return Answer(String(String.UnicodeScalarView(calendar.unicodeScalars.dropLast())))
        }
    }

    private static func date(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else {
            throw UsageError { words in words("it is not a date; give one as YYYY-MM-DD, such as 2026-11-21") }
        }
        return try date.within1800To2200()
    }

    private static func dayCount(_ text: String) throws -> Int {
        guard let days = Int(text), (1...longestSpan).contains(days) else {
            throw UsageError { words in
                words("it is not a number of days; give one from 1 to {last}", ["last": "\(longestSpan)"])
            }
        }
        return days
    }
}

/// Events as an argument lists them.
struct EventSelection {
    /// The events, each once.
    let events: [SolarEvent]

    /// The ten events of a day.
    static let all = EventSelection(events: SolarEvent.daily)

    private init(events: [SolarEvent]) {
        self.events = events
    }

    /// Names with commas between them; `all` is the ten events of a day.
    init(text: String) throws {
        guard text != "all" else {
            self = .all
            return
        }
        var events: [SolarEvent] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            if name == "all" {
                events += SolarEvent.daily.filter { !events.contains($0) }
                continue
            }
            guard let event = SolarEvent(name: name) else {
                throw UsageError { words in
                    let names = ["all"] + SolarEvent.named.map(\.name)
                    let blanks: KeyValuePairs = [
                        "name": String(name), "events": words.list(names), "rising": "altitude:DEGREES:rising",
                        "setting": "altitude:DEGREES:setting",
                    ]
                    return words("\"{name}\" is not an event; the events are {events}, {rising} and {setting}", blanks)
                }
            }
            if !events.contains(event) { events.append(event) }
        }
        self.init(events: events)
    }

    /// One event by its name.
    static func single(text: String) throws -> SolarEvent {
        let selection = try EventSelection(text: text)
        guard text != "all", let event = selection.events.first, selection.events.count == 1 else {
            throw UsageError { words in words("it is not a single event; give one, such as sunset") }
        }
        return event
    }

    /// The names that a shell completes.
    static let completion = CompletionKind.list(SolarEvent.named.map(\.name))

    /// The section about events in the help of a subcommand.
    static let explanation = translatable(
        "Events of each day: astronomical-dawn, nautical-dawn, civil-dawn, sunrise, solar-noon, sunset, "
            + "civil-dusk, nautical-dusk, astronomical-dusk, solar-midnight; all means these ten. Others: "
            + "golden-hour-start, golden-hour-end, march-equinox, june-solstice, september-equinox, december-solstice, "
            + "and the Sun's centre at an altitude in degrees, such as altitude:-4.5:rising or altitude:30:setting.")
}

/// The alarms of a calendar, as `--alarm` names them.
enum CalendarAlarm {
    private static let longestSpan = (duration: Duration.seconds(30 * 86_400), text: "30d")

    /// How long after an event the alarm is. In calendars an alarm is so long before its entry, so a minus sign changes
    /// nothing, and a plus sign makes it later.
    static func offset(_ text: String) throws -> Duration {
        let isAfter = text.hasPrefix("+")
        guard let span = Duration(timeSpan: isAfter || text.hasPrefix("-") ? text.dropFirst() : text[...]) else {
            throw UsageError { words in words("it is not a time span; give one such as 0min, 10min or 1h 30min") }
        }
        guard span <= longestSpan.duration else {
            throw UsageError { words in
                words("it is out of range; give {first} to {last}", ["first": "0", "last": longestSpan.text])
            }
        }
        return isAfter ? span : .zero - span
    }
}
