import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// `RecordedReportTests` has the bars of many days.
@Suite("The bar of the day")
struct DayBarTests {
    private func lines(
        _ latitude: Double, _ longitude: Double, _ now: String, zone: String, columns: Int, ink: TodayForm.Ink?
    ) throws -> [String] {
        let zone = try #require(zones[zone])
        let today = Today(at: try place(latitude, longitude), now: try instant(now), localTime: zone)
        return today.text(TodayForm(columns: columns, ink: ink))
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("Without colours it consists of shaded blocks; with colours, each half of a cell has a colour")
    func inks() throws {
        func bar(_ ink: TodayForm.Ink) throws -> String {
            try lines(39.74, -104.98, "2026-11-21T20:00:00Z", zone: "America/Denver", columns: 44, ink: ink)[5]
        }
        #expect(try bar(.shades) == "│        ·░███████████████▒░         │")
        let coloured = try bar(.colours(.direct))
        #expect(coloured.split(separator: "\u{1B}[48;2;11;16;48m \u{1B}[m").count == 1)
        #expect(coloured.contains("\u{1B}[38;2;179;166;220;48;2;255;233;174m▌\u{1B}[m"))
        #expect(try bar(.colours(.indexed)).contains("48;5;"))
    }

    @Test("Control sequences are used only with colours; without an ink there is no bar")
    func plain() throws {
        for columns in [40, 41, 80, 200] {
            for ink in [TodayForm.Ink.shades, nil] {
                let lines = try lines(
                    69.65, 18.96, "2026-05-17T10:00:00Z", zone: "Europe/Oslo", columns: columns, ink: ink)
                #expect(!lines.joined().contains("\u{1B}"))
                #expect(lines.allSatisfy { $0.count <= columns })
                #expect(lines.contains { $0.hasSuffix("now") } == (ink != nil))
            }
        }
    }

    @Test(
        "The end of the day has a label only where there is room for it",
        arguments: [
            (12, 12, "America/Denver", "0  6  12 18"), (12, 12, "Denver, 12 hours", "12 AM 12 PM"),
            (24, 24, "America/Denver", "0     6     12    18  24"),
            (24, 24, "Denver, 12 hours", "12 AM 6 AM  12 PM 6 PM"),
            (36, 39, "Denver, 12 hours", "12 AM    6 AM     12 PM    6 PM   12 AM"),
        ])
    func scale(cells: Int, columns: Int, zone: String, scale: String) throws {
        #expect(try #require(zones[zone]).hourScale(cells: cells, columns: columns, step: 6) == scale)
    }
}
