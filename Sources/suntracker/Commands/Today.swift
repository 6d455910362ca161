// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct TodayCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show a day: its light, sunrise and sunset.",
        usage: "suntracker [today] [<time>] [<place>] [<options>]",
        discussion: [
            "The bar shows the light from midnight to midnight: night, three twilights and day, from dark to "
                + "light. The lines below show the same times. Altitudes are for the Sun's centre, without refraction.",
            "With --watch, a line is printed again whenever something in it changes. On a terminal, the text is drawn "
                + "again each minute and at each event, until you press q. For the placeholders of --template and examples for "
                + "panels, see suntracker(1).",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "A day or a time, and a place, such as: tomorrow Tokyo. (default: now, here)", valueName: "words"))
    var words: [String] = []

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format.")
    var format = Format<Today>.text

    @Option(
        help: ArgumentHelp("Print this line, with its placeholders replaced.", valueName: "text"),
        transform: { try TodayTemplate($0) })
    var template: TodayTemplate?

    @Flag(help: "Keep running, and show the day, or the line of --template or --format, again when it changes.")
    var watch = false

    @Flag(help: "Print text only, without colours and the bar, as for a screen reader.")
    var plain = false

    mutating func validate() throws {
        let words = try Words(words, place)
        try moment.take(words.moment())
        place.word = words.place
        try checkForms()
    }

    private func checkForms() throws {
        guard template == nil || format.kind == .text && !plain else {
            throw ValidationError(
                "--template cannot be combined with --format or --plain; remove it or them")
        }
        let isView = !plain && TerminalCapabilities(environment: Environment.ofProcess.variables).isInteractive
        guard !watch || template != nil || format.kind != .text || isView else {
            throw ValidationError("--watch prints lines; add --template, --format waybar or --format json")
        }
        guard !watch || moment.at == nil else {
            throw ValidationError("--watch and --at cannot be combined; remove one of them")
        }
        guard format.kind == .text || !plain else {
            throw ValidationError("--plain applies only to --format text; remove it, or change the format")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        if watch { try WatchSession.run(self, in: context) }
        let today = try today(in: context)
        if let template { return Answer(template.line(for: today)) }
        switch format.kind {
        case .json: return Answer(try encoding { try today.json() })
        case .waybar: return Answer(try encoding { try today.waybar.jsonText(inOneLine: true) })
        case .text, .csv, .ics:
            return Answer(today.text(columns: context.terminal.columns, ink: ink(in: context)))
        }
    }

    @MainActor
    private func today(in context: CommandContext) throws(CommandError) -> Today {
        let (moment, observer) = (try context.moment(moment, place), try context.place(place))
        let words = context.words
        switch moment {
        case .instant(let now):
            var today = Today(at: observer, now: now, localTime: context.localTime, in: words)
            var phase = try phase(at: observer, in: context)
            if phase?.isOfService == true { phase?.manual = context.manualPhase() }
            today.phase = phase?.span(at: now).phase
            return today
        case .day(let date):
            guard format.kind != .waybar else {
                throw .argument("a panel shows one moment; add a time, such as --at \"\(date) 12:00\"")
            }
            return Today(at: observer, on: date, localTime: context.localTime, in: words)
        }
    }

    private func ink(in context: CommandContext) -> DayBar.Ink? {
        let terminal = context.terminal
        guard !plain, !terminal.lacksBlocks else { return nil }
        return terminal.colours == .none ? .shades : .colours(terminal.colours)
    }

    private func phase(at place: Place, in context: CommandContext) throws(CommandError) -> CurrentPhase? {
        guard format.kind == .waybar || template?.has(.phase) == true else { return nil }
        let course = try context.phaseCourse(by: self.place.config, at: place)
        return CurrentPhase(
            by: course, isOfService: self.place.place == nil && self.place.config == nil && moment.at == nil)
    }
}

extension TodayCommand: WatchableCommand {
    func watched(in context: CommandContext) throws(CommandError) -> any WatchedLine {
        let place = try context.place(place)
        return TodayWatch(
            place: place, localTime: context.localTime, form: line(in: context), words: context.words,
            phase: try phase(at: place, in: context))
    }

    private func line(in context: CommandContext) -> TodayWatch.Form {
        if let template { return .template(template) }
        return switch format.kind {
        case .json: .json
        case .waybar: .waybar
        case .text, .csv, .ics: .screen(ink(in: context))
        }
    }
}

struct Today: Report {
    let place: Place
    /// The current date in the local time zone, with the solar day that contains 12:00 of this date. If the local time
    /// zone belongs to another part of the world, it is the current solar day at the place.
    let chartDay: ChartDay
    let isElsewhere: Bool
    /// Whether a whole day is shown, without a current moment.
    let isWholeDay: Bool
    /// On a day without a sunrise or a sunset, the time at which the Sun stops staying above or below the horizon; if
    /// this happens on the day itself, the time at which it started. Nil if it is more than a year away.
    let polarTurn: Instant?
    /// The change of the daylight since the last solstice; nil at the start of the year 0001.
    let sinceSolstice: SolsticeComparison?
    /// The true altitude of the Sun at solar noon, in degrees.
    let noonAltitude: Double
    let isUpAtNoon: Bool
    let altitude: Double
    let light: DayPhase
    /// The phase, day or night, as defined in the settings or set manually; nil if it is not shown.
    var phase: Phase?
    /// The next sunrise or sunset; nil if there is none within a year, and for a whole day.
    let next: Sun.Occurrence?
    /// The next clock change; nil if there is none within a year.
    let clockChange: ZoneTransition?
    /// The solar eclipse of this day or the next thirty days, if any.
    let eclipse: SolarEclipse?
    let relativeTime: RelativeTime

    struct SolsticeComparison: Hashable, Sendable {
        let solstice: Sun.Occurrence
        let change: Duration
    }

    init(at place: Place, on date: CivilDate, localTime: any LocalTime, in words: Localizer = .english) {
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        self.init(at: place, now: midday, isWholeDay: true, localTime: localTime, in: words)
    }

    init(
        at place: Place, now: Instant, isWholeDay: Bool = false, localTime: any LocalTime,
        in words: Localizer = .english
    ) {
        self.place = place
        self.isWholeDay = isWholeDay
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
        let shown = ShownDay(at: now, for: place.observer, localTime: localTime)
        let (date, day) = (shown.date, shown.day)
        isElsewhere = shown.isElsewhere
        sinceSolstice = Self.sinceSolstice(day, at: place.observer)
        noonAltitude = SolarPosition(at: day.noon).horizontal(at: place.observer.coordinate).altitude
        altitude = SolarPosition(at: now).horizontal(at: place.observer.coordinate).altitude
        let (start, end) = (localTime.start(of: date), localTime.start(of: date.adding(days: 1)))
        let course = LightCourse(over: min(day.start, start)..<max(day.end, end), at: place.observer)
        light = course.light(at: now)
        isUpAtNoon = course.light(at: day.noon) == .day
        let yesterday = Sun.day(containing: day.start - .microseconds(1), at: place.observer)
        chartDay = ChartDay(date, day, after: yesterday, in: course, localTime: localTime)
        polarTurn = Self.polarTurn(of: day, at: place.observer)
        next = isWholeDay ? nil : Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: place.observer)
        // An eclipse that began before midnight may still be visible.
        eclipse = AnnouncedEvent.eclipses(
            in: start - .seconds(6 * 3600)..<start + .seconds(30 * 86_400), at: place.observer
        ).first { $0.end > start }
        clockChange = Self.clockChange(on: isWholeDay ? date : nil, after: now, localTime)
    }

    /// The next clock change within a year: on this date or later, or after an instant.
    private static func clockChange(
        on date: CivilDate?, after now: Instant, _ localTime: any LocalTime
    ) -> ZoneTransition? {
        let limit = now + .seconds(367 * 86_400)
        guard let date else { return localTime.nextZoneTransition(after: now, before: limit) }
        // A change at midnight is on this date before its first instant, or with it on the date before.
        let yesterday = localTime.start(of: date) - .seconds(86_400)
        let change = localTime.nextZoneTransition(after: yesterday, before: limit)
        return change.flatMap {
            $0.date < date ? localTime.nextZoneTransition(after: $0.instant, before: limit) : $0
        }
    }

    var date: CivilDate { chartDay.date }
    var day: SolarDay { chartDay.day }
    var change: Duration { chartDay.change }

    private static func sinceSolstice(_ day: SolarDay, at observer: Observer) -> SolsticeComparison? {
        let solstice = Sun.previousOccurrence(
            ofAny: [.juneSolstice, .decemberSolstice], before: day.start, at: observer)
        return solstice.map { solstice in
            let then = Sun.day(containing: solstice.instant, at: observer)
            return SolsticeComparison(solstice: solstice, change: day.daylightChange(since: then))
        }
    }

    private static func polarTurn(of day: SolarDay, at observer: Observer) -> Instant? {
        switch (day.sunrise, day.sunset) {
        case (.occurs, .occurs): nil
        case (.occurs(let sunrise), .never): Sun.nextOccurrence(of: .sunset, after: sunrise, at: observer).instant
        case (.never, .occurs(let sunset)): Sun.previousOccurrence(of: .sunrise, before: sunset, at: observer).instant
        case (.never(.above), .never): Sun.nextOccurrence(of: .sunset, after: day.noon, at: observer).instant
        case (.never(.below), .never): Sun.nextOccurrence(of: .sunrise, after: day.noon, at: observer).instant
        }
    }
}

extension Today {
    static let formats = [OutputFormat.text, .json, .waybar]

    var object: JSONObject {
        let zone = relativeTime.localTime
        return [
            "place": place.json, "now": isWholeDay ? nil : zone.timestamp(relativeTime.now), "date": date.description,
            "timeZone": zone.zoneName, "sun": day.course, "sunrise": day.sunrise.instant.map(zone.timestamp),
            "solarNoon": zone.timestamp(day.noon), "sunset": day.sunset.instant.map(zone.timestamp),
            "daylightSeconds": chartDay.daylight.nearestSeconds, "daylightChangeSeconds": change.nearestSeconds,
            "sinceSolstice": sinceSolstice?.json(in: zone), "twilights": chartDay.twilights.map { $0.json(in: zone) },
            "light": isWholeDay ? nil : light.rawValue, "altitude": isWholeDay ? nil : altitude.hundredths,
            "noonAltitude": noonAltitude.hundredths,
            "next": next?.json(in: zone), "clockChange": clockChange.map { json($0, in: zone) },
            "eclipse": eclipse.map { ListedEvent($0).json(in: zone) },
        ]
    }

    private func json(_ change: ZoneTransition, in zone: any LocalTime) -> JSONObject {
        [
            "time": zone.timestamp(change.instant), "days": relativeTime.daysUntil(change.date),
            "offsetBefore": change.offsetBefore, "offsetAfter": change.offsetAfter,
        ]
    }
}

extension Today.SolsticeComparison {
    fileprivate func json(in zone: any LocalTime) -> JSONObject {
        [
            "event": solstice.event.name, "time": zone.timestamp(solstice.instant),
            "daylightChangeSeconds": change.nearestSeconds,
        ]
    }
}

extension Duration {
    var nearestSeconds: Int64 { Int64((Double(microseconds) / 1e6).rounded()) }
}

extension Double {
    /// Rounded to two decimals, which is finer than the uncertainty of refraction near the horizon.
    fileprivate var hundredths: Double { (self * 100).rounded() / 100 }
}
