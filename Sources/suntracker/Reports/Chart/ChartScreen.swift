import Solar
import Tracker

extension ChartBrowser {
    /// All lines of the window, from the top: the place and the periods, the plot, and the text for the selected day.
    func lines(_ depth: ColourDepth) -> [[StyledText]] {
        if isLegendShown { return legend(depth) }
        let lines = (plotRows.isEmpty ? [] : heading + drawing(depth)) + readout + [[StyledText(keys, .faint)]]
        return Array(lines.suffix(window.rows))
    }

    /// The text and control sequences that redraw the window.
    func frame(_ depth: ColourDepth) -> String {
        TextFrame(lines: lines(depth).map { $0.escaped(depth) }, rows: window.rows).text
    }

    private var heading: [[StyledText]] {
        let (place, tabs, words) = (year.place, tabs, year.words)
        let space = max(0, (tabs.first?.columns.lowerBound ?? 0) - 1)
        let full = [place.heading(in: words), place.nameAndPosition(in: words)].first { $0.columns <= space }
        let title = full ?? place.name?.text(in: words) ?? place.nameAndPosition(in: words)
        let names = tabs.map { StyledText($0.name, $0.period == period ? .reversed : .plain) }
        return [[StyledText(title.fitted(to: space), .bold), StyledText(" ")] + names, marks]
    }

    /// The marks above the plot: today and the clock changes.
    private var marks: [StyledText] {
        let (plot, gutter, words) = (plot, gutter, year.words)
        // The texts at their first cells: a space for a free cell, and nothing for the other cells of a text.
        var cells = Array(repeating: " ", count: window.columns)
        /// Writes a text if its cells, and so many beside it, are free.
        func isWritten(_ text: String, at column: Int, margin: Int) -> Bool {
            let end = column + text.columns
            guard column >= 0, column < end, end <= cells.count,
                cells[max(0, column - margin)..<min(cells.count, end + margin)].allSatisfy({ $0 == " " })
            else { return false }
            cells.replaceSubrange(column..<end, with: [text] + Array(repeating: "", count: text.columns - 1))
            return true
        }
        /// Writes a label on the side of its sign that has room for it, else the sign alone.
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

    private func drawing(_ depth: ColourDepth) -> [[StyledText]] {
        let (plot, gutter) = (plot, gutter)
        var hours = Array(repeating: String.spaces(gutter), count: plot.rows)
        for hour in Self.hours {
            let name = year.localTime.text(ofHour: hour) + " "
            hours[min(plot.rows - 1, plot.rows * (24 - hour) / 24)] = .spaces(gutter - name.columns) + name
        }
        let lines = plot.lines(selected: selectedIndex, depth: depth)
        return zip(hours, lines).map { [StyledText($0, .faint)] + $1 } + [months(under: plot)]
    }

    /// The months below the plot, at their first days, as many as fit.
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
        // TRANSLATORS: the blank of these three can also be "none"
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

    /// Enough rows for the text of nearly all days, so that the plot keeps its size from day to day: for that of all days
    /// without their notes, and usually for a note.
    static func readoutRows(for year: DaylightChart, in window: WindowSize) -> Int {
        let usual = window.columns >= 78 ? 2 : window.columns >= 40 ? 3 : 5
        let needed = year.days.lazy.map { day in
            readout(of: year.text(of: day), notes: [], columns: window.columns).count
        }.max()
        return max(usual, needed ?? 0)
    }

    private var keys: String {
        let words = year.words
        // TRANSLATORS: the keys of the chart and what they do. The keys t, ? and q stay; at most 80 columns
        let long = words("←→ day  ↑↓ week  PgUp PgDn 4 weeks  t today  1 2 3 Tab period  ? shades  q quit")
        // TRANSLATORS: the same for a narrow window: at most 40 columns
        let short = words("←→↑↓ days  1-3 period  ? shades  q quit")
        let keys = long.columns <= window.columns ? long : short
        return keys.fitted(to: window.columns)
    }
}

extension ChartBrowser {
    /// The meaning of the shades, from the brightest.
    private func legend(_ depth: ColourDepth) -> [[StyledText]] {
        let words = year.words
        func lines(_ text: String, _ style: StyledText.Style) -> [[StyledText]] {
            text.wrapped(to: window.columns).map { [StyledText($0, style)] }
        }
        let entries = DayPhase.allCases.reversed().flatMap { phase in
            let shade = String(repeating: phase.shade(isASCII: false), count: 2)
            let sample =
                depth == .none ? StyledText(shade) : StyledText("  ", .init(background: phase.colour))
            let text = words.list([phase.capitalizedDisplayName(in: words), phase.meaning(in: words)])
            return text.wrapped(to: max(1, window.columns - 4)).enumerated().map { index, line in
                [index == 0 ? sample : StyledText("  "), StyledText("  " + line)]
            }
        }
        // TRANSLATORS: in a window of a terminal
        let end = lines(words("Any key goes back to the chart"), .faint)
        let all = lines(words("What the shades mean"), .bold) + [[]] + entries + [[]] + end
        // A window that is too narrow for the words has their beginnings.
        return all.prefix(window.rows).map { line in
            line.reduce(into: []) { fitting, part in
                let space = window.columns - fitting.reduce(0) { $0 + $1.text.columns }
                fitting.append(StyledText(part.text.leading(space), part.style))
            }
        }
    }
}

extension DayPhase {
    /// The altitude of the Sun: `the Sun 6° to 12° below the horizon`.
    fileprivate func meaning(in words: Localizer) -> String {
        func between(_ upper: Int, _ lower: Int) -> String {
            words("the Sun {upper}° to {lower}° below the horizon", ["upper": "\(upper)", "lower": "\(lower)"])
        }
        return switch self {
        case .day: words("the Sun is up")
        case .civil: between(0, 6)
        case .nautical: between(6, 12)
        case .astronomical: between(12, 18)
        case .night: words("the Sun more than {degrees}° below the horizon", ["degrees": "18"])
        }
    }
}

extension ZoneTransition {
    /// `1h`, `30m`.
    fileprivate func size(in words: Localizer) -> String {
        let minutes = abs(offsetAfter - offsetBefore) / 60
        // TRANSLATORS: the size of a change of the clocks in a narrow chart, without a space: 1h, 30m
        return minutes % 60 == 0
            ? words.inContext("abbreviated", "{hours}h", ["hours": "\(minutes / 60)"])
            : words.inContext("abbreviated", "{minutes}m", ["minutes": "\(minutes)"])
    }
}
