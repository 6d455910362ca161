import ArgumentParser
import Glibc
import LinuxPlatform
import Reports
import Solar
import Tracker

/// `suntracker chart [3m|6m|1y]`.
struct ChartCommand: ActingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: "Show how the days grow and shrink, around today.",
        usage: "suntracker chart [3m|6m|1y] [<options>]",
        discussion: """
            On a terminal it is a drawing to move along in: by day with the arrow keys or the mouse, by four weeks with \
            the page keys; 1, 2 and 3 or Tab choose the period, q leaves. Elsewhere it is a table. The period chosen last \
            is remembered.

            With --svg, --html or --open it writes files instead, and to standard output for the file -. The page needs \
            no network.
            """)

    @Argument(
        help: ArgumentHelp("How much: 3 months, 6 months or 1 year. (default: as the last time)", valueName: "period"),
        completion: .list(ChartPeriod.allCases.map(\.rawValue)), transform: Self.period)
    var period: ChartPeriod?

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp(
            "Answer as if it were then: 2026-12-24, or 2026-12-24T08:00:00Z. (default: now)", valueName: "time"),
        transform: MomentOptions.Moment.init(text:))
    var at: MomentOptions.Moment?

    @Option(help: "The form of the answer, a drawing or a table by default.")
    var format: Format?

    @Option(help: ArgumentHelp("Write a drawing for other programs.", valueName: "file"), completion: .file())
    var svg: String?

    @Option(help: ArgumentHelp("Write a page for a browser.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Flag(help: "A table of ASCII characters, also on a terminal.")
    var plain = false

    /// A form of the answer.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, csv
    }

    func validate() throws {
        guard format == nil || svg == nil && html == nil && !open else {
            throw ValidationError("give either --format, or --svg, --html and --open")
        }
        guard svg != Self.standardOutput || html != Self.standardOutput else {
            throw ValidationError(
                "--svg - and --html - would both write to standard output; give a file to one of them")
        }
        guard !open || html != Self.standardOutput else {
            throw ValidationError("--open needs a file; leave --html - out, or give it one")
        }
    }

    func act(in context: CommandContext) throws(CommandError) {
        let memory = ChartMemory(environment: context.environment)
        let period = period ?? memory.period ?? .year
        if self.period != nil { memory.remember(period) }
        let place = try context.place(place)
        let now = try context.instant(of: at)
        let isInteractive = format == nil && svg == nil && html == nil && !open && !plain && context.hasTerminal
        try check(isInteractive || html != nil || open ? .year : period, around: now, in: context)
        func chart(of period: ChartPeriod) -> DaylightChart {
            DaylightChart(of: period, at: place, now: now, localTime: context.localTime)
        }
        if svg != nil || html != nil || open {
            try write(chart(of: .year), showing: period, in: context)
        } else if isInteractive {
            let browser = ChartBrowser(chart(of: .year), showing: period, in: WindowSize(columns: 80, rows: 24))
            var session = ChartSession(browser: browser, depth: context.colourDepth)
            memory.remember(try session.run())
        } else {
            try writeToStandardOutput(render(chart(of: period), in: context))
        }
    }

    /// Whether the Sun is computed for every day of the period.
    private func check(_ period: ChartPeriod, around now: Instant, in context: CommandContext) throws(CommandError) {
        let today = TimeScale.local(context.localTime).date(at: now)
        for end in [today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay)] {
            guard end.isComputed else {
                throw .argument(
                    "a chart of \(period.displayName) around \(today) reaches \(end), which \(CivilDate.outOfRange)")
            }
        }
    }

    private func render(_ chart: DaylightChart, in context: CommandContext) throws(CommandError) -> String {
        switch format ?? .text {
        case .text: return chart.text(columns: context.outputColumns, isASCII: plain)
        case .csv: return chart.csv
        case .json: do { return try chart.json() } catch { throw .encoding(error) }
        }
    }

    private func write(_ year: DaylightChart, showing period: ChartPeriod, in context: CommandContext)
        throws(CommandError)
    {
        if let svg { try write(year.narrowed(to: period).svg, to: svg) }
        guard html != nil || open else { return }
        let page = year.page(showing: period)
        let path: String
        if let html {
            path = html
            try write(page, to: html)
        } else {
            let file = StateFile("chart.html", environment: context.environment)
            path = file.path
            do { try file.write(page) } catch { throw .file(path: path, error) }
        }
        guard open else { return }
        do { try openOnDesktop(path) } catch { throw .opener(path: path, error) }
    }

    /// The name of a file that stands for standard output.
    private static let standardOutput = "-"

    private func write(_ text: String, to path: String) throws(CommandError) {
        if path == Self.standardOutput { return try writeToStandardOutput(text) }
        do { try writeDocument(text, to: path) } catch { throw .file(path: path, error) }
    }

    private static func period(_ text: String) throws -> ChartPeriod {
        guard let period = ChartPeriod(rawValue: text) else {
            throw ValidationError("a chart is of 3m, 6m or 1y")
        }
        return period
    }
}
