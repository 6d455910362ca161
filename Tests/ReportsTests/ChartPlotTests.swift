// SPDX-License-Identifier: MIT
import Glibc
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The drawing of the chart on a terminal")
struct ChartPlotTests {
    /// The light by its letter: night, astronomical, nautical and civil twilight, and day.
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
        "A cell shows the two colours that fit its phases best, from top to bottom",
        arguments: [
            ("dddddddd", " ", "d", "d"), ("nnnnnnnn", " ", "n", "n"), ("dddddnnn", "▃", "d", "n"),
            ("nddddddd", "▇", "n", "d"), ("dddccuua", "▅", "d", "u"), ("accddddd", "▅", "c", "d"),
            ("nnaaaaaa", "▆", "n", "a"),
        ])
    func cell(lights: String, text: String, upper: Character, lower: Character) {
        let cell = ChartPlot.blocks(lights.map(Self.light)[...])
        #expect(cell.text == text)
        #expect(cell.style.background == Self.light(upper).colour)
        #expect(cell.style.foreground == (text == " " ? nil : Self.light(lower).colour))
    }

    /// The lightness L* of a colour (CIE 1976), 0 to 100.
    private func lightness(_ red: Int, _ green: Int, _ blue: Int) -> Double {
        let part = luminance([red, green, blue].map(intensity))
        return part > 0.008856 ? 116 * cbrt(part) - 16 : 903.3 * part
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
}

/// A component of sRGB, 0 to 255, converted to an intensity, 0 to 1 (WCAG 2.2).
func intensity(_ component: Int) -> Double {
    let part = Double(component) / 255
    return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
}

/// The relative luminance of the intensities of red, green and blue, 0 to 1 (WCAG 2.2).
func luminance(_ parts: [Double]) -> Double { 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] }
