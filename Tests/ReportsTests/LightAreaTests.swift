// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// The areas of the picture. In their coordinates, a day is 100 units wide, and a second is one unit high.
@Suite("The shapes of the chart's lights")
struct LightAreaTests {
    private typealias Corner = (x: Int, second: Int)

    private static func corners(of path: String) -> [[Corner]] {
        path.split(separator: "M").map { part in
            var (x, y) = (0, 0)
            return part.split(separator: "l").map { step in
                let numbers = step.matches(of: /-?\d+/).compactMap { Int($0.0) }
                x += numbers[0]
                y += numbers[1]
                return (x, 86_400 - y)
            }
        }
    }

    private static func area(_ light: DayPhase, at place: TestPlace, now: String) throws -> (DaylightChart, LightArea) {
        let chart = try DaylightChartTests.chart(.year, at: place, now: now)
        return (chart, LightArea(of: light, in: chart))
    }

    @Test("The lines go through the seconds of sunrise and sunset in the middle of each day")
    func seconds() throws {
        let (chart, area) = try Self.area(.day, at: .denver, now: "2026-11-21T20:00:00Z")
        let lines = Self.corners(of: area.edges)
        for (index, day) in chart.days.enumerated() {
            for event in [day.sunrise, day.sunset] {
                let second = chart.localTime.civilTime(at: try #require(event)).secondOfDay
                #expect(
                    lines.contains { $0.contains { $0.x == 100 * index + 50 && $0.second == second } }, "\(day.date)")
            }
        }
    }

    @Test("At a clock change, one line ends and the next begins, at the midnight between the days")
    func clockChange() throws {
        let (chart, area) = try Self.area(.day, at: .denver, now: "2026-11-21T20:00:00Z")
        let lines = Self.corners(of: area.edges)
        let changes = chart.days.indices.filter { chart.days[$0].clockChange != nil }.map { 100 * $0 }
        #expect(changes.count == 2)
        #expect(lines.count == 6)
        for (line, bounds) in zip(lines, [(0, changes[0]), (0, changes[0]), (changes[0], changes[1])]) {
            #expect(line.first?.x == bounds.0 && line.last?.x == bounds.1)
        }
        // Sunrise and sunset move by less than two minutes a day.
        for line in lines {
            #expect(zip(line, line.dropFirst()).allSatisfy { abs($0.second - $1.second) < 120 })
        }
    }

    @Test(
        "Where the Sun stays down or up, the lines of sunrise and sunset end in a point")
    func ends() throws {
        let (chart, area) = try Self.area(.day, at: .tromso, now: "2026-11-21T20:00:00Z")
        let outlines = Self.corners(of: area.outline)
        // The last day before the polar night is short. Its two lines meet at noon, between this day and the next.
        let last = try #require(chart.days.indices.last { $0 < 230 && chart.days[$0].sunrise != nil })
        let outline = try #require(outlines.first { $0.contains { $0.x == 100 * last + 50 } })
        let noon = chart.localTime.civilTime(at: chart.days[last].day.noon).secondOfDay
        let end = outline.filter { $0.x == 100 * last + 100 }
        #expect(end.count == 2 && end.allSatisfy { abs($0.second - noon) < 120 })
        // Before the polar day, the dark after midnight narrows to a point, too.
        let eve = try #require(chart.days.indices.last { !chart.days[$0].day.isPolarDay })
        let spans = chart.days[eve].light.spans(from: .day)
        try #require(spans.count == 2)
        let dark = outlines.joined().filter {
            $0.x == 100 * eve + 100 && spans[0].upperBound...spans[1].lowerBound ~= $0.second
        }
        #expect(dark.map(\.second) == Array(repeating: (spans[0].upperBound + spans[1].lowerBound) / 2, count: 2))
        // In the polar day, no line separates the days: each day reaches from midnight to midnight.
        let summer = try #require(chart.days.indices.first { chart.days[$0].day.isPolarDay })
        #expect(outlines.joined().filter { $0.x == 100 * summer + 50 }.map(\.second) == [86_400, 0])
        #expect(Self.corners(of: area.edges).joined().allSatisfy { $0.x != 100 * summer + 50 })
    }

    @Test(
        "Each second of each day shows the light for the Sun's altitude, even across midnight",
        arguments: TestPlace.allCases)
    func coverage(place: TestPlace) throws {
        let (chart, area) = try Self.area(.day, at: place, now: "2026-11-21T20:00:00Z")
        let outlines = Self.corners(of: area.outline)
        for index in stride(from: 3, to: 362, by: 7) where chart.days[index].clockChange == nil {
            let spans = chart.days[index].light
            for second in stride(from: 1800, to: 86_400, by: 3600) {
                // Near a change of light, the line of the next day may be on the other side.
                let near = spans.filter { $0.seconds.overlaps(max(0, second - 1500)..<min(86_400, second + 1500)) }
                guard near.count == 1 else { continue }
                let isDay = outlines.contains { Self.contains($0, x: 100 * index + 50, second: second) }
                #expect(isDay == (near[0].light == .day), "\(place) \(chart.days[index].date) \(second)")
            }
        }
    }

    /// Whether a point is within an outline: a horizontal line from it to the left crosses the outline an odd number of
    /// times.
    private static func contains(_ outline: [Corner], x: Int, second: Int) -> Bool {
        var isInside = false
        for (one, other) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
            guard (one.x > x) != (other.x > x) else { continue }
            let part = Double(x - one.x) / Double(other.x - one.x)
            if Double(one.second) + part * Double(other.second - one.second) > Double(second) { isInside.toggle() }
        }
        return isInside
    }
}
