import Tracker

/// An interactive chart in a terminal window, with one selected day.
struct ChartBrowser: Sendable {
    private(set) var period: ChartPeriod
    private(set) var window: WindowSize
    /// The index of the selected day among the days of the year.
    private var selected: Int
    let year: DaylightChart
    /// The number of rows for the text of the selected day.
    private(set) var readoutRows: Int

    /// Shows a period of the chart of a year, with today selected.
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

    /// Fits the chart to a new size of the window.
    mutating func resize(to window: WindowSize) {
        if window.columns != self.window.columns { readoutRows = Self.readoutRows(for: year, in: window) }
        self.window = window
    }

    /// The chart of the visible period.
    var chart: DaylightChart { year.narrowed(to: period) }
    /// The index of the selected day in `chart`.
    var selectedIndex: Int { selected - firstShown }
    var selectedDay: ChartDay { year.days[selected] }

    private var firstShown: Int { year.todayIndex - period.daysEachWay }

    private mutating func select(_ index: Int) {
        selected = min(max(index, firstShown), firstShown + period.days - 1)
    }

    private mutating func show(_ period: ChartPeriod) {
        self.period = period
        select(selected)
    }
}
