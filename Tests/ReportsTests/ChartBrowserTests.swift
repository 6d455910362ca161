import Solar
import TestSupport
import Testing

@testable import suntracker

@Suite("Browsing the chart")
struct ChartBrowserTests {
    typealias Key = TerminalKeys.Key

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
        let date: String
        let period: ChartPeriod
        var stays = true

        init(_ name: String, _ keys: Key..., to date: String, _ period: ChartPeriod = .sixMonths) {
            (testDescription, self.keys, self.date, self.period) = (name, keys, date, period)
        }

        /// A row whose last key closes the chart.
        var closing: Row {
            var row = self
            row.stays = false
            return row
        }
    }

    /// Six months around 2026-11-21 in a window of 80 x 24: 183 days in 77 columns, from the fourth column on.
    private func browser(_ window: WindowSize = WindowSize(columns: 80, rows: 24)) throws -> ChartBrowser {
        ChartBrowser(try #require(DaylightChartTests.denver), showing: .sixMonths, in: window)
    }

    @Test(
        arguments: [
            Row("a day earlier", .left, to: "2026-11-20"), Row("a day later", .right, to: "2026-11-22"),
            Row("a week earlier", .up, to: "2026-11-14"), Row("a week later", .down, to: "2026-11-28"),
            Row("four weeks earlier", .pageUp, to: "2026-10-24"), Row("four weeks later", .pageDown, to: "2026-12-19"),
            Row("the first day", .home, to: "2026-08-22"), Row("the last day", .end, to: "2027-02-20"),
            Row("not before the first day", .home, .left, to: "2026-08-22"),
            Row("not after the last day", .end, .pageDown, to: "2027-02-20"),
            Row("back to today", .end, .text("t"), to: "2026-11-21"),
            Row("today is already selected", .text("t"), to: "2026-11-21"),
            Row(
                "a shorter period keeps a selected day that it contains", .right, .text("1"),
                to: "2026-11-22",
                .threeMonths),
            Row(
                "otherwise a shorter period selects its first or last day", .home, .text("1"),
                to: "2026-10-07", .threeMonths),
            Row("the next period", .tab, to: "2026-11-21", .year),
            Row("the next period after the last one", .tab, .tab, to: "2026-11-21", .threeMonths),
            Row("the previous period", .backTab, to: "2026-11-21", .threeMonths),
            Row("a click in the drawing", .press(column: 3, row: 5), to: "2026-08-23"),
            Row("a click at the right end", .press(column: 79, row: 5), to: "2027-02-19"),
            Row("a drag", .press(column: 3, row: 5), .drag(column: 41, row: 9), to: "2026-11-21"),
            Row("a drag past the end", .press(column: 3, row: 5), .drag(column: 200, row: 0), to: "2027-02-19"),
            Row(
                "a drag that started elsewhere", .press(column: 3, row: 23), .drag(column: 9, row: 9), to: "2026-11-21"),
            Row(
                "no drag after the button is released", .press(column: 41, row: 5), .release, .drag(column: 9, row: 9),
                to: "2026-11-21"
            ),
            Row("a click on a period", .press(column: 79, row: 0), to: "2026-11-21", .year),
            Row("half a year", .tab, .text("2"), to: "2026-11-21"), Row("a year", .text("3"), to: "2026-11-21", .year),
            Row("letters", .text("lljhk"), to: "2026-11-22"),
            Row("an unknown key", .text("x"), .erase, to: "2026-11-21"),
            Row("leaving after an Escape", .escape, .text("q"), to: "2026-11-21").closing,
            Row("the meaning of the shades", .text("?"), to: "2026-11-21"),
            Row("a key after it goes back", .text("?"), .right, to: "2026-11-21"),
            Row("q after it goes back", .text("?"), .text("q"), to: "2026-11-21"),
            Row("a click after it goes back", .text("?"), .press(column: 3, row: 5), to: "2026-11-21"),
            Row("typed in advance", .text("?ql"), to: "2026-11-22"),
            Row("leaving", .text("q"), to: "2026-11-21").closing,
        ])
    func keys(row: Row) throws {
        var browser = try browser()
        var stays = true
        for key in row.keys { stays = browser.handle(key) }
        #expect(browser.selectedDay.date.description == row.date)
        #expect(browser.period == row.period)
        #expect(stays == row.stays)
        #expect(browser.chart.days[browser.selectedIndex] == browser.selectedDay)
    }

    @Test(
        "Every line fits into the window, and the day is shown",
        arguments: [
            (1, 1), (1, 24), (2, 50), (4, 24), (12, 24), (13, 24), (10, 3), (20, 8), (40, 24), (80, 24), (81, 25),
            (200, 60), (500, 10),
        ])
    func window(columns: Int, rows: Int) throws {
        var browser = try browser(WindowSize(columns: columns, rows: rows))
        for key in [Key.home, .tab, .end, .text("?")] {
            _ = browser.handle(key)
            for depth in [ColourDepth.none, .direct] {
                let lines = browser.lines(depth).map { $0.map(\.text).joined() }
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns })
            }
        }
    }

    @Test("The legend has the colours of the shades, until the next key")
    func legend() throws {
        var browser = try browser()
        let chart = browser.lines(.direct)
        _ = browser.handle(.text("?"))
        let colours = browser.lines(.direct).compactMap { $0.first?.style.background }
        #expect(colours == DayPhase.allCases.reversed().map(\.colour))
        _ = browser.handle(.escape)
        #expect(browser.lines(.direct) == chart)
    }

    @Test("Control sequences have colours only in a terminal with 256 or all colours", arguments: [0, 1, 2])
    func colours(index: Int) throws {
        let (depth, mark) = [(ColourDepth.none, ""), (.indexed, "48;5;"), (.direct, "48;2;")][index]
        let frame = try browser().frame(depth)
        for other in ["48;5;", "48;2;", "38;5;", "38;2;"] where mark.isEmpty || other.dropFirst(2) != mark.dropFirst(2)
        {
            #expect(!frame.contains(other))
        }
        if !mark.isEmpty { #expect(frame.contains(mark)) }
    }
}
