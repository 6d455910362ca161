import Reports
import Solar
import Terminal
import TestSupport
import Testing
import Tracker

/// A terminal that reorders texts puts everything between two isolates in its place, and without them the whole line.
@Suite("Reports from right to left keep their columns")
struct RightToLeftTests {
    private static let now = "2026-11-21T20:00:00Z"

    /// Denver's zone with the Arabic halves of the day.
    private static func zone() throws -> SimulatedZone {
        var zone = TestPlace.denver.zone
        zone.hasTwelveHours = true
        zone.halves = ("ص", "م")
        return zone
    }

    private static func words() throws -> Words { Words(try ProjectCatalog("ar"), layout: .terminal) }

    @Test("Each hour below the bar is isolated")
    func hours() throws {
        let today = Today(
            at: TestPlace.denver.place, now: try instant(Self.now), localTime: try Self.zone(), in: try Self.words())
        let lines = today.text(TodayForm(columns: 80, ink: .shades)).split(separator: "\n")
        let scale = try #require(lines.first { $0.contains("12 ص") })
        let hours = scale.split(separator: "\u{2069}").filter { $0.contains(where: \.isNumber) }
        #expect(hours.count == 9)
        #expect(hours.allSatisfy { $0.hasPrefix(" ") || $0.hasPrefix("\u{2067}") })
        #expect(hours.allSatisfy { $0.split(separator: "\u{2067}").last?.first?.isNumber == true })
    }

    @Test(
        "The marks of the chart stay on the left of their labels, and its keys on the left of what they do",
        arguments: [
            "\u{2067}\u{200E}−1س\u{2069}", "╵\u{2067}ديسمبر\u{2069}",
            "\u{2066}\u{200E}←→ يوم\u{2069}  \u{2066}\u{200E}↑↓ أسبوع\u{2069}",
        ])
    func chart(part: String) throws {
        let chart = DaylightChart(
            of: .threeMonths, at: TestPlace.denver.place, now: try instant(Self.now), localTime: try Self.zone(),
            in: try Self.words())
        let browser = ChartBrowser(chart, showing: .threeMonths, in: WindowSize(columns: 100, rows: 24))
        let screen = browser.lines(.none).map { $0.map(\.text).joined() }.joined(separator: "\n")
        #expect(screen.contains(part), "\(screen)")
    }
}
