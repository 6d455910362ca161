import Tracker

/// An interactive chart in a terminal window, with one selected day.
struct ChartBrowser: ScreenView, Sendable {
    static let extras = TerminalExtras.mouse

    /// The visible period.
    private(set) var period: ChartPeriod
    private(set) var window: WindowSize
    /// The index of the selected day among the days of the year.
    private var selected: Int
    private var isDragging = false
    /// Whether the meaning of the shades is shown instead, until the next key.
    private(set) var isLegendShown = false
    let year: DaylightChart
    /// The number of rows for the text of the selected day.
    private(set) var readoutRows: Int

    /// A browser for the chart of a year that shows a period of it, with today selected.
    init(_ year: DaylightChart, showing period: ChartPeriod, in window: WindowSize = .usual) {
        self.year = year
        self.period = period
        self.window = window
        selected = year.todayIndex
        readoutRows = Self.readoutRows(for: year, in: window)
    }

    /// Handles a key: arrows select another day, h, j, k and l too.
    mutating func handle(_ key: TerminalKeys.Key) -> Bool {
        switch key {
        case .text(let text):
            for character in text {
                if !isLegendShown, "qQ".contains(character) { return false }
                handle(character)
            }
        case .drag(let column, _): if isDragging { select(column: column) }
        case .release: isDragging = false
        case _ where isLegendShown: isLegendShown = false
        case .left: select(selected - 1)
        case .right: select(selected + 1)
        case .up: select(selected - 7)
        case .down: select(selected + 7)
        case .pageUp: select(selected - 28)
        case .pageDown: select(selected + 28)
        case .home: select(0)
        case .end: select(year.days.count - 1)
        case .tab: step(1)
        case .backTab: step(-1)
        case .press(let column, 0): if let tab = tabs.first(where: { $0.columns.contains(column) }) { show(tab.period) }
        case .press(let column, let row) where plotRows.contains(row):
            isDragging = true
            select(column: column)
        case .press, .enter, .escape, .backspace, .erase: break
        }
        return true
    }

    private mutating func handle(_ character: Character) {
        switch character {
        case _ where isLegendShown: isLegendShown = false
        case "?": (isLegendShown, isDragging) = (true, false)
        case "1": show(.threeMonths)
        case "2": show(.sixMonths)
        case "3": show(.year)
        case "t", "T": select(year.todayIndex)
        case "h": select(selected - 1)
        case "j": select(selected + 7)
        case "k": select(selected - 7)
        case "l": select(selected + 1)
        default: break
        }
    }

    /// Fits the chart to a new size of the window.
    mutating func resize(to window: WindowSize) {
        if window.columns != self.window.columns { readoutRows = Self.readoutRows(for: year, in: window) }
        self.window = window
    }

    /// The chart of the visible period.
    var chart: DaylightChart { year.narrowed(to: period) }
    /// The index of the selected day in `chart`.
    var selectedIndex: Int { selected - firstShown }
    /// The selected day.
    var selectedDay: ChartDay { year.days[selected] }

    private var firstShown: Int { year.todayIndex - period.daysEachWay }

    private mutating func select(_ index: Int) {
        selected = min(max(index, firstShown), firstShown + period.days - 1)
    }

    private mutating func show(_ period: ChartPeriod) {
        self.period = period
        select(selected)
    }

    private mutating func step(_ steps: Int) {
        let periods = ChartPeriod.allCases
        guard let index = periods.firstIndex(of: period) else { return }
        show(periods[(index + steps + periods.count) % periods.count])
    }

    private mutating func select(column: Int) { select(firstShown + plot.day(atColumn: column - gutter)) }
}

/// The positions of the parts of the chart in the window.
extension ChartBrowser {
    /// The labelled hours, from the top.
    static let hours = [24, 18, 12, 6, 0]

    /// The number of columns for the labels of the hours and the space after them.
    var gutter: Int { 1 + (Self.hours.map { year.localTime.text(ofHour: $0).columns }.max() ?? 0) }

    /// Above the plot: the heading and the marks. Below: the months, the text and the keys. A window too narrow for the
    /// periods has only the text.
    var plotRows: Range<Int> {
        2..<((tabs.first?.columns.lowerBound ?? 0) > 0 ? max(2, window.rows - readoutRows - 3) : 2)
    }

    /// The plot of the visible period, beside the hours.
    var plot: ChartPlot {
        ChartPlot(chart: chart, columns: max(1, window.columns - gutter), rows: plotRows.count)
    }

    typealias Tab = (period: ChartPeriod, name: String, columns: Range<Int>)

    /// The cells of the first row that select a period, with its name: ` 3 months `, in a narrow window ` 3m `.
    var tabs: [Tab] {
        let long = tabs { $0.displayName(in: year.words) }
        // The place must have half of the row.
        let isLongEnough = window.columns >= 72 && (long.first?.columns.lowerBound ?? 0) >= window.columns / 2
        return isLongEnough ? long : tabs { $0.shortDisplayName(in: year.words) }
    }

    /// The tabs at the end of the first row. Some begin before it in a window that is too narrow.
    private func tabs(_ name: (ChartPeriod) -> String) -> [Tab] {
        var end = window.columns
        return ChartPeriod.allCases.reversed().map { period in
            let name = " \(name(period)) "
            defer { end -= name.columns }
            return (period, name, end - name.columns..<end)
        }.reversed()
    }
}
