import Solar
package import Terminal
import Tracker

extension ChartBrowser {
    /// All lines of the window, from the top: the place and the periods, the plot, and the text for the selected day.
    package func lines(_ depth: ColourDepth) -> [[StyledText]] {
        let plot = layout.plotRows.isEmpty ? [] : heading(depth) + drawing(depth)
        let lines = plot + readout + [[StyledText(keys, .faint)]]
        return Array(lines.suffix(window.rows))
    }

    /// The control sequences (ECMA-48) that redraw the window from its first cell. They do not clear it first, which would
    /// flicker.
    package func frame(_ depth: ColourDepth) -> String {
        let lines = lines(depth).map { $0.escaped(depth, inWindowOf: window.columns) }
        return "\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J"
    }

    var layout: ChartLayout {
        let longest = Self.hours.map { chart.localTime.text(ofHour: $0).columns }.max() ?? 0
        return ChartLayout(window, hourColumns: longest, readoutRows: readoutRows)
    }

    /// The labelled hours, from the top.
    private static let hours = [24, 18, 12, 6, 0]

    /// Enough rows for the text of nearly all days, so that the plot keeps its size from day to day.
    private var readoutRows: Int { window.columns >= 78 ? 2 : window.columns >= 40 ? 3 : 5 }

    private func heading(_ depth: ColourDepth) -> [[StyledText]] {
        let layout = layout
        let space = max(0, (layout.tabs.first?.columns.lowerBound ?? 0) - 1)
        let place = chart.place
        let full = [place.heading, place.nameAndPosition].first { $0.columns <= space }
        let title = full ?? place.name?.description ?? place.nameAndPosition
        var line = [StyledText(title.fitted(to: space), .bold), StyledText(" ")]
        line += layout.tabs.map { tab in
            let name = ChartLayout.name(of: tab.period, short: layout.hasShortTabs)
            return StyledText(name, tab.period == period ? .reversed : .plain)
        }
        return [line, marks]
    }

    /// The marks above the plot: today and the clock changes.
    private var marks: [StyledText] {
        let layout = layout
        let plot = ChartPlot(chart: chart, columns: layout.plotColumns.count, rows: layout.plotRows.count)
        var cells = Array(repeating: Character(" "), count: window.columns)
        /// Writes a label on the side of its sign that has room for it, else the sign alone.
        func write(_ label: String, at index: Int) {
            let column = layout.plotColumns.lowerBound + plot.column(ofDay: index)
            for (text, start) in [("▾" + label, column), (label + "▾", column - label.count), ("▾", column)] {
                let around = max(0, start - 1)..<min(cells.count, start + text.count + 1)
                guard start >= 0, start + text.count <= cells.count,
                    text == "▾" || cells[around].allSatisfy({ $0 == " " })
                else { continue }
                cells.replaceSubrange(start..<start + text.count, with: text)
                return
            }
        }
        write("today", at: chart.todayIndex)
        for (index, day) in chart.days.enumerated() {
            guard let change = day.clockChange else { continue }
            write("\(change.offsetAfter > change.offsetBefore ? "+" : "−")\(change.size)", at: index)
        }
        return [StyledText(String(cells), .faint)]
    }

    private func drawing(_ depth: ColourDepth) -> [[StyledText]] {
        let layout = layout
        let plot = ChartPlot(chart: chart, columns: layout.plotColumns.count, rows: layout.plotRows.count)
        var hours = Array(repeating: String.spaces(layout.gutter), count: plot.rows)
        for hour in Self.hours {
            let name = chart.localTime.text(ofHour: hour) + " "
            hours[min(plot.rows - 1, plot.rows * (24 - hour) / 24)] = .spaces(layout.gutter - name.columns) + name
        }
        let lines = plot.lines(selected: selectedIndex, depth: depth)
        return zip(hours, lines).map { [StyledText($0, .faint)] + $1 } + [months(under: plot)]
    }

    /// The months below the plot, at their first days, as many as fit.
    private func months(under plot: ChartPlot) -> [StyledText] {
        let gutter = layout.gutter
        var line = String.spaces(gutter)
        for (index, day) in chart.days.enumerated() where day.date.day == 1 {
            let column = gutter + plot.column(ofDay: index)
            let name = "╵" + day.date.monthName.prefix(3)
            guard column >= line.count, column + name.count <= window.columns else { continue }
            line += String(repeating: " ", count: column - line.count) + name
        }
        return [StyledText(line, .faint)]
    }

    /// The text for the selected day, in lines of the width of the window.
    private var readout: [[StyledText]] {
        let day = ChartDayText(selectedDay, by: chart.localTime)
        var parts = ["Sunrise \(day.sunrise)", "Sunset \(day.sunset)", "Daylight \(day.daylight)", day.change]
        parts += day.notes
        var width = min(day.shortDate.count, window.columns)
        var lines = [[StyledText(day.shortDate.fitted(to: width), .bold)]]
        for part in parts {
            if width + 2 + part.count <= window.columns {
                lines[lines.count - 1].append(StyledText("  " + part))
                width += 2 + part.count
            } else {
                lines.append([StyledText(part.fitted(to: min(part.count, window.columns)))])
                width = min(part.count, window.columns)
            }
        }
        return (lines + Array(repeating: [], count: readoutRows)).prefix(readoutRows).map { $0 }
    }

    private var keys: String {
        let long = "←→ day  ↑↓ week  PgUp PgDn 4 weeks  Home End  t today  1 2 3 Tab period  q quit"
        let short = "←→↑↓ days  1 2 3 period  q quit"
        return (long.count <= window.columns ? long : short).fitted(to: window.columns)
    }
}

extension ZoneTransition {
    /// `1h`, `30m`.
    fileprivate var size: String {
        let minutes = abs(offsetAfter - offsetBefore) / 60
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m"
    }
}

/// The positions of the parts of the chart in a window.
struct ChartLayout {
    /// The cells of the plot.
    let plotColumns: Range<Int>
    let plotRows: Range<Int>
    /// The cells of the first row that select a period.
    let tabs: [(period: ChartPeriod, columns: Range<Int>)]
    /// Whether the names of the periods are shortened to `3m`.
    let hasShortTabs: Bool
    /// The number of columns for the labels of the hours and the space after them.
    let gutter: Int

    /// - Parameters:
    ///   - hourColumns: The width of the longest label of an hour.
    ///   - readoutRows: The number of rows for the text of the selected day.
    init(_ window: WindowSize, hourColumns: Int, readoutRows: Int) {
        gutter = hourColumns + 1
        hasShortTabs = window.columns < 72
        var tabs: [(period: ChartPeriod, columns: Range<Int>)] = []
        var end = window.columns
        for period in ChartPeriod.allCases.reversed() {
            let start = end - Self.name(of: period, short: hasShortTabs).count
            tabs.insert((period, start..<end), at: 0)
            end = start
        }
        self.tabs = tabs
        plotColumns = gutter..<max(gutter + 1, window.columns)
        // Above: the heading and the marks. Below: the months, the text and the keys. A window too narrow for the periods has
        // only the text.
        plotRows = 2..<(end > 0 ? max(2, window.rows - readoutRows - 3) : 2)
    }

    /// ` 3 months `, ` 3m `.
    static func name(of period: ChartPeriod, short: Bool) -> String {
        " \(short ? period.rawValue : period.displayName) "
    }
}

/// The size of a terminal window in cells.
package struct WindowSize: Hashable, Sendable {
    /// The columns, at least 1.
    package let columns: Int
    /// The rows, at least 1.
    package let rows: Int

    /// A window size. Values below 1 are raised to 1.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
