// SPDX-License-Identifier: MIT
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

        /// The same row, with a last key that closes the chart.
        var closing: Row {
            var row = self
            row.stays = false
            return row
        }
    }

    /// Six months around 2026-11-21 in a window of 80 x 24.
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
            Row("back to today", .end, .character("t"), to: "2026-11-21"),
            Row(
                "a shorter period keeps a selected day that it contains", .right, .character("1"),
                to: "2026-11-22", .threeMonths),
            Row(
                "otherwise a shorter period selects its first or last day", .home, .character("1"),
                to: "2026-10-07", .threeMonths),
            Row("half a year", .character("1"), .character("2"), to: "2026-11-21"),
            Row("a year", .character("3"), to: "2026-11-21", .year),
            Row("an unknown key", .character("x"), to: "2026-11-21"),
            Row("leaving", .character("q"), to: "2026-11-21").closing,
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
        arguments: [(40, 1), (40, 6), (40, 24), (60, 8), (80, 24), (81, 25), (200, 60), (500, 10)])
    func window(columns: Int, rows: Int) throws {
        var browser = try browser(WindowSize(columns: columns, rows: rows))
        for key in [TerminalKeys.Key.home, .character("3"), .end] {
            _ = browser.handle(key)
            for depth in [ColourDepth.none, .direct] {
                let lines = browser.lines(depth).map { $0.map(\.text).joined() }
                #expect(lines.count <= rows)
                #expect(lines.allSatisfy { $0.columns <= columns })
            }
        }
    }

    @Test(
        "The legend shows the colours of the lights down to the night, as many as fit",
        arguments: [(80, [.day, .civil, .nautical, .astronomical, .night]), (40, [.day, .civil, .nautical, .night])]
            as [(Int, [DayPhase])])
    func legend(columns: Int, lights: [DayPhase]) throws {
        let lines = try browser(WindowSize(columns: columns, rows: 24)).lines(.direct)
        let colours = lines[lines.count - 2].compactMap(\.style.background)
        #expect(colours == lights.map(\.colour))
    }

    /// With the sequences of each cell, there were 36,000 and 256,000 bytes.
    @Test("A key press sends few bytes", arguments: [(80, 24, 9_000), (200, 60, 32_000)])
    func bytes(columns: Int, rows: Int, most: Int) throws {
        var browser = try browser(WindowSize(columns: columns, rows: rows))
        for key in [TerminalKeys.Key.right, .character("3"), .character("1")] {
            _ = browser.handle(key)
            let lines = browser.lines(.direct)
            let frame = TerminalScreen.frame(lines.map { $0.escaped(.direct) }, rows: rows)
            #expect(frame.utf8.count < most, "\(frame.utf8.count)")
            // The texts and their styles are the same.
            let texts = lines.map { $0.escaped(.none).replacing(/\u{1B}\[[0-9;]*m/, with: "") }
            #expect(texts == lines.map { $0.map(\.text).joined() })
        }
    }

    @Test("With few colours, the night is black and the day is yellow, on any background")
    func few() throws {
        let lines = try browser().lines(.few).map { $0.escaped(.few) }
        let backgrounds = Set(lines.joined().matches(of: /\u{1B}\[(?:3\d;)?(4\d)m/).map { String($0.1) })
        #expect(backgrounds == ["40", "43", "44", "45", "46"])
        #expect(lines[lines.count - 2].hasPrefix("\u{1B}[43m  \u{1B}[m"))
        #expect(!lines.joined().contains("8;5;") && !lines.joined().contains("8;2;"))
    }

    @Test("Control sequences set colours only in a terminal with 256 or all colours", arguments: [0, 1, 2])
    func colours(index: Int) throws {
        let (depth, mark) = [(ColourDepth.none, ""), (.indexed, "48;5;"), (.direct, "48;2;")][index]
        let frame = try browser().lines(depth).map { $0.escaped(depth) }.joined()
        for other in ["48;5;", "48;2;", "38;5;", "38;2;"] where mark.isEmpty || other.dropFirst(2) != mark.dropFirst(2)
        {
            #expect(!frame.contains(other))
        }
        if !mark.isEmpty { #expect(frame.contains(mark)) }
    }
}
