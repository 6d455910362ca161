// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// `RecordedReportTests` contains the bars of many days.
@Suite("The bar of the day")
struct DayBarTests {
    private func lines(
        _ latitude: Double, _ longitude: Double, _ now: String, zone: String, columns: Int, ink: DayBar.Ink?
    ) throws -> [String] {
        let zone = try #require(zones[zone])
        let today = Today(at: place(latitude, longitude), now: at(now), localTime: zone)
        return today.text(columns: columns, ink: ink)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("With colours, each half of a cell has a colour")
    func inks() throws {
        let coloured = try lines(
            39.74, -104.98, "2026-11-21T20:00:00Z", zone: "America/Denver", columns: 44, ink: .colours(.indexed))[3]
        #expect(coloured.split(separator: "\u{1B}[48;5;17m \u{1B}[m").count == 1)
        #expect(coloured.contains("\u{1B}[38;5;110;48;5;222m▌\u{1B}[m"))
    }

    @Test(
        "In true colour it is a sky of four rows with the Sun at its height: in summer, in winter, low, or below the horizon; not on a whole day",
        arguments: [
            ("2026-06-21T19:07:00Z", 0, 19, "●"), ("2026-11-21T19:00:00Z", 2, 18, "●"),
            ("2026-11-21T14:30:00Z", 3, 11, "●"), ("2026-11-21T23:30:00Z", 3, 24, "●"),
            ("2026-11-22T06:59:59Z", 3, 35, "○"), ("2026-11-21T07:00:00Z", 3, 0, "○"), (nil, 0, 0, "●"),
        ] as [(String?, Int, Int, Character)])
    func sky(now: String?, row: Int, column: Int, sign: Character) throws {
        let (place, zone) = (place(39.74, -104.98), SimulatedZone.denver)
        let date = try #require(CivilDate("2026-11-21"))
        let today =
            now.map { Today(at: place, now: at($0), localTime: zone) }
            ?? Today(at: place, on: date, localTime: zone)
        let sky = today.lines(columns: 38, ink: .colours(.direct)).filter { $0.count == 36 }
        try #require(sky.count == 4)
        let suns = sky.indices.flatMap { row in
            sky[row].indices.filter { "●○".contains(sky[row][$0].text) }.map { (row, $0, sky[row][$0].text) }
        }
        #expect(suns.map { "\($0)" } == (now == nil ? [] : ["(\(row), \(column), \"\(sign)\")"]))
        // The sky is as dark as night before midnight.
        #expect(column == 35 || sky[0][35].style.background == Colour(rgb: 0x0B1030, indexOf256: 0))
    }

    @Test(
        "The colours of the sky change evenly with the Sun, and stay beyond the ends",
        arguments: [
            (-90, 1, 0x0B1030), (-18, 0, 0x0B1030), (-12, 1, 0x111A45), (-9, 1, 0x1B2962), (0, 0, 0xF2A26B),
            (40, 1, 0x3F87D9), (90, 0, 0x9CCBF0),
        ] as [(Double, Double, Int)])
    func skyColours(altitude: Double, height: Double, rgb: Int) {
        #expect(SkyColour.colour(sunAt: altitude, height: height).rgb == rgb)
    }

    @Test("Control sequences are used only with colours; without an ink, there is no bar")
    func plain() throws {
        for columns in [40, 41, 80, 200] {
            for ink in [DayBar.Ink.shades, nil] {
                let lines = try lines(
                    69.65, 18.96, "2026-05-17T10:00:00Z", zone: "Europe/Oslo", columns: columns, ink: ink)
                #expect(!lines.joined().contains("\u{1B}"))
                #expect(lines.allSatisfy { $0.count <= columns })
                #expect(lines.contains { $0.hasSuffix("now") } == (ink != nil))
            }
        }
    }

    @Test(
        "The label for the end of the day appears only if there is room",
        arguments: [
            (12, 12, "America/Denver", "0  6  12 18"), (12, 12, "Denver, 12 hours", "12 AM 12 PM"),
            (24, 24, "Denver, 12 hours", "12 AM 6 AM  12 PM 6 PM"),
        ])
    func scale(cells: Int, columns: Int, zone: String, scale: String) throws {
        #expect(try #require(zones[zone]).hourScale(cells: cells, columns: columns, step: 6) == scale)
    }
}
