import Terminal
import Tracker

/// The positions of the parts of the chart in a window.
struct ChartLayout {
    /// The cells of the plot.
    let plotColumns: Range<Int>
    let plotRows: Range<Int>
    /// The cells of the first row that select a period, with its name: ` 3 months `, in a narrow window ` 3m `.
    let tabs: [Tab]
    /// The number of columns for the labels of the hours and the space after them.
    let gutter: Int

    typealias Tab = (period: ChartPeriod, name: String, columns: Range<Int>)

    /// - Parameters:
    ///   - hourColumns: The width of the longest label of an hour.
    ///   - readoutRows: The number of rows for the text of the selected day.
    init(_ window: WindowSize, hourColumns: Int, readoutRows: Int, words: Words) {
        gutter = hourColumns + 1
        let long = Self.tabs(in: window) { $0.displayName(in: words) }
        // The place must have half of the row.
        let isLongEnough = window.columns >= 72 && (long.first?.columns.lowerBound ?? 0) >= window.columns / 2
        tabs = isLongEnough ? long : Self.tabs(in: window) { $0.shortDisplayName(in: words) }
        plotColumns = gutter..<max(gutter + 1, window.columns)
        // Above: the heading and the marks. Below: the months, the text and the keys. A window too narrow for the periods has
        // only the text.
        let hasPlot = (tabs.first?.columns.lowerBound ?? 0) > 0
        plotRows = 2..<(hasPlot ? max(2, window.rows - readoutRows - 3) : 2)
    }

    /// The tabs at the end of the first row. Some begin before it in a window that is too narrow.
    private static func tabs(in window: WindowSize, name: (ChartPeriod) -> String) -> [Tab] {
        var tabs: [Tab] = []
        var end = window.columns
        for period in ChartPeriod.allCases.reversed() {
            let name = " \(name(period)) "
            tabs.insert((period, name, end - name.columns..<end), at: 0)
            end -= name.columns
        }
        return tabs
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
