package import Terminal

/// An interactive chart in a terminal window, with one selected day.
package struct ChartBrowser: Sendable {
    /// The visible period.
    package private(set) var period: ChartPeriod
    package private(set) var window: WindowSize
    /// The index of the selected day among the days of the year.
    private var selected: Int
    private var isDragging = false
    private let year: DaylightChart
    /// The number of rows for the text of the selected day.
    private(set) var readoutRows: Int

    /// A browser for the chart of a year that shows a period of it, with today selected.
    package init(_ year: DaylightChart, showing period: ChartPeriod, in window: WindowSize) {
        self.year = year
        self.period = period
        self.window = window
        selected = year.todayIndex
        readoutRows = Self.readoutRows(for: year, in: window)
    }

    /// The input of the user.
    package enum Key: Hashable, Sendable {
        /// Select the previous or next day.
        case left, right
        /// Select the day a week earlier or later.
        case up, down
        /// Select the day four weeks earlier or later.
        case pageUp, pageDown
        /// Select the first or last day of the period.
        case home, end
        /// Select today.
        case today
        /// Show the next or previous period, in a cycle.
        case tab, backTab
        /// Show this period.
        case period(ChartPeriod)
        /// The mouse button is pressed, dragged or released in a cell. Columns and rows count from 0.
        case press(column: Int, row: Int)
        case drag(column: Int, row: Int)
        case release
        /// The window has a new size.
        case resize(WindowSize)
        /// Quit.
        case quit
    }

    /// The effect of an input.
    package enum Reaction: Hashable, Sendable {
        /// Nothing visible has changed.
        case none
        /// The window must be drawn again.
        case redraw
        /// The browser must close.
        case leave
    }

    /// Handles an input.
    package mutating func handle(_ key: Key) -> Reaction {
        let before = (selected, period, window)
        switch key {
        case .left: select(selected - 1)
        case .right: select(selected + 1)
        case .up: select(selected - 7)
        case .down: select(selected + 7)
        case .pageUp: select(selected - 28)
        case .pageDown: select(selected + 28)
        case .home: select(0)
        case .end: select(year.days.count - 1)
        case .today: select(year.todayIndex)
        case .tab: step(1)
        case .backTab: step(-1)
        case .period(let period): show(period)
        case .press(let column, let row): press(column, row)
        case .drag(let column, _): if isDragging { select(column: column) }
        case .release: isDragging = false
        case .resize(let window): resize(to: window)
        case .quit: return .leave
        }
        return before == (selected, period, window) ? .none : .redraw
    }

    /// The chart of the visible period.
    package var chart: DaylightChart { year.narrowed(to: period) }
    /// The index of the selected day in `chart`.
    package var selectedIndex: Int { selected - firstShown }
    /// The selected day.
    package var selectedDay: ChartDay { year.days[selected] }

    private var firstShown: Int { year.todayIndex - period.daysEachWay }

    private mutating func select(_ index: Int) {
        selected = min(max(index, firstShown), firstShown + period.days - 1)
    }

    private mutating func resize(to window: WindowSize) {
        if window.columns != self.window.columns { readoutRows = Self.readoutRows(for: year, in: window) }
        self.window = window
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

    private mutating func press(_ column: Int, _ row: Int) {
        let layout = layout
        if row == 0, let tab = layout.tabs.first(where: { $0.columns.contains(column) }) {
            show(tab.period)
        } else if layout.plotRows.contains(row) {
            isDragging = true
            select(column: column)
        }
    }

    private mutating func select(column: Int) {
        let layout = layout
        let plot = ChartPlot(chart: chart, columns: layout.plotColumns.count, rows: layout.plotRows.count)
        select(firstShown + plot.day(atColumn: column - layout.plotColumns.lowerBound))
    }
}

extension ChartBrowser.Key {
    /// The inputs of the chart that a key of the terminal stands for: several for text of several characters.
    package static func keys(for key: TerminalKeys.Key) -> [ChartBrowser.Key] {
        switch key {
        case .text(let text): text.compactMap { Self.key(for: $0) }
        // The Escape key has no meaning here, so what follows it is separate input.
        case .alt(let character): [Self.key(for: character)].compactMap { $0 }
        case .tab: [.tab]
        case .backTab: [.backTab]
        case .left: [.left]
        case .right: [.right]
        case .up: [.up]
        case .down: [.down]
        case .pageUp: [.pageUp]
        case .pageDown: [.pageDown]
        case .home: [.home]
        case .end: [.end]
        case .press(let column, let row): [.press(column: column, row: row)]
        case .drag(let column, let row): [.drag(column: column, row: row)]
        case .release: [.release]
        case .enter, .escape, .backspace, .delete, .control: []
        }
    }

    private static func key(for character: Character) -> ChartBrowser.Key? {
        switch character {
        case "q", "Q": .quit
        case "1": .period(.threeMonths)
        case "2": .period(.sixMonths)
        case "3": .period(.year)
        case "t", "T": .today
        case "h": .left
        case "j": .down
        case "k": .up
        case "l": .right
        default: nil
        }
    }
}
