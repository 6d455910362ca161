// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

@Suite("The arc of the Sun on the page")
struct SunArcTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let place: TestPlace
        let now: String

        init(_ description: String, _ place: TestPlace, _ now: String) {
            (testDescription, self.place, self.now) = (description, place, now)
        }

        func chart() throws -> DaylightChart { try DaylightChartTests.chart(.threeMonths, at: place, now: now) }
    }

    private static let cases = [
        Case("an afternoon", .denver, "2026-11-21T20:00:00Z"),
        Case("the end of daylight saving time", .denver, "2026-11-01T20:00:00Z"),
        Case("the start of daylight saving time", .denver, "2027-03-14T20:00:00Z"),
        Case("a minute after midnight", .denver, "2026-07-01T06:01:00Z"),
        Case("a polar day", .tromso, "2026-06-21T10:00:00Z"),
        Case("a polar night", .tromso, "2026-12-21T10:00:00Z"),
        Case("the last day of the polar day", .tromso, "2026-07-25T20:00:00Z"),
        Case("a day of 22 minutes", .tromso, "2026-11-27T10:30:00Z"),
        Case("the tropics at an equinox", .kiritimati, "2026-03-20T23:00:00Z"),
        Case("a pole", .southPole, "2026-01-01T05:00:00Z"),
    ]

    /// The points of the path that follows a text, such as its class.
    private func points(after text: String, in arc: String) throws -> [(x: Double, y: Double)] {
        let rest = try #require(arc.split(separator: text + "\" d=\"", maxSplits: 1).last)
        return rest.prefix { $0 != "\"" }.matches(of: /[ML](-?[0-9.]+) (-?[0-9.]+)/).map {
            (Double($0.1) ?? .nan, Double($0.2) ?? .nan)
        }
    }

    private func altitude(at instant: Instant, _ chart: DaylightChart) -> Double {
        SolarPosition(at: instant).horizontal(at: chart.place.observer.coordinate).altitude
    }

    @Test("The curve, the part that is past and the Sun are at the Sun's altitude", arguments: cases)
    func altitudes(_ situation: Case) throws {
        let (chart, now) = (try situation.chart(), at(situation.now))
        let text = chart.arc(at: now)
        let day = chart.days[chart.todayIndex].day
        let curve = try points(after: "curve", in: text)
        #expect(curve.count == 101)
        for point in curve {
            let altitude = altitude(at: day.noon + .seconds(point.x * 240), chart)
            #expect(abs(altitude + point.y) < 0.25, "\(point)")
        }
        let past = try points(after: "line past", in: text)
        if now > day.start {
            let last = try #require(past.last)
            #expect(abs(last.x - min(180, Double((now - day.noon).microseconds) / 240_000_000)) < 0.01)
            #expect(past.first?.x == -180)
        } else {
            #expect(past.isEmpty)
        }
        let suns = try points(after: "line disc", in: text)
        let sun = try #require(suns.first)
        #expect((-180...180).contains(sun.x))
        #expect(abs(min(22, -altitude(at: now, chart)) - sun.y) < 0.4)
    }

    @Test("Sunrise and sunset are marked where the curve crosses the horizon, with their times", arguments: cases)
    func crossings(_ situation: Case) throws {
        let chart = try situation.chart()
        let (arc, day) = (chart.arc(at: at(situation.now)), chart.days[chart.todayIndex])
        let ticks = try points(after: "line crossing", in: arc)
        let instants = [day.sunrise, day.sunset].compactMap(\.self)
        #expect(ticks.count == instants.count)
        let sun = SunArc(of: day.day, at: chart.place.observer)
        for (tick, instant) in zip(ticks, instants) {
            #expect(abs(tick.x * 240 - Double((instant - day.day.noon).microseconds) / 1e6) < 3)
            #expect(abs(sun.altitude(at: tick.x) + tick.y) < 0.25)
        }
        let times = arc.matches(of: /<text [^>]*text-anchor[^>]*>([^<]+)/).map { String($0.1) }
        let text = chart.text(of: day)
        #expect(
            times == [day.sunrise.map { _ in text.sunrise }, day.sunset.map { _ in text.sunset }].compactMap(\.self))
    }

    @Test(
        "A screen reader hears the times and how high the Sun is at noon",
        arguments: [
            (
                TestPlace.denver, "2026-11-21T20:00:00Z",
                "Saturday 21 November 2026, Sunrise 06:51, Solar noon 11:45, the Sun 30° high, Sunset 16:40"
            ),
            (
                .tromso, "2026-12-21T10:00:00Z",
                "Monday 21 December 2026, Sunrise none, Solar noon 11:42, the Sun 3° below the horizon, Sunset none"
            ),
        ])
    func spoken(place: TestPlace, now: String, text: String) throws {
        let arc = try DaylightChartTests.chart(.threeMonths, at: place, now: now).arc(at: at(now))
        #expect(arc.contains("role=\"img\" aria-label=\"\(text)\""))
    }

    @Test("A solar eclipse of the day is marked at its maximum, as the row of the day says; other days have no mark")
    func eclipse() throws {
        let place = place(64.15, -21.94)
        let now = "2026-08-12T12:00:00Z"
        let chart = DaylightChart(of: .threeMonths, at: place, now: at(now), localTime: SimulatedZone.utc)
        let day = chart.days[chart.todayIndex]
        let eclipse = try #require(day.eclipse)
        let arc = chart.arc(at: at(now))
        let marks = try points(after: "line eclipse", in: arc)
        let mark = try #require(marks.first)
        #expect(abs(mark.x * 240 - Double((eclipse.greatest - day.day.noon).microseconds) / 1e6) < 3)
        #expect(abs(-mark.y - altitude(at: eclipse.greatest, chart)) < 0.25)
        let rows = try chart.page(at: now).matches(of: /<tr id="([0-9-]*)"[^>]* data-eclipse="(\d+)"/)
        #expect(rows.map { "\($0.1) \($0.2)" } == ["2026-08-12 \(eclipse.greatest.microseconds / 1_000_000)"])
        #expect(chart.arc(of: chart.todayIndex + 1).contains("line eclipse\" d=\"\""))
    }
}
