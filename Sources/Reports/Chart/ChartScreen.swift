import Solar
package import Terminal
import Tracker

extension ChartBrowser {
    /// All lines of the window, from the top: the place and the periods, the drawing, and the words for the day.
    package func lines(_ depth: ColourDepth) -> [[StyledText]] {
        let words = readout
        let plot = layout.plotRows.isEmpty ? [] : heading(depth) + drawing(depth)
        let lines = plot + words + [[StyledText(keys, .faint)]]
        return Array(lines.suffix(window.rows))
    }

    /// The control sequences that draw the window anew (ECMA-48), from its first cell on and without clearing it before,
    /// which would flicker.
    package func frame(_ depth: ColourDepth) -> String {
        let lines = lines(depth).map { $0.map { $0.escaped(depth) }.joined() + "\u{1B}[K" }
        return "\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J"
    }

    var layout: ChartLayout {
        let longest = Self.hours.map { chart.localTime.text(ofHour: $0).columns }.max() ?? 0
        return ChartLayout(window, hourColumns: longest, readoutRows: readoutRows)
    }

    /// The hours that have names, from the top.
    private static let hours = [24, 18, 12, 6, 0]

    /// As many as the words of nearly any day take, so that the drawing keeps its size from day to day.
    private var readoutRows: Int { window.columns >= 78 ? 2 : window.columns >= 40 ? 3 : 5 }

    private func heading(_ depth: ColourDepth) -> [[StyledText]] {
        let layout = layout
        let space = max(0, (layout.tabs.first?.columns.lowerBound ?? 0) - 1)
        let place = chart.place
        let title =
            [place.heading, place.title].first { $0.columns <= space } ?? place.name?.description ?? place.title
        var line = [StyledText(title.fitted(to: space), .bold), StyledText(" ")]
        line += layout.tabs.map { tab in
            let name = ChartLayout.name(of: tab.period, short: layout.hasShortTabs)
            return StyledText(name, tab.period == period ? .reversed : .plain)
        }
        return [line, marks]
    }

    /// Above the drawing: where today is, and where the clocks change.
    private var marks: [StyledText] {
        let layout = layout
        let plot = ChartPlot(chart: chart, columns: layout.plotColumns.count, rows: layout.plotRows.count)
        var cells = Array(repeating: Character(" "), count: window.columns)
        /// Beside a sign on the side where there is room, after a blank; else the sign stands alone.
        func write(_ words: String, at index: Int) {
            let column = layout.plotColumns.lowerBound + plot.column(ofDay: index)
            for (text, start) in [("▾" + words, column), (words + "▾", column - words.count), ("▾", column)] {
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

    /// Under the drawing: the months at their first days, as many as there is room for.
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

    /// The selected day in words, in lines of the window's width.
    private var readout: [[StyledText]] {
        let words = ChartDayText(selectedDay, by: chart.localTime)
        var parts = ["Sunrise \(words.sunrise)", "Sunset \(words.sunset)", "Daylight \(words.daylight)", words.change]
        parts += words.notes
        var lines = [[StyledText(words.shortDate, .bold)]]
        var width = words.shortDate.count
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

extension ClockChange {
    /// `1h`, `30m`.
    fileprivate var size: String {
        let minutes = abs(offsetAfter - offsetBefore) / 60
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m"
    }
}
