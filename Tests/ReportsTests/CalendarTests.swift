// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// CommandTests reads the result with an independent parser.
@Suite("A calendar of events (RFC 5545)")
struct CalendarTests {
    private func calendar(
        _ events: [SolarEvent] = [.sunrise, .sunset], from date: String, days: Int = 1, at place: Place,
        in zone: any LocalTime = UTC()
    ) throws -> [String] {
        let text = EventTable(of: events, from: try #require(CivilDate(date)), days: days, at: place, in: zone)
            .calendar(madeAt: at("2026-11-21T20:00:00.75Z"))
        // For Swift, CR LF is one character, so line ends are searched in the scalars.
        #expect(
            !text.unicodeScalars.split(separator: "\r\n".unicodeScalars, omittingEmptySubsequences: false).contains {
                $0.contains("\n") || $0.contains("\r")
            })
        return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("A complete calendar")
    func whole() throws {
        let denver = place(39.74, -104.98, name: "Denver, US-CO", source: .settings)
        let lines = try calendar(from: "2026-11-21", at: denver, in: SimulatedZone.denver)
        #expect(
            lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Suntracker//suntracker \(Program.version)//EN",
                "BEGIN:VEVENT", "UID:sunrise-2026-11-21-am-39.74_-104.98@io.github.suntracker.Suntracker",
                "DTSTART:20261121T135124Z", "DTEND:20261121T135224Z", "SUMMARY:Sunrise", "DTSTAMP:20261121T200001Z",
                "LOCATION:Denver\\, US-CO (39.74° N\\, 104.98° W)", "GEO:39.74;-104.98", "CATEGORIES:Sun",
                "TRANSP:TRANSPARENT", "END:VEVENT",
                "BEGIN:VEVENT", "UID:sunset-2026-11-21-pm-39.74_-104.98@io.github.suntracker.Suntracker",
                "DTSTART:20261121T233958Z", "DTEND:20261121T234058Z", "SUMMARY:Sunset", "DTSTAMP:20261121T200001Z",
                "LOCATION:Denver\\, US-CO (39.74° N\\, 104.98° W)", "GEO:39.74;-104.98", "CATEGORIES:Sun",
                "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
            ])
    }

    @Test("Texts are in the user's language, and say so")
    func language() throws {
        let words = Localizer(try ProjectCatalog("de"))
        let table = EventTable(
            of: [.juneSolstice], from: try #require(CivilDate("2026-06-21")), days: 1,
            at: place(-33.87, 151.21, name: "Sydney", source: .settings), in: UTC(), words: words)
        let lines = table.calendar(madeAt: at("2026-11-21T20:00:00Z"), alarms: [.seconds(-600)])
            .split(separator: "\r\n")
        #expect(lines.contains("SUMMARY;LANGUAGE=de:Wintersonnenwende"))
        #expect(lines.contains("DESCRIPTION;LANGUAGE=de:Wintersonnenwende"))
        #expect(lines.contains("LOCATION;LANGUAGE=de:Sydney (33\\,87° S\\, 151\\,21° O)"))
        #expect(lines.contains { $0.hasPrefix("UID:june-solstice-2026-06-21-") })
    }

    @Test(
        "Texts are escaped (section 3.3.11)",
        arguments: [
            ("Denver, US", "Denver\\, US"), ("a;b", "a\\;b"), ("C:\\n", "C:\\\\n"), ("two\nlines", "two\\nlines"),
            ("two\r\nlines", "two\\nlines"), ("a\u{1B}[31mb", "a[31mb"), ("a\tb", "a\tb"), ("\u{0}\u{7F}", ""),
            ("\"quoted\": 東京", "\"quoted\": 東京"), ("", ""),
        ])
    func escapes(text: String, escaped: String) {
        #expect(text.escapedForCalendar == escaped)
    }

    @Test(
        "Lines of more than 75 octets are folded, between characters (section 3.1)",
        arguments: [
            (String(repeating: "a", count: 73), [75]), (String(repeating: "a", count: 74), [75, 2]),
            (String(repeating: "a", count: 73 + 75), [75, 75, 2]), (String(repeating: "京", count: 24), [74]),
            (String(repeating: "京", count: 25), [74, 4]), (String(repeating: "🌅", count: 40), [74, 73, 17]), ("", [2]),
        ])
    func folding(text: String, octets: [Int]) {
        let folded = ("X:" + text.escapedForCalendar).foldedForCalendar
        let lines = folded.unicodeScalars.split(separator: "\r\n".unicodeScalars).map { String($0) }
        #expect(lines.map(\.utf8.count) == octets)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(lines[0] + lines.dropFirst().map { $0.dropFirst() }.joined() == "X:" + text)
    }

    @Test(
        "The events of a year have unique identifiers, even near the poles",
        arguments: Scope.calendars.isFull
            ? [0, 39.74, 60, 65.7, 66.5, 69.65, 80, 89.9, -66.6, -90] : [65.7, 69.65, -90],
        Scope.calendars.isFull ? [-179.99, 0, 18.96] : [-179.99])
    func unique(latitude: Double, longitude: Double) throws {
        let names = try calendar(
            SolarEvent.named.map(\.event), from: "2026-01-01", days: 366, at: place(latitude, longitude)
        ).filter { $0.hasPrefix("UID:") }
        #expect(Set(names).count == names.count)
        #expect(names.count > 700)
    }

    @Test("The identifier of an event does not depend on the days, the zone and the hundredths of a degree")
    func stable() throws {
        let year = try calendar(
            SolarEvent.daily, from: "2026-01-01", days: 365, at: place(69.65, 18.96), in: SimulatedZone.oslo
        ).filter { $0.hasPrefix("UID:") }
        for scale in [UTC(), SimulatedZone.kiritimati, SimulatedZone.pagoPago] as [any LocalTime] {
            for (date, days) in [("2026-05-16", 3), ("2026-07-26", 1), ("2026-11-21", 2)] {
                let some = try calendar(
                    SolarEvent.daily, from: date, days: days, at: place(69.654, 18.956), in: scale
                ).filter { $0.hasPrefix("UID:") }
                #expect(some.count >= 2)
                #expect(Set(some).isSubset(of: year))
            }
        }
    }

    @Test(
        "An alarm is shown some time after the event, or before it (section 3.6.6)",
        arguments: [
            (0, "PT0S"), (-600, "-PT10M"), (600, "PT10M"), (-5400, "-PT90M"), (-90, "-PT90S"), (86_400, "PT1440M"),
        ] as [(Int64, String)])
    func alarm(seconds: Int64, trigger: String) throws {
        let table = EventTable(
            of: [.sunset], from: try #require(CivilDate("2026-11-21")), days: 1, at: place(39.74, -104.98),
            in: UTC()
        )
        let lines = table.calendar(madeAt: at("2026-11-21T20:00:00Z"), alarms: [.seconds(seconds)])
            .split(separator: "\r\n").map(String.init)
        #expect(
            lines.suffix(7) == [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Sunset", "TRIGGER:\(trigger)", "END:VALARM",
                "END:VEVENT", "END:VCALENDAR",
            ])
    }

    @Test("A calendar without events has no entries")
    func nothing() throws {
        let lines = try calendar(from: "2026-12-21", at: place(69.65, 18.96))
        #expect(lines.count == 5)
        #expect(lines.suffix(2) == ["END:VCALENDAR", ""])
    }
}
