import Reports
import Solar
import Terminal
import TestSupport
import Testing

@Suite("Browsing the chart")
struct ChartBrowserTests {
    typealias Key = ChartBrowser.Key

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let keys: [Key]
        let date: String
        let period: ChartPeriod
        var reaction = ChartBrowser.Reaction.redraw

        init(_ name: String, _ keys: Key..., to date: String, _ period: ChartPeriod = .sixMonths) {
            (testDescription, self.keys, self.date, self.period) = (name, keys, date, period)
        }

        func with(_ reaction: ChartBrowser.Reaction) -> Row {
            var row = self
            row.reaction = reaction
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
            Row("not before the first day", .home, .left, to: "2026-08-22").with(.none),
            Row("not after the last day", .end, .pageDown, to: "2027-02-20").with(.none),
            Row("back to today", .end, .today, to: "2026-11-21"),
            Row("today is already selected", .today, to: "2026-11-21").with(.none),
            Row(
                "a shorter period keeps a selected day that it contains", .right, .period(.threeMonths),
                to: "2026-11-22",
                .threeMonths),
            Row(
                "otherwise a shorter period selects its first or last day", .home, .period(.threeMonths),
                to: "2026-10-07", .threeMonths),
            Row("the next period", .tab, to: "2026-11-21", .year),
            Row("the next period after the last one", .tab, .tab, to: "2026-11-21", .threeMonths),
            Row("the previous period", .backTab, to: "2026-11-21", .threeMonths),
            Row("a click in the drawing", .press(column: 3, row: 5), to: "2026-08-23"),
            Row("a click at the right end", .press(column: 79, row: 5), to: "2027-02-19"),
            Row("a drag", .press(column: 3, row: 5), .drag(column: 41, row: 9), to: "2026-11-21"),
            Row("a drag past the end", .press(column: 3, row: 5), .drag(column: 200, row: 0), to: "2027-02-19"),
            Row("a drag that started elsewhere", .press(column: 3, row: 23), .drag(column: 9, row: 9), to: "2026-11-21")
                .with(.none),
            Row(
                "no drag after the button is released", .press(column: 41, row: 5), .release, .drag(column: 9, row: 9),
                to: "2026-11-21"
            ).with(.none),
            Row("a click on a period", .press(column: 79, row: 0), to: "2026-11-21", .year),
            Row("leaving", .quit, to: "2026-11-21").with(.leave),
        ])
    func keys(row: Row) throws {
        var browser = try browser()
        var reaction = ChartBrowser.Reaction.none
        for key in row.keys { reaction = browser.handle(key) }
        #expect(browser.selectedDay.date.description == row.date)
        #expect(browser.period == row.period)
        #expect(reaction == row.reaction)
        #expect(browser.chart.days[browser.selectedIndex] == browser.selectedDay)
    }

    @Test("The chart is redrawn when the size of the window changes")
    func resize() throws {
        var browser = try browser()
        #expect(browser.handle(.resize(WindowSize(columns: 80, rows: 24))) == .none)
        #expect(browser.handle(.resize(WindowSize(columns: 40, rows: 24))) == .redraw)
    }

    @Test(
        "Every line fits into the window, and the day is shown",
        arguments: [
            (1, 1), (1, 24), (2, 50), (4, 24), (12, 24), (13, 24), (10, 3), (20, 8), (40, 24), (80, 24), (81, 25),
            (200, 60), (500, 10),
        ])
    func window(columns: Int, rows: Int) throws {
        var browser = try browser(WindowSize(columns: columns, rows: rows))
        for key in [Key.home, .pageDown, .pageDown, .tab, .end, .tab] {
            _ = browser.handle(key)
            for depth in [ColourDepth.none, .indexed, .direct] {
                let lines = browser.lines(depth).map { $0.map(\.text).joined() }
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns })
            }
        }
    }

    @Test("The lines below describe the day")
    func readout() throws {
        var browser = try browser()
        _ = browser.handle(.home)
        let lines = browser.lines(.none).map { $0.map(\.text).joined() }
        #expect(lines.contains("Sat 22 Aug  Sunrise 06:18  Sunset 19:46  Daylight 13 h 27 min  2 min 23 s less"))
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

    @Test(
        "Keys and mouse events are read from the terminal's bytes",
        arguments: [
            ("q", [Key.quit]), ("\u{1B}[D\u{1B}[C", [.left, .right]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
            ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]), ("\t\u{1B}[Z", [.tab, .backTab]),
            ("123", [.period(.threeMonths), .period(.sixMonths), .period(.year)]), ("\u{1B}[1;5C", [.right]),
            (
                "\u{1B}[<0;4;6M\u{1B}[<32;5;7M\u{1B}[<0;5;7m",
                [
                    .press(column: 3, row: 5), .drag(column: 4, row: 6), .release,
                ]
            ),
            ("\u{1B}[<2;4;6M\u{1B}[<64;4;6M", []), ("\u{1B}[<0;0;6M\u{1B}[<0;4M", []), ("\u{1B}\u{1B}[C", [.right]),
            ("x\u{1B}[99~\u{1B}[I?", []), ("\u{1B}q", [.quit]),
            ("\u{1B}[<0;99999999999999999999;1M", [.press(column: 999_998, row: 0)]),
        ] as [(String, [Key])])
    func bytes(text: String, keys: [Key]) {
        var reader = TerminalKeys()
        #expect(reader.read(Array(text.utf8)).flatMap(Key.keys) == keys)
        // The result is the same if the bytes arrive one by one.
        var slow = TerminalKeys()
        #expect(text.utf8.flatMap { slow.read([$0]).flatMap(Key.keys) } == keys)
    }
}
