// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import suntracker

/// The reports in many situations are recorded in `Recorded`, one file for each kind. With `SUNTRACKER_RECORD=1` in the
/// environment, the tests write the files instead of comparing them; read the difference before you commit it.
///
/// SolarTests test the events themselves. The polar days and nights are from almanacs for Tromso: midnight sun from 18
/// May to 26 July, polar night from 27 November to 15 January.
@Suite("Reports as they are recorded") struct RecordedReportTests {
    private static let denver = (latitude: 39.74, longitude: -104.98)

    private static func inDenver(_ name: String, _ now: String, _ zone: String = "America/Denver") -> Situation {
        Situation(name, at: denver.latitude, denver.longitude, zone, now)
    }

    private static let ordinary = Situation.days[0]
    private static let twelveHours = inDenver("12 hours", "2026-11-21T20:00:00Z", "Denver, 12 hours")
    private static let tokyo = Situation(
        "wide letters", at: 35.69, 139.69, "UTC", "2026-11-21T10:00:00Z", name: "東京都千代田区", from: .settings)

    private static let days: [(Situation, columns: Int)] =
        (Situation.days + [
            inDenver("between midnight of summer time and solar midnight", "2026-07-02T06:00:00Z"),
            inDenver("the clocks go back", "2026-11-01T06:30:00Z"),
            inDenver("the clocks go forward", "2026-03-08T20:00:00Z"),
            inDenver("far from a zone without a name", "2026-03-20T03:00:00Z", "nameless"),
            Situation("the equator, where days have equal length", at: 0, 0, "UTC", "2026-03-20T12:00:00Z"),
            Situation("the last day of the polar night", at: 69.65, 18.96, "Europe/Oslo", "2027-01-14T10:00:00Z"),
            Situation("the day after the polar night", at: 69.65, 18.96, "Europe/Oslo", "2027-01-15T08:00:00Z"),
            Situation("polar night without twilight", at: 89, 0, "UTC", "2026-12-21T10:00:00Z"),
            Situation("polar night at the South Pole", at: -90, 0, "Antarctica/McMurdo", "2026-06-21T00:00:00Z"),
            Situation("sunrise at the South Pole", at: -90, 0, "Antarctica/McMurdo", "2026-09-20T20:00:00Z"),
        ]).map { ($0, 80) } + [
            (twelveHours, 40), (tokyo, 40), (inDenver("the early morning", "2026-11-21T12:00:00Z"), 40),
            (inDenver("late in the evening", "2026-11-22T06:59:59Z"), 40),
        ]

    @Test("Today, as text")
    func today() throws {
        try expectRecorded(
            "today",
            try Self.days.map { situation, columns in
                let today = Today(
                    at: situation.place(), now: at(situation.now), localTime: try situation.localTime())
                let text = today.text(columns: columns, ink: .shades)
                expectFit(text, columns)
                return ("\(situation.testDescription), \(columns) columns", text)
            })
    }

    @Test("The next events")
    func next() throws {
        let (high, low) = (try #require(Altitude(degrees: 80)), try #require(Altitude(degrees: -80)))
        let events = SolarEvent.daily + [.marchEquinox, .altitude(high, .rising), .altitude(low, .setting)]
        try expectRecorded(
            "next",
            try [Self.ordinary, Self.twelveHours, .polarNight, Situation.days[2], Self.days[12].0].map { situation in
                let next = NextEvents(
                    of: events, after: at(situation.now), at: situation.place(),
                    localTime: try situation.localTime())
                return (situation.testDescription, next.text)
            })
    }

    /// The altitudes agree with the low-precision formulas of the Astronomical Almanac, page C5.
    @Test("Today and the next events for programs, on an ordinary day and in the polar night")
    func objects() throws {
        let high = try #require(Altitude(degrees: 80))
        try expectRecorded(
            "json",
            try [Self.ordinary, .polarNight].flatMap { situation in
                let (place, now) = (situation.place(), at(situation.now) + .milliseconds(250))
                let zone = try situation.localTime()
                let today = Today(at: place, now: now, localTime: zone)
                let next = NextEvents(
                    of: [.sunset, .altitude(high, .rising), .sunrise], after: now, at: place, localTime: zone)
                return [
                    ("\(situation.testDescription), today", try today.json()),
                    ("\(situation.testDescription), waybar", try today.waybar.jsonText(inOneLine: true)),
                    ("\(situation.testDescription), next", try next.json()),
                ]
            })
    }

    @Test("The chart as a table")
    func table() throws {
        let charts: [(ChartPeriod, TestPlace, String, Int)] = [
            (.year, .denver, "2026-11-21T20:00:00Z", 80), (.threeMonths, .tromso, "2026-05-15T10:00:00Z", 40),
        ]
        try expectRecorded(
            "chart",
            try charts.map { period, place, now, columns in
                let text = try DaylightChartTests.chart(period, at: place, now: now).text(columns: columns)
                expectFit(text, columns)
                return ("\(place), \(period.rawValue), \(columns) columns", text)
            })
    }

    @Test("The chart on a terminal, with its axes, its marks, and the names of the shades")
    func screen() throws {
        func browser(_ zone: String, _ words: Localizer, columns: Int) throws -> ChartBrowser {
            let chart = DaylightChart(
                of: .year, at: TestPlace.denver.place, now: at("2026-11-21T20:00:00Z"),
                localTime: try #require(zones[zone]), in: words)
            return ChartBrowser(chart, showing: .year, in: WindowSize(columns: columns, rows: 20))
        }
        var screens: [(String, ChartBrowser)] = []
        for columns in [80, 40] {
            screens.append(("\(columns) columns", try browser("America/Denver", .english, columns: columns)))
            screens.append(("\(columns) columns, wide letters", try browser("America/Denver", .wide, columns: columns)))
        }
        screens.append(("80 columns, 12 hours", try browser("Denver, 12 hours", .english, columns: 80)))
        try expectRecorded(
            "screen",
            screens.map { name, browser in
                let text = browser.lines(.none).map { $0.map(\.text).joined() }.joined(separator: "\n")
                expectFit(text, browser.window.columns)
                return (name, text)
            })
    }

    private func expectFit(_ text: String, _ columns: Int) {
        #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns }, "\(text)")
    }
}

/// Compares the texts, each below its name, with a recorded file, without spaces at the ends of lines and without
/// milliseconds, which may differ between processors.
func expectRecorded(_ file: String, _ texts: [(name: String, text: String)]) throws {
    let path = Checkout.root.appending(path: "Tests/ReportsTests/Recorded/\(file).txt")
    let text = texts.map { "=== \($0.name)\n\($0.text)\n" }.joined(separator: "\n").replacing(/(?m) +$/, with: "")
        .replacing(/(:\d\d)\.\d{3}([-+Z])/) { "\($0.1)\($0.2)" }
    guard ProcessInfo.processInfo.environment["SUNTRACKER_RECORD"] != "1" else {
        return try text.write(to: path, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: path, encoding: .utf8)
    #expect(text.components(separatedBy: "\n") == recorded.components(separatedBy: "\n"))
}
