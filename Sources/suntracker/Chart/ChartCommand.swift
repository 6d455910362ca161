import ArgumentParser
import CommandPlatform
import Glibc
import LinuxPlatform
import Reports
import Solar
import Terminal
import Tracker

/// `suntracker chart [3m|6m|1y]`.
struct ChartCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "chart",
        abstract: translatable("Show how the days grow and shrink around today."),
        usage: "suntracker chart [3m|6m|1y] [<options>]",
        discussion: [
            translatable(
                "On a terminal the chart is an interactive drawing: move by a day with the arrow keys or the mouse, "
                    + "by four weeks with the page keys, choose the period with 1, 2, 3 or Tab, and quit with q. Elsewhere "
                    + "it is a table. The period is saved for the next call."),
            translatable(
                "With --svg, --html or --open the chart is written to a file instead; the file - is standard output. "
                    + "The page needs no network."),
        ].joined(separator: "\n\n"))

    @Argument(
        help: .translatable(
            "3 months, 6 months or 1 year. (default: that of the last call, or 1y)", valueName: "period"),
        completion: .list(ChartPeriod.allCases.map(\.rawValue)), transform: Self.period)
    var period: ChartPeriod?

    @OptionGroup var place: PlaceOptions

    @OptionGroup var moment: MomentOptions

    @Option(help: .translatable("The output format; by default a drawing or a table."))
    var format: Format?

    @Option(help: .translatable("Write the chart as an SVG drawing.", valueName: "file"), completion: .file())
    var svg: String?

    @Option(help: .translatable("Write the chart as a page for a browser.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(help: .translatable("Open the page in the browser."))
    var open = false

    @Flag(help: .translatable("Let the page begin at the part about the place."))
    var atPlace = false

    @Flag(help: .translatable("Print a table of ASCII characters, also on a terminal."))
    var plain = false

    /// An output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, csv
    }

    func validate() throws {
        guard format == nil || svg == nil && html == nil && !open else {
            throw UsageError { words in
                words("--format cannot be combined with --svg, --html or --open; remove one of them")
            }
        }
        guard !atPlace || open || html != nil else {
            throw UsageError { words in words("--at-place is about the page; add --open or --html") }
        }
        guard svg != Self.standardOutput || html != Self.standardOutput else {
            throw UsageError { words in
                words("--svg - and --html - both write to standard output; give a file to one of them")
            }
        }
        guard !open || html != Self.standardOutput else {
            throw UsageError { words in words("--open needs a file; remove --html -, or give it a file") }
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let memory = ChartMemory(environment: context.environment)
        let period = period ?? memory.period ?? .year
        if self.period != nil { memory.remember(period) }
        let place = try context.place(place)
        let now = try context.instant(moment)
        let isInteractive =
            format == nil && svg == nil && html == nil && !open && !plain && context.terminal.isInteractive
        try check(isInteractive || html != nil || open ? .year : period, around: now, in: context)
        let isDocument = svg != nil || html != nil || open
        let words = context.words.laidOut(for: isDocument ? .title : .terminal)
        func chart(of period: ChartPeriod) -> DaylightChart {
            DaylightChart(of: period, at: place, now: now, localTime: context.localTime, in: words)
        }
        if isDocument {
            try write(chart(of: .year), showing: period, in: context)
        } else if isInteractive {
            let browser = ChartBrowser(chart(of: .year), showing: period, in: WindowSize(columns: 80, rows: 24))
            var session = ChartSession(browser: browser, depth: context.terminal.colourDepth)
            memory.remember(try session.run())
        } else {
            return Answer(try render(chart(of: period), in: context))
        }
        return .written
    }

    /// Throws where the Sun is not computed for a day of the period.
    private func check(_ period: ChartPeriod, around now: Instant, in context: CommandContext) throws(CommandError) {
        let today = TimeScale.local(context.localTime).date(at: now)
        for end in [today.adding(days: -period.daysEachWay), today.adding(days: period.daysEachWay)] {
            guard end.isComputed else {
                throw .argument { words in
                    words(
                        "a chart of {period} around {today} includes {date}, which is out of range; the Sun is computed for the years 1800 to 2200",
                        ["period": period.displayName(in: words), "today": "\(today)", "date": "\(end)"])
                }
            }
        }
    }

    private func render(_ chart: DaylightChart, in context: CommandContext) throws(CommandError) -> String {
        switch format ?? .text {
        case .text: return chart.text(columns: context.terminal.columns, isASCII: plain)
        case .csv: return chart.csv
        case .json: return try encoding { try chart.json() }
        }
    }

    private func write(_ year: DaylightChart, showing period: ChartPeriod, in context: CommandContext)
        throws(CommandError)
    {
        if let svg { try write(year.narrowed(to: period).svg, to: svg) }
        guard html != nil || open else { return }
        let page = year.page(showing: period, startingAt: atPlace ? .place : .chart)
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

    /// The file name that means standard output.
    private static let standardOutput = "-"

    private func write(_ text: String, to path: String) throws(CommandError) {
        if path == Self.standardOutput { return try writeOutput(text) }
        do { try writeDocument(text, to: path) } catch { throw .file(path: path, error) }
    }

    private static func period(_ text: String) throws -> ChartPeriod {
        guard let period = ChartPeriod(rawValue: text) else {
            throw UsageError { words in words("it is not a period; give 3m, 6m or 1y") }
        }
        return period
    }
}

/// The period of the chart at the last call, saved in the state folder.
struct ChartMemory {
    private let file: StateFile

    init(environment: Environment) {
        file = StateFile("chart-period", environment: environment)
    }

    /// The saved period; nil if there is none, or the file is damaged.
    var period: ChartPeriod? {
        file.read().flatMap { ChartPeriod(rawValue: $0.filter { !$0.isWhitespace }) }
    }

    /// Saves the period for the next call. If that fails, the next call shows a year.
    func remember(_ period: ChartPeriod) {
        guard period != self.period else { return }
        try? file.write(period.rawValue + "\n")
    }
}

/// The interactive chart on the alternate screen of a terminal.
struct ChartSession {
    var browser: ChartBrowser
    let depth: ColourDepth

    /// The signals that end the session; with SIGTSTP, SIGCONT and SIGWINCH, all that it handles.
    static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    static let signals = ending + [SIGTSTP, SIGCONT, SIGWINCH]

    /// Runs until the user quits. Returns the period shown last.
    mutating func run() throws(CommandError) -> ChartPeriod {
        do {
            let events = try TerminalEvents(input: STDIN_FILENO, signals: Self.signals)
            var screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, .mouse)
            var keys = TerminalKeys()
            draw(on: screen)
            while true {
                switch events.next() {
                case .input(let bytes):
                    // Keys that come faster than they are drawn are read together.
                    let inputs = keys.read(bytes).flatMap(ChartBrowser.Key.keys)
                    let reactions = inputs.map { browser.handle($0) }
                    if reactions.contains(.leave) { return browser.period }
                    if reactions.contains(.redraw) { screen.write(browser.frame(depth)) }
                case .signal(let signal) where Self.ending.contains(signal):
                    screen.leave()
                    surrender(to: signal)
                    return browser.period
                case .signal(SIGTSTP):
                    screen.leave()
                    surrender(to: SIGTSTP)
                    screen.enter()
                    draw(on: screen)
                case .signal(let signal):
                    if signal == SIGCONT { screen.enter() }
                    draw(on: screen)
                case .end:
                    return browser.period
                }
            }
        } catch {
            throw .terminal(error)
        }
    }

    private mutating func draw(on screen: borrowing TerminalScreen) {
        if let size = screen.size {
            _ = browser.handle(.resize(WindowSize(columns: size.columns, rows: size.rows)))
        }
        screen.write(browser.frame(depth))
    }
}
