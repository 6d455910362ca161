import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The drawing of the chart on a terminal")
struct ChartPlotTests {
    /// Night, astronomical, nautical and civil twilight, day.
    private static func lights(_ text: String) -> [DayPhase] {
        text.map(light)
    }

    private static func light(_ character: Character) -> DayPhase {
        switch character {
        case "a": .astronomical
        case "u": .nautical
        case "c": .civil
        case "d": .day
        default: .night
        }
    }

    @Test(
        "A cell has the two colours that fit its phases best, from top to bottom",
        arguments: [
            ("dddddddd", " ", "d", "d"), ("nnnnnnnn", " ", "n", "n"), ("dddddnnn", "▃", "d", "n"),
            ("nddddddd", "▇", "n", "d"), ("dddccuua", "▅", "d", "u"), ("accddddd", "▅", "c", "d"),
            ("nnaaaaaa", "▆", "n", "a"),
        ])
    func cell(lights: String, text: String, upper: Character, lower: Character) {
        let cell = ChartPlot.blocks(Self.lights(lights)[...])
        #expect(cell.text == text)
        #expect(cell.style.background == Self.light(upper).colour)
        #expect(cell.style.foreground == (text == " " ? nil : Self.light(lower).colour))
    }

    /// The lightness L* of a colour (CIE 1976), 0 to 100.
    private func lightness(_ red: Int, _ green: Int, _ blue: Int) -> Double {
        let luminance = luminance(red: red, green: green, blue: blue)
        return luminance > 0.008856 ? 116 * cbrt(luminance) - 16 : 903.3 * luminance
    }

    @Test("Each phase from night to day is clearly brighter than the previous one, on every terminal")
    func order() {
        let direct = DayPhase.allCases.map(\.colour.rgb).map { ($0 >> 16, $0 >> 8 & 255, $0 & 255) }
        let levels = [0, 95, 135, 175, 215, 255]
        let indexed = DayPhase.allCases.map { light in
            let index = light.colour.indexOf256 - 16
            return (levels[index / 36], levels[index / 6 % 6], levels[index % 6])
        }
        for colours in [direct, indexed] {
            let lights = colours.map(lightness)
            for (darker, lighter) in zip(lights, lights.dropFirst()) { #expect(lighter - darker > 10, "\(lights)") }
            // The phases before the day are blue, not green.
            for (red, green, blue) in colours.dropLast() { #expect(5 * blue >= 6 * green && blue > red) }
        }
    }

    private func lines(columns: Int, zone: String, _ keys: TerminalKeys.Key...) throws -> [String] {
        let chart = DaylightChart(
            of: .year, at: TestPlace.denver.place, now: try instant("2026-11-21T20:00:00Z"),
            localTime: try #require(zones[zone]))
        var browser = ChartBrowser(chart, showing: .year, in: WindowSize(columns: columns, rows: 24))
        for key in keys { _ = browser.handle(key) }
        return browser.lines(.none).map { $0.map(\.text).joined() }
    }

    @Test("Hours have the locale's format, and the plot starts beside the longest label")
    func axis() throws {
        let (lines, twelve) = (
            try lines(columns: 80, zone: "America/Denver"), try lines(columns: 80, zone: "Denver, 12 hours")
        )
        func names(_ lines: [String], _ width: Int) -> [String] {
            lines[2..<lines.count - 4].map { String($0.prefix(width)) }.filter { $0.contains { $0 != " " } }
        }
        #expect(names(lines, 3) == ["24 ", "18 ", "12 ", " 6 ", " 0 "])
        #expect(names(twelve, 6) == ["12 AM ", " 6 PM ", "12 PM ", " 6 AM ", "12 AM "])
        #expect(twelve.allSatisfy { $0.count <= 80 })
        // A click selects the day that is drawn there: the first one.
        let first = try self.lines(columns: 80, zone: "Denver, 12 hours", .press(column: 6, row: 5))
        #expect(
            first.contains { $0.hasPrefix("Sat 23 May") || $0.hasPrefix("Sun 24 May") || $0.hasPrefix("Mon 25 May") })
    }

    @Test("Marks do not overlap", arguments: [(80, "−1h▾   ▾today"), (40, "−1h▾ ▾today")])
    func marks(columns: Int, text: String) throws {
        let marks = try lines(columns: columns, zone: "America/Denver")[1]
        #expect(marks.contains(text))
        #expect(marks.contains("▾+1h"))
    }
}

/// The relative luminance of a colour of 8 bits for each component, 0 to 1 (WCAG 2.2).
func luminance(red: Int, green: Int, blue: Int) -> Double {
    let parts = [red, green, blue].map { part in
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}
