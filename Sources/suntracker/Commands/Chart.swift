// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct ChartCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Show how the days become longer and shorter.",
        usage: "suntracker chart [3m|6m|1y] [<time>] [<place>] [<options>]",
        discussion: [
            "On a terminal, the chart is interactive: the arrow keys move by a day or a week, the page keys by four "
                + "weeks; 1, 2 and 3 choose the period, and q quits. Otherwise, a table is printed.",
            "With --html or --open, the chart is a page for the browser, which works offline.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "3m (3 months), 6m or 1y (default), a day in the middle, and a place.", valueName: "words"))
    var words: [String] = []

    private(set) var period: ChartPeriod?

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format. (default: interactive, or a table)")
    var format: Format<DaylightChart>?

    @Option(
        help: ArgumentHelp("Write the page to a file; - is standard output.", valueName: "file"))
    var html: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Flag(help: "Print a table in plain ASCII, even on a terminal.")
    var plain = false

    private enum CodingKeys: CodingKey {
        case words, place, moment, format, html, open, plain
    }

    mutating func validate() throws {
        let periods = try words.compactMap(Self.period)
        guard periods.count <= 1 else { throw ValidationError("more than one period; use only one") }
        period = periods.first
        let words = try Words(words.filter { ChartPeriod(rawValue: $0) == nil }, place)
        try moment.take(words.moment())
        place.word = words.place
        guard format == nil || html == nil && !open else {
            throw ValidationError("--format cannot be combined with --html or --open; remove one of them")
        }
        guard !open || html != Self.standardOutput else {
            throw ValidationError("--open needs a file; remove --html -, or name a file instead of -")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let period = period ?? .year
        let now = try context.moment(moment, place).start(in: context.localTime)
        let place = try context.place(place)
        let isPage = html != nil || open
        let isInteractive =
            format == nil && !isPage && !plain && context.terminal.isInteractive && !context.terminal.lacksBlocks
        // The page and the interactive chart contain a whole year.
        let computed: ChartPeriod = isPage || isInteractive ? .year : period
        try check(computed, around: now, in: context)
        let chart = DaylightChart(
            of: computed, at: place, now: now, localTime: context.localTime,
            in: context.words.formatted(for: isPage ? .body : .plain))
        if isPage {
            try write(chart.page(showing: self.period, at: now, isPretended: moment.at != nil), in: context)
            return .written
        }
        if isInteractive { try ChartSession.run(ChartBrowser(chart, showing: period), context.terminal.colourDepth) }
        let format = format ?? .text
        guard format.kind == .text, plain || context.terminal.lacksBlocks else {
            return try Answer(chart, as: format, in: context)
        }
        let columns = context.terminal.columns
        let lines = [chart.text(columns: columns, isASCII: true), ""] + chart.source(columns: columns)
        return Answer(lines.joined(separator: "\n").replacing("\u{2212}", with: "-").replacing("°", with: ""))
    }

    private func check(_ period: ChartPeriod, around now: Instant, in context: CommandContext) throws(CommandError) {
        let today = context.localTime.date(at: now)
        for end in [today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay)] {
            guard end.isComputed else {
                throw .argument(
                    "a chart of \(period.displayName(in: .english)) around \(today) includes \(end), which \(CivilDate.isNotComputed)"
                )
            }
        }
    }

    private static let standardOutput = "-"

    /// Writes the page to the file given with `--html`, or else to the state directory, and opens it if `--open` is
    /// given.
    private func write(_ page: String, in context: CommandContext) throws(CommandError) {
        if html == Self.standardOutput { return try writeOutput(page) }
        let path: String
        let browser = open || html == nil ? defaultBrowserCommand() : nil
        if let html {
            path = html
            if isStandardOutput(path) {
                try writeOutput(page)
            } else {
                do { try writeDocument(page, to: path) } catch { throw .file(path: path, error) }
            }
        } else {
            let file = PageFile(openedBy: browser, environment: context.environment)
            path = file.path
            do { try file.write(page) } catch { throw .file(path: path, error) }
        }
        guard open else { return }
        do { try openPage(path, in: browser) } catch {
            let (reason, remedy) =
                switch error {
                case .notStarted(let error): ("\(error)", "install xdg-utils, or open the page in a browser")
                case .failed(let status):
                    (
                        "xdg-open: exit status \(status)",
                        "install a browser, or choose one with: xdg-settings set default-web-browser"
                    )
                }
            throw .unavailable("cannot open the page \(path) (\(reason)); \(remedy)")
        }
    }

    /// Returns the period that a word is; nil for another word. Throws for a wrong period, such as `5m`, which would be a
    /// time in five minutes.
    private static func period(_ text: String) throws -> ChartPeriod? {
        if let period = ChartPeriod(rawValue: text) { return period }
        guard text.last.map("my".contains) == true, Int(text.dropLast()) != nil else { return nil }
        throw ValidationError("\"\(text.printable)\" is not a period; use 3m, 6m or 1y")
    }
}

/// The length of the days at a place in a period around today.
struct DaylightChart: Report {
    static let formats = [OutputFormat.text, .json, .csv]

    let place: Place
    private(set) var period: ChartPeriod
    let today: CivilDate
    private(set) var days: [ChartDay]
    let polarEvents: [(event: PolarEvent, instant: Instant)]
    let localTime: any LocalTime
    /// The texts for people. JSON and CSV are always English.
    let words: Localizer

    init(
        of period: ChartPeriod, at place: Place, now: Instant, localTime: any LocalTime, in words: Localizer = .english
    ) {
        self.place = place
        self.period = period
        self.localTime = localTime
        self.words = words
        today = localTime.civilTime(at: now).date
        days = Self.days(of: period, around: today, at: place.observer, localTime: localTime)
        polarEvents = Sun.polarEvents(
            in: localTime.start(of: days[0].date)..<localTime.start(of: days[days.count - 1].date.adding(days: 1)),
            at: place.observer)
    }

    /// Returns the chart of a shorter period, the middle part of this one; for a longer period, the chart itself.
    func narrowed(to period: ChartPeriod) -> DaylightChart {
        guard period.days < self.period.days else { return self }
        var chart = self
        chart.period = period
        chart.days = Array(days[indices(of: period)])
        return chart
    }

    var todayIndex: Int { days.firstIndex { $0.date == today } ?? 0 }

    func indices(of period: ChartPeriod) -> Range<Int> {
        let first = days.firstIndex { $0.date >= today.adding(days: -period.daysEachWay) } ?? 0
        let end = days.firstIndex { $0.date > today.adding(days: period.daysEachWay) } ?? days.count
        return first..<end
    }

    private static func days(
        of period: ChartPeriod, around today: CivilDate, at observer: Observer, localTime: any LocalTime
    ) -> [ChartDay] {
        // Without a date that the clocks skip.
        let dates = (-period.daysEachWay...period.daysEachWay).map { today.adding(days: $0) }
            .filter { localTime.date(at: localTime.start(of: $0)) == $0 }
        let (first, last) = (today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay))
        // Solar days extend into the dates before and after.
        let interval = localTime.start(of: first.adding(days: -1))..<localTime.start(of: last.adding(days: 2))
        let course = LightCourse(over: interval, at: observer)
        let seasons = Sun.occurrences(of: SolarEvent.seasonal, in: interval, at: observer)
        var before: SolarDay?
        return dates.map { date in
            let day = Sun.day(containing: localTime.start(of: date) + .seconds(12 * 3600), at: observer)
            let yesterday =
                before.flatMap { $0.end == day.start ? $0 : nil }
                ?? Sun.day(containing: day.start - .microseconds(1), at: observer)
            before = day
            return ChartDay(date, day, after: yesterday, in: course, seasons, localTime: localTime)
        }
    }
}

/// Today is in the middle of each period, so changing the period zooms the chart. A year contains both solstices.
enum ChartPeriod: String, CaseIterable, Hashable, Sendable {
    /// 91 days, thirteen weeks.
    case threeMonths = "3m"
    case sixMonths = "6m"
    case year = "1y"

    var days: Int { 2 * daysEachWay + 1 }

    var daysEachWay: Int {
        switch self {
        case .threeMonths: 45
        case .sixMonths: 91
        case .year: 182
        }
    }

    func displayName(in words: Localizer = .english) -> String {
        switch self {
        // TRANSLATORS: a period of a chart
        case .threeMonths: words("3 months")
        case .sixMonths: words("6 months")
        case .year: words("1 year")
        }
    }

    func shortDisplayName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: short for 3 months: at most 4 columns
        case .threeMonths: words.inContext("abbreviated", "3m")
        // TRANSLATORS: short for 6 months: at most 4 columns
        case .sixMonths: words.inContext("abbreviated", "6m")
        // TRANSLATORS: short for 1 year: at most 4 columns
        case .year: words.inContext("abbreviated", "1y")
        }
    }
}

extension DaylightChart {
    var object: JSONObject {
        [
            "place": place.json, "period": period.rawValue, "from": days[0].date.description,
            "to": days[days.count - 1].date.description, "today": today.description, "timeZone": localTime.zoneName,
            "days": days.map { $0.json(in: localTime) },
        ]
    }

    var csv: String {
        var text = "date,sun,sunrise,sunset,daylightSeconds,daylightChangeSeconds"
        for light in days[0].twilights.map(\.light.rawValue) { text += ",\(light)Dawn,\(light)Dusk" }
        text += ",clockChangeSeconds"
        for day in days {
            var cells = [day.date.description, day.day.course]
            cells += [day.sunrise, day.sunset].map { $0.map(localTime.timestamp) ?? "" }
            cells += ["\(day.daylight.nearestSeconds)", "\(day.change.nearestSeconds)"]
            cells += day.twilights.flatMap { [$0.dawn, $0.dusk] }.map { $0.map(localTime.timestamp) ?? "" }
            cells.append(day.clockChange.map { "\($0.shift.nearestSeconds)" } ?? "")
            text += "\n" + cells.joined(separator: ",")
        }
        return text
    }
}

extension ChartDay {
    fileprivate func json(in zone: any LocalTime) -> JSONObject {
        [
            "date": date.description, "sun": day.course, "sunrise": sunrise.map(zone.timestamp),
            "sunset": sunset.map(zone.timestamp), "daylightSeconds": daylight.nearestSeconds,
            "daylightChangeSeconds": change.nearestSeconds, "twilights": twilights.map { $0.json(in: zone) },
            "clockChangeSeconds": clockChange?.shift.nearestSeconds,
        ]
    }
}
