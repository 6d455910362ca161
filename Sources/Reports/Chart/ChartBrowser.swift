import Terminal

/// A chart of which a person looks at one day after another, in a window of a terminal.
package struct ChartBrowser: Sendable {
    /// The period that is shown.
    package private(set) var period: ChartPeriod
    /// The window.
    package private(set) var window: WindowSize
    /// The day that is looked at: an index into the days of the year.
    private var selected: Int
    private var isDragging = false
    private let year: DaylightChart

    /// Today of a year's chart, of which a period is shown.
    package init(_ year: DaylightChart, showing period: ChartPeriod, in window: WindowSize) {
        self.year = year
        self.period = period
        self.window = window
        selected = year.todayIndex
    }

    /// What a person does.
    package enum Key: Hashable, Sendable {
        /// A day earlier or later.
        case left, right
        /// A week earlier or later, as a calendar's rows go.
        case up, down
        /// Four weeks earlier or later, as a calendar's pages go.
        case pageUp, pageDown
        /// To the first or the last day of the period.
        case home, end
        /// To today.
        case today
        /// The next or the previous period, round and round.
        case tab, backTab
        /// This period.
        case period(ChartPeriod)
        /// The mouse's button goes down, moves while it is down, or goes up, in the cell of this column and row, counted
        /// from 0.
        case press(column: Int, row: Int)
        case drag(column: Int, row: Int)
        case release
        /// The window has another size now.
        case resize(WindowSize)
        /// Leaves.
        case quit
    }

    /// What comes of it.
    package enum Reaction: Hashable, Sendable {
        /// Nothing that is shown has changed.
        case none
        /// It is to be drawn anew.
        case redraw
        /// The person leaves.
        case leave
    }

    /// Does what a key asks for.
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
        case .resize(let window): self.window = window
        case .quit: return .leave
        }
        return before == (selected, period, window) ? .none : .redraw
    }

    /// The chart of the period.
    package var chart: DaylightChart { year.narrowed(to: period) }
    /// The day that is looked at, as an index into the days of the period's chart.
    package var selectedIndex: Int { selected - firstShown }
    /// The day that is looked at.
    package var selectedDay: ChartDay { year.days[selected] }

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
