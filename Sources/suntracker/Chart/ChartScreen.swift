import Solar
import Tracker
import Wording

extension ChartBrowser {
    /// All lines of the window, from the top: the place and the periods, the plot, and the text for the selected day.
    func lines(_ depth: ColourDepth) -> [[StyledText]] {
        let below = readout + [legend(depth), [StyledText(keys, .faint)]]
        let plotRows = window.rows - 2 - 1 - below.count
        let plot = ChartPlot(chart: chart, columns: window.columns - gutter, rows: max(0, plotRows))
        let lines = plotRows > 0 ? [heading, marks(above: plot)] + drawing(plot, depth) : []
        return Array((lines + below).suffix(window.rows))
    }

    /// The labelled hours, from the top.
    private static let hours = [24, 18, 12, 6, 0]

    /// The number of columns for the labels of the hours and the space after them.
    private var gutter: Int { 1 + (Self.hours.map { year.localTime.text(ofHour: $0).columns }.max() ?? 0) }

    /// The place and the periods.
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

    /// The marks of today and the clock changes.
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
            let sign = change.offsetAfter > change.offsetBefore ? "+" : "−"
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

    /// The text for the selected day, in lines of the width of the window.
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
    /// The names of the shades in one line, from the brightest, as below the table. In a narrow window, the short
    /// names, as many as fit.
    private func legend(_ depth: ColourDepth) -> [StyledText] {
        func line(_ name: (DayPhase) -> String, upTo columns: Int) -> [StyledText] {
            DayPhase.allCases.dropFirst().reversed().reduce(into: []) { line, phase in
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
    /// The number of terminal columns of the texts together.
    fileprivate var columns: Int { reduce(0) { $0 + $1.text.columns } }
}

extension ZoneTransition {
    /// `1h`, `30m`.
    fileprivate func size(in words: Localizer) -> String {
        let minutes = abs(offsetAfter - offsetBefore) / 60
        // TRANSLATORS: the size of a clock change in a narrow chart, without a space: 1h, 30m
        return minutes % 60 == 0
            ? words.inContext("abbreviated", "{hours}h", ["hours": "\(minutes / 60)"])
            : words.inContext("abbreviated", "{minutes}m", ["minutes": "\(minutes)"])
    }
}
