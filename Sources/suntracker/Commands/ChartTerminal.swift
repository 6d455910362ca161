// SPDX-License-Identifier: MIT
import Configuration
import Dispatch
import Solar
import Tracker
import Wording

/// The chart on the terminal of standard input and output.
@MainActor
final class ChartSession {
    private var browser: ChartBrowser
    private let depth: ColourDepth

    static func run(_ browser: ChartBrowser, _ depth: ColourDepth) throws(CommandError) -> Never {
        let session = ChartSession(browser, depth)
        let view = try LiveView(
            lines: { session.lines(in: $0) }, handle: { session.browser.handle($0) })
        view.draw()
        withExtendedLifetime(view) { dispatchMain() }
    }

    private init(_ browser: ChartBrowser, _ depth: ColourDepth) { (self.browser, self.depth) = (browser, depth) }

    private func lines(in window: WindowSize) -> [String] {
        browser.resize(to: window)
        return browser.lines(depth).map { $0.escaped(depth) }
    }
}

struct ChartBrowser: Sendable {
    private(set) var period: ChartPeriod
    private(set) var window: WindowSize
    private var selected: Int
    let year: DaylightChart
    private(set) var readoutRows: Int

    init(_ year: DaylightChart, showing period: ChartPeriod, in window: WindowSize = .usual) {
        self.year = year
        self.period = period
        self.window = window
        selected = year.todayIndex
        readoutRows = Self.readoutRows(for: year, in: window)
    }

    /// Handles a key, and returns false if it leaves the chart.
    mutating func handle(_ key: TerminalKeys.Key) -> Bool {
        switch key {
        case .left: select(selected - 1)
        case .right: select(selected + 1)
        case .up: select(selected - 7)
        case .down: select(selected + 7)
        case .pageUp: select(selected - 28)
        case .pageDown: select(selected + 28)
        case .home: select(0)
        case .end: select(year.days.count - 1)
        case .character("1"): show(.threeMonths)
        case .character("2"): show(.sixMonths)
        case .character("3"): show(.year)
        case .character("t"), .character("T"): select(year.todayIndex)
        case .character("q"), .character("Q"): return false
        case .character: break
        }
        return true
    }

    mutating func resize(to window: WindowSize) {
        if window.columns != self.window.columns { readoutRows = Self.readoutRows(for: year, in: window) }
        self.window = window
    }

    var chart: DaylightChart { year.narrowed(to: period) }
    /// The index of the selected day in `chart`.
    var selectedIndex: Int { selected - year.indices(of: period).lowerBound }
    var selectedDay: ChartDay { year.days[selected] }

    private mutating func select(_ index: Int) {
        let shown = year.indices(of: period)
        selected = min(max(index, shown.lowerBound), shown.upperBound - 1)
    }

    private mutating func show(_ period: ChartPeriod) {
        self.period = period
        select(selected)
    }
}

extension ChartBrowser {
    func lines(_ depth: ColourDepth) -> [[StyledText]] {
        let below = readout + [legend(depth), [StyledText(keys, .faint)]]
        let plotRows = window.rows - 2 - 1 - below.count
        let plot = ChartPlot(chart: chart, columns: window.columns - gutter, rows: max(0, plotRows))
        let lines = plotRows > 0 ? [heading, marks(above: plot)] + drawing(plot, depth) : []
        return Array((lines + below).suffix(window.rows))
    }

    private static let hours = [24, 18, 12, 6, 0]

    /// The number of columns for the labels of the hours and the space after them.
    private var gutter: Int { 1 + (Self.hours.map { year.localTime.text(ofHour: $0).columns }.max() ?? 0) }

    private var heading: [StyledText] {
        let (place, words) = (year.place, year.words)
        func periods(_ name: (ChartPeriod) -> String) -> [StyledText] {
            ChartPeriod.allCases.map { StyledText(" \(name($0)) ", $0 == period ? .reversed : .plain) }
        }
        let long = periods { $0.displayName(in: words) }
        // The place must have half of the row.
        let isLongEnough = window.columns >= 72 && long.columns <= window.columns / 2
        let names = isLongEnough ? long : periods { $0.shortDisplayName(in: words) }
        let space = max(0, window.columns - names.columns - 1)
        let full = [place.heading(in: words), place.nameAndPosition(in: words)].first { $0.columns <= space }
        let title = full ?? place.name?.text(in: words) ?? place.nameAndPosition(in: words)
        return [StyledText(title.fitted(to: space), .bold), StyledText(" ")] + names
    }

    private func marks(above plot: ChartPlot) -> [StyledText] {
        let (gutter, words) = (gutter, year.words)
        // The texts at their first cells: a space for a free cell, and nothing for the other cells of a text.
        var cells = Array(repeating: " ", count: window.columns)
        /// Writes a text if its cells and a margin are free.
        func isWritten(_ text: String, at column: Int, margin: Int) -> Bool {
            let end = column + text.columns
            guard column >= 0, column < end, end <= cells.count,
                cells[max(0, column - margin)..<min(cells.count, end + margin)].allSatisfy({ $0 == " " })
            else { return false }
            cells.replaceSubrange(column..<end, with: [text] + Array(repeating: "", count: text.columns - 1))
            return true
        }
        /// Writes a label on whichever side of its sign has room for it, or else the sign alone.
        func write(_ label: String, at index: Int) {
            let column = gutter + plot.column(ofDay: index)
            let places = [("▾" + label, column, 1), (label + "▾", column - label.columns, 1), ("▾", column, 0)]
            _ = places.contains { isWritten($0, at: $1, margin: $2) }
        }
        // TRANSLATORS: a mark in a narrow chart: at most 9 columns
        write(words.inContext("chart", "today"), at: plot.chart.todayIndex)
        for (index, day) in plot.chart.days.enumerated() {
            guard let change = day.clockChange else { continue }
            let sign = change.shift > .zero ? "+" : "−"
            write("\(sign)\(change.size(in: words))", at: index)
        }
        return [StyledText(cells.joined(), .faint)]
    }

    private func drawing(_ plot: ChartPlot, _ depth: ColourDepth) -> [[StyledText]] {
        let gutter = gutter
        var hours = Array(repeating: String.spaces(gutter), count: plot.rows)
        for hour in Self.hours {
            let name = year.localTime.text(ofHour: hour) + " "
            hours[min(plot.rows - 1, plot.rows * (24 - hour) / 24)] = .spaces(gutter - name.columns) + name
        }
        let lines = plot.lines(selected: selectedIndex, depth: depth)
        return zip(hours, lines).map { [StyledText($0, .faint)] + $1 } + [months(under: plot)]
    }

    /// The names of the months below the plot, each at its first day, as many as fit.
    private func months(under plot: ChartPlot) -> [StyledText] {
        let gutter = gutter
        var line = String.spaces(gutter)
        for (index, day) in plot.chart.days.enumerated() where day.date.day == 1 {
            let column = gutter + plot.column(ofDay: index)
            let name = "╵" + year.words.shortMonth(day.date.month)
            guard column >= line.columns, column + name.columns <= window.columns else { continue }
            line += .spaces(column - line.columns) + name
        }
        return [StyledText(line, .faint)]
    }

    private var readout: [[StyledText]] {
        let day = year.text(of: selectedDay)
        let lines = Self.readout(of: day, notes: day.notes, columns: window.columns)
        return (lines + Array(repeating: [], count: readoutRows)).prefix(readoutRows).map { $0 }
    }

    private static func readout(of day: ChartDayText, notes: [String], columns: Int) -> [[StyledText]] {
        let words = day.words
        // TRANSLATORS: the placeholder of these three can also be "none"
        let (sunrise, sunset, daylight) = (
            words("Sunrise {time}", ["time": day.sunrise]), words("Sunset {time}", ["time": day.sunset]),
            words("Daylight {duration}", ["duration": day.daylight])
        )
        var width = min(day.shortDate.columns, columns)
        var lines = [[StyledText(day.shortDate.fitted(to: width), .bold)]]
        for part in [sunrise, sunset, daylight, day.change] + notes {
            if width + 2 + part.columns <= columns {
                lines[lines.count - 1].append(StyledText("  " + part))
                width += 2 + part.columns
            } else {
                width = min(part.columns, columns)
                lines.append([StyledText(part.fitted(to: width))])
            }
        }
        return lines
    }

    /// The number of rows for the text of the selected day. It is enough for every day without its notes, and usually
    /// for a note, so the plot keeps its size from day to day.
    static func readoutRows(for year: DaylightChart, in window: WindowSize) -> Int {
        let usual = window.columns >= 78 ? 2 : 3
        let needed = year.days.lazy.map { day in
            readout(of: year.text(of: day), notes: [], columns: window.columns).count
        }.max()
        return max(usual, needed ?? 0)
    }

    private var keys: String {
        let words = year.words
        // TRANSLATORS: the keys of the chart and what they do. The keys t and q stay; at most 80 columns
        let long = words("←→ day  ↑↓ week  PgUp PgDn 4 weeks  t today  1 2 3 period  q quit")
        // TRANSLATORS: the same for a narrow window: at most 40 columns
        let short = words("←→↑↓ days  1-3 period  q quit")
        let keys = long.columns <= window.columns ? long : short
        return keys.fitted(to: window.columns)
    }
}

extension ChartBrowser {
    /// The names of the shades in one line, from the brightest to the night, as below the table. In a narrow window, the
    /// short names, as many as fit.
    private func legend(_ depth: ColourDepth) -> [StyledText] {
        func line(_ name: (DayPhase) -> String, upTo columns: Int) -> [StyledText] {
            DayPhase.allCases.reversed().reduce(into: []) { line, phase in
                let shade = String(repeating: phase.shade(isASCII: false), count: 2)
                let sample = depth == .none ? StyledText(shade) : StyledText("  ", .init(background: phase.colour))
                let entry = [StyledText(line.isEmpty ? "" : "  "), sample, StyledText(" \(name(phase))", .faint)]
                if line.columns + entry.columns <= columns { line += entry }
            }
        }
        let words = year.words
        let long = line({ $0.displayName(in: words) }, upTo: .max)
        return long.columns <= window.columns ? long : line({ $0.shortName(in: words) }, upTo: window.columns)
    }
}

extension Sequence<StyledText> {
    fileprivate var columns: Int { reduce(0) { $0 + $1.text.columns } }
}

extension ZoneTransition {
    /// `1h`, `30m`.
    fileprivate func size(in words: Localizer) -> String {
        let minutes = abs(shift.nearestSeconds) / 60
        // TRANSLATORS: the size of a clock change in a narrow chart, without a space: 1h, 30m
        return minutes % 60 == 0
            ? words.inContext("abbreviated", "{hours}h", ["hours": "\(minutes / 60)"])
            : words.inContext("abbreviated", "{minutes}m", ["minutes": "\(minutes)"])
    }
}

/// The drawing of a chart in the cells of a terminal: days from left to right, the hours of the day upwards.
struct ChartPlot {
    let chart: DaylightChart
    let columns: Int
    let rows: Int

    func day(atColumn column: Int) -> Int {
        let column = min(max(column, 0), columns - 1)
        return (2 * column + 1) * chart.days.count / (2 * columns)
    }

    func column(ofDay index: Int) -> Int {
        (2 * index + 1) * columns / (2 * chart.days.count)
    }

    /// The rows from the top, one cell per column, with a line through the selected day.
    func lines(selected: Int, depth: ColourDepth) -> [[StyledText]] {
        let lights = (0..<columns).map { column in
            Array(chart.days[day(atColumn: column)].light.samples(rows * Self.eighths).reversed())
        }
        let cursor = column(ofDay: selected)
        return (0..<rows).map { row in
            (0..<columns).map { column in
                let cell = lights[column][row * Self.eighths..<(row + 1) * Self.eighths]
                if column == cursor { return Self.cursor(over: cell[cell.startIndex + Self.eighths / 2]) }
                return depth == .none ? Self.shade(cell) : Self.blocks(cell)
            }
        }
    }

    /// A cell is divided into eighths, like the block characters U+2581 to U+2588.
    private static let eighths = 8

    private static func shade(_ cell: ArraySlice<DayPhase>) -> StyledText {
        let (upper, lower) = (cell[cell.startIndex + 1], cell[cell.endIndex - 2])
        // A sunrise or sunset within the cell is drawn with a precision of half a cell.
        switch (upper, lower) {
        case (.day, .night), (.day, .astronomical): return StyledText("▀")
        case (.night, .day), (.astronomical, .day): return StyledText("▄")
        default: return StyledText(String(cell[cell.startIndex + eighths / 2].shade(isASCII: false)))
        }
    }

    /// Draws a cell in two colours: the upper phase as background, the lower one as foreground. If the cell contains
    /// more than two phases, the two that represent it best are shown.
    static func blocks(_ cell: ArraySlice<DayPhase>) -> StyledText {
        var best = (distance: Int.max, upper: DayPhase.night, lower: DayPhase.night, count: 0)
        for count in 0..<eighths {
            let (upper, lower) = (middle(of: cell.dropLast(count)), middle(of: cell.suffix(count)))
            let distance =
                cell.dropLast(count).reduce(0) { $0 + abs($1.brightness - upper.brightness) }
                + cell.suffix(count).reduce(0) { $0 + abs($1.brightness - lower.brightness) }
            if distance < best.distance { best = (distance, upper, lower, count) }
            if distance == 0 { break }
        }
        guard best.upper != best.lower, best.count > 0, let block = UnicodeScalar(0x2580 + best.count) else {
            return StyledText(" ", .init(background: best.upper.colour))
        }
        return StyledText(String(Character(block)), .init(foreground: best.lower.colour, background: best.upper.colour))
    }

    private static func middle(of lights: ArraySlice<DayPhase>) -> DayPhase {
        guard !lights.isEmpty else { return .night }
        return lights.sorted()[lights.count / 2]
    }

    private static func cursor(over light: DayPhase) -> StyledText {
        StyledText("│", .init(foreground: light >= .civil ? .black : .white, background: light.colour))
    }
}
