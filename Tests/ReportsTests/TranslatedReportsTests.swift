// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// `Localizer` returns each text in brackets, so text outside of brackets is not from the catalog, except for the
/// values.
@Suite("Every word of a report comes from the catalog")
struct TranslatedReportsTests {
    private static let values = [
        "Denver", "Sydney", "America/Denver", "Australia/Lord_Howe", "Pacific/Kiritimati", "Europe/Oslo", "GeoClue",
        "--place", "Tromsø", "London",
    ]

    @Test("Today, in each form", arguments: Situation.days)
    func today(day: Situation) throws {
        let (place, zone) = (day.place(), try day.localTime())
        let now = at(day.now)
        let today = Today(at: place, now: now, localTime: zone, in: .bracketed)
        let waybar =
            try JSONSerialization.jsonObject(with: Data(today.waybar.jsonText(inOneLine: true).utf8)) as? [String: Any]
        var texts = try ["text", "tooltip"].map { try #require(waybar?[$0] as? String) }
        for columns in [40, 80] { texts.append(today.text(columns: columns, ink: .shades)) }
        let words = TodayTemplate.Word.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        texts.append(try TodayTemplate(words).line(for: today))
        for text in texts { #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)") }
    }

    @Test("Next events", arguments: Situation.days)
    func next(day: Situation) throws {
        let place = day.place()
        let high = try #require(Altitude(degrees: 80))
        let low = try #require(Altitude(degrees: -80))
        let report = NextEvents(
            of: SolarEvent.named.map(\.event) + [.altitude(high, .rising), .altitude(low, .setting)],
            after: at(day.now), at: place, localTime: try day.localTime(), in: .bracketed)
        // Near the equator, the Sun passes both altitudes.
        #expect(report.never.count >= 2 || abs(place.observer.coordinate.latitude.degrees) < 35)
        #expect(untranslatedParts(of: report.text, values: Self.values) == [], "\(report.text)")
    }

    @Test("Tables of events")
    func events() throws {
        let date = try #require(CivilDate("2026-11-21"))
        let place = place(39.74, -104.98, name: "Denver", source: .settings)
        let events = SolarEvent.named.map(\.event)
        for (events, days, scale) in [
            (events, 3, UTC()), (SolarEvent.seasonal, 365, UTC()), (events, 1, SimulatedZone.denver),
            ([], 1, UTC()),
        ] as [([SolarEvent], Int, any LocalTime)] {
            let table = EventTable(
                of: events, from: date, days: days, at: place, in: scale, words: .bracketed)
            let values = Self.values + ["UTC"]
            #expect(untranslatedParts(of: table.text, values: values) == [], "\(table.text)")
            #expect(table.csv == EventTable(of: events, from: date, days: days, at: place, in: scale).csv)
        }
    }

    @Test("Settings")
    func settings() {
        let text = SettingsTable(
            settings: SettingInEffect.all(under: []), path: "/c/suntracker.conf", exists: true, words: .bracketed
        ).text
        #expect(text.contains("⟦default⟧"))
    }

    @Test("Tables have names for people, in English, too")
    func names() {
        #expect(Localizer.english.eventName("civil-dusk") == "civil dusk")
        #expect(Localizer.bracketed.eventName("civil-dusk") == "⟦civil dusk⟧")
        #expect(Localizer.bracketed.eventName("alert:lamps") == "⟦alert ⟧lamps")
        #expect(Localizer.bracketed.eventName("eclipse") == "eclipse")
    }
}
