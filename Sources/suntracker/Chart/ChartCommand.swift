import ArgumentParser
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct ChartCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Show how the days become longer and shorter around today.",
        usage: "suntracker chart [3m|6m|1y] [<time>] [<place>] [<options>]",
        discussion: [
            "On a terminal, the chart is interactive: the arrow keys move by a day or a week, the page keys by four "
                + "weeks; 1, 2 and 3 choose the period, and q quits. Otherwise, a table is printed.",
            "With --html or --open, the chart is a page for the browser, which works offline.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "3m (3 months), 6m or 1y (default), a day in the middle, and a place.", valueName: "words"),
        completion: .list(ChartPeriod.allCases.map(\.rawValue)))
    var words: [String] = []

    private(set) var period: ChartPeriod?

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format. (default: interactive, or a table)")
    var format: Format<DaylightChart>?

    @Option(
        help: ArgumentHelp("Write the page to a file; - is standard output.", valueName: "file"), completion: .file())
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
        let place = try context.place(place)
        let now = try context.moment(moment).start(in: context.localTime)
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
        guard let format, format.kind != .text else {
            let (columns, isASCII) = (context.terminal.columns, plain || context.terminal.lacksBlocks)
            let source = chart.source(columns: columns).inGrey(plain ? .none : context.terminal.colours)
            let text = chart.text(columns: columns, isASCII: isASCII) + "\n\n" + source
            return Answer(isASCII ? text.replacing("\u{2212}", with: "-").replacing("°", with: "") : text)
        }
        return try Answer(chart, as: format, in: context)
    }

    /// Throws if the period contains a year for which the Sun is not computed.
    private func check(_ period: ChartPeriod, around now: Instant, in context: CommandContext) throws(CommandError) {
        let today = context.localTime.date(at: now)
        for end in [today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay)] {
            guard end.isComputed else {
                throw .argument(
                    "a chart of \(period.displayName(in: .english)) around \(today) includes \(end), which is out of range; supported years are 1800 to 2200"
                )
            }
        }
    }

    /// The file name that means standard output.
    private static let standardOutput = "-"

    /// Writes the page to the file given with `--html`, or else to the state folder, and opens it if `--open` is given.
    private func write(_ page: String, in context: CommandContext) throws(CommandError) {
        if html == Self.standardOutput { return try writeOutput(page) }
        let path: String
        let browser = open || html == nil ? defaultBrowserCommand() : nil
        if let html {
            path = html
            do { try writeDocument(page, to: path) } catch { throw .file(path: path, error) }
        } else {
            let file = PageFile(openedBy: browser, environment: context.environment)
            path = file.path
            do { try file.write(page) } catch { throw .file(path: path, error) }
        }
        guard open else { return }
        do { try openPage(path, in: browser) } catch { throw .opener(path: path, error) }
    }

    /// Returns the period that a word is; nil for another word. Throws for a wrong period, such as `5m`, which would be a
    /// time in five minutes.
    private static func period(_ text: String) throws -> ChartPeriod? {
        if let period = ChartPeriod(rawValue: text) { return period }
        guard text.last.map("my".contains) == true, Int(text.dropLast()) != nil else { return nil }
        throw ValidationError("\"\(text.printable)\" is not a period; use 3m, 6m or 1y")
    }
}
