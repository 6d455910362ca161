import Terminal

/// Where things are in a window.
struct ChartLayout {
    /// The cells of the drawing.
    let plotColumns: Range<Int>
    let plotRows: Range<Int>
    /// The cells of the first row with which a period is chosen.
    let tabs: [(period: ChartPeriod, columns: Range<Int>)]
    /// Whether the periods' names are cut to `3m`.
    let hasShortTabs: Bool
    /// The columns of the hours' names, with the space after them.
    let gutter: Int

    /// - Parameters:
    ///   - hourColumns: how many columns the longest name of an hour takes.
    ///   - readoutRows: how many rows the words for the selected day take.
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
        // The heading and the marks above; the months, the words and the keys below.
        plotRows = 2..<max(2, window.rows - readoutRows - 3)
    }

    /// ` 3 months `, ` 3m `.
    static func name(of period: ChartPeriod, short: Bool) -> String {
        " \(short ? period.rawValue : period.title) "
    }
}

/// How many cells a terminal has.
package struct WindowSize: Hashable, Sendable {
    /// The columns, at least 1.
    package let columns: Int
    /// The rows, at least 1.
    package let rows: Int

    /// A window of so many cells; what is less than 1 counts as 1.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
