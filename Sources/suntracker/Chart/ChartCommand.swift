import ArgumentParser
import Glibc
import LinuxPlatform
import Solar
import Tracker

/// `suntracker chart [3m|6m|1y]`.
struct ChartCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Show how the days grow and shrink around today.",
        usage: "suntracker chart [3m|6m|1y] [<options>]",
        discussion: [
            "On a terminal the chart is an interactive drawing: move by a day with the arrow keys or the mouse, "
                + "by four weeks with the page keys, choose the period with 1, 2, 3 or Tab, see what the shades mean "
                + "with ?, and quit with q. Elsewhere it is a table. The period is saved for the next call.",
            "With --svg, --html or --open the chart is written to a file instead; the file - is standard output. "
                + "The page needs no network.",
        ].joined(separator: "\n\n"))

    @Argument(
        help: ArgumentHelp(
            "3 months, 6 months or 1 year. (default: that of the last call, or 1y)", valueName: "period"),
        completion: .list(ChartPeriod.allCases.map(\.rawValue)), transform: Self.period)
    var period: ChartPeriod?

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: "The output format; by default a drawing or a table.")
    var format: Format<DaylightChart>?

    @Option(help: ArgumentHelp("Write the chart as an SVG drawing.", valueName: "file"), completion: .file())
    var svg: String?

    @Option(help: ArgumentHelp("Write the chart as a page for a browser.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Flag(help: "Let the page begin at the part about the place.")
    var atPlace = false

    @Flag(help: "Print a table of ASCII characters, also on a terminal.")
    var plain = false

    func validate() throws {
        guard format == nil || svg == nil && html == nil && !open else {
            throw ValidationError("--format cannot be combined with --svg, --html or --open; remove one of them")
        }
        guard !atPlace || open || html != nil else {
            throw ValidationError("--at-place is about the page; add --open or --html")
        }
        guard svg != Self.standardOutput || html != Self.standardOutput else {
            throw ValidationError("--svg - and --html - both write to standard output; give a file to one of them")
        }
        guard !open || html != Self.standardOutput else {
            throw ValidationError("--open needs a file; remove --html -, or give it a file")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let saved = StateFile("chart-period", environment: context.environment)
        let period = period ?? saved.period ?? .year
        if self.period != nil { saved.save(period) }
        let place = try context.place(place)
        let now = try context.instant(moment)
        let isInteractive =
            format == nil && svg == nil && html == nil && !open && !plain && context.terminal.isInteractive
            && !context.terminal.lacksBlocks
        try check(isInteractive || html != nil || open ? .year : period, around: now, in: context)
        let isDocument = svg != nil || html != nil || open
        let words = context.words.formatted(for: isDocument ? .title : .plain)
        func chart(of period: ChartPeriod) -> DaylightChart {
            DaylightChart(of: period, at: place, now: now, localTime: context.localTime, in: words)
        }
        if isDocument {
            try write(chart(of: .year), at: now, in: context)
        } else if isInteractive {
            try ChartBrowser(chart(of: .year), showing: period).run(context.terminal.colourDepth) { browser in
                saved.save(browser.period)
                return .written
            }
        } else {
            let chart = chart(of: period)
            guard let format, format.kind != .text else {
                return Answer(
                    chart.text(columns: context.terminal.columns, isASCII: plain || context.terminal.lacksBlocks))
            }
            return try Answer(chart, as: format, in: context)
        }
        return .written
    }

    /// Throws where the Sun is not computed for a day of the period.
    private func check(_ period: ChartPeriod, around now: Instant, in context: CommandContext) throws(CommandError) {
        let today = context.localTime.date(at: now)
        for end in [today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay)] {
            guard end.isComputed else {
                throw .argument(
                    "a chart of \(period.displayName(in: .english)) around \(today) includes \(end), which is out of range; the Sun is computed for the years 1800 to 2200"
                )
            }
        }
    }

    private func write(_ year: DaylightChart, at now: Instant, in context: CommandContext) throws(CommandError) {
        guard html != nil || open else { return }
        let page = year.page(showing: self.period, at: now, isPretended: moment.at != nil)
        let path: String
        if let html {
            path = html
            try write(page, to: html)
        } else {
            let file = StateFile.page(openedBy: defaultBrowserCommand(), environment: context.environment)
            path = file.path
            do { try file.write(page) } catch { throw .file(path: path, error) }
        }
        guard open else { return }
        do { try openOnDesktop(path) } catch { throw .opener(path: path, error) }
    }

    /// The file name that means standard output.
    private static let standardOutput = "-"

    private func write(_ text: String, to path: String) throws(CommandError) {
        if path == Self.standardOutput { return try writeOutput(text) }
        do { try writeDocument(text, to: path) } catch { throw .file(path: path, error) }
    }

    private static func period(_ text: String) throws -> ChartPeriod {
        guard let period = ChartPeriod(rawValue: text) else {
            throw ValidationError("it is not a period; give 3m, 6m or 1y")
        }
        return period
    }
}

/// The period of the chart at the last call.
extension StateFile {
    /// The saved period; nil if there is none, or the file is damaged.
    fileprivate var period: ChartPeriod? {
        read().flatMap { ChartPeriod(rawValue: $0.filter { !$0.isWhitespace }) }
    }

    /// Saves the period for the next call. If that fails, the next call shows a year.
    fileprivate func save(_ period: ChartPeriod) {
        guard period != self.period else { return }
        try? write(period.rawValue + "\n")
    }
}
