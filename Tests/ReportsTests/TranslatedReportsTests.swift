import Solar
import Terminal
import TestSupport
import Testing
import Tracker

@testable import Reports

/// What stays outside of brackets did not come from `Words`; the values given here may.
@Suite("Every word of a report comes from the catalog")
struct TranslatedReportsTests {
    struct Day: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let place: (Double, Double)
        var name: PlaceName?
        var source = Provenance.Source.commandLine
        let zone: String
        let now: String
    }

    static let days = [
        Day(
            testDescription: "an ordinary day", place: (39.74, -104.98), name: "Denver",
            source: .timeZone("America/Denver"), zone: "America/Denver", now: "2026-11-21T20:00:00Z"),
        Day(
            testDescription: "the evening", place: (39.74, -104.98), name: .near("Denver"), source: .settings,
            zone: "America/Denver", now: "2026-11-22T01:00:00Z"),
        Day(
            testDescription: "named on the command line", place: (-33.87, 151.21), name: "Sydney",
            zone: "America/Denver", now: "2026-11-21T07:50:00Z"),
        Day(
            testDescription: "the day on which the clocks change", place: (-31.55, 159.08), source: .geoclue,
            zone: "Australia/Lord_Howe", now: "2026-10-02T22:00:00Z"),
        Day(
            testDescription: "no change of the clocks", place: (1.87, -157.4), source: .lastFix,
            zone: "Pacific/Kiritimati", now: "2026-01-01T10:00:00Z"),
        Day(
            testDescription: "the day before the polar day", place: (69.65, 18.96), zone: "Europe/Oslo",
            now: "2026-05-18T10:00:00Z"),
        Day(
            testDescription: "polar day", place: (69.65, 18.96), zone: "Europe/Oslo", now: "2026-06-21T10:00:00Z"),
        Day(
            testDescription: "the last day of the polar day", place: (69.65, 18.96), zone: "Europe/Oslo",
            now: "2026-07-25T10:00:00Z"),
        Day(
            testDescription: "polar night", place: (69.65, 18.96), zone: "Europe/Oslo", now: "2026-12-21T10:00:00Z"),
    ]

    private static let values = [
        "Denver", "Sydney", "America/Denver", "Australia/Lord_Howe", "Pacific/Kiritimati", "Europe/Oslo", "GeoClue",
        "--place", "--location",
    ]

    @Test("Today, in each form", arguments: days)
    func today(day: Day) throws {
        let zone = try #require(zones[day.zone])
        var place = try place(day.place.0, day.place.1, source: day.source)
        place.name = day.name
        let now = try instant(day.now)
        let today = Today(at: place, now: now, localTime: zone, in: .bracketed)
        var texts = [today.notice.summary, today.notice.body, WaybarModule(today).text, WaybarModule(today).tooltip]
        for columns in [25, 40, 80] {
            texts.append(today.text(TodayForm(columns: columns, ink: .shades)))
            texts.append(today.text(TodayForm(columns: columns, ink: .ascii, isLive: true)))
        }
        let words = TodayTemplate.Word.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        texts.append(try TodayTemplate(words).line(for: today))
        let form = TodayWatch.Form.text(TodayForm(columns: 80, ink: nil))
        texts.append(try TodayWatch(at: place, localTime: zone, as: form, in: .bracketed).text(at: now))
        for text in texts {
            // The mark of the current time in ASCII.
            let values = Self.values + (text.contains("|") ? ["v"] : [])
            #expect(untranslatedParts(of: text, values: values) == [], "\(text)")
        }
    }

    @Test("Next events", arguments: days)
    func next(day: Day) throws {
        let zone = try #require(zones[day.zone])
        let high = try #require(Altitude(degrees: 80))
        let low = try #require(Altitude(degrees: -80))
        let report = NextEvents(
            of: SolarEvent.named.map(\.event) + [.altitude(high, .rising), .altitude(low, .setting)],
            after: try instant(day.now), at: try place(day.place.0, day.place.1, source: day.source), localTime: zone,
            in: .bracketed)
        // Near the equator the Sun passes both altitudes.
        #expect(report.never.count >= 2 || abs(day.place.0) < 35)
        #expect(untranslatedParts(of: report.text, values: Self.values) == [], "\(report.text)")
    }

    @Test("Tables of events")
    func events() throws {
        let date = try #require(CivilDate("2026-11-21"))
        let place = try place(39.74, -104.98, name: "Denver", source: .settings)
        let events = SolarEvent.named.map(\.event)
        for (events, days, scale) in [
            (events, 3, .utc), (SolarEvent.seasonal, 365, .utc), (events, 1, .local(SimulatedZone.denver)),
            ([], 1, .utc),
        ] as [([SolarEvent], Int, TimeScale)] {
            let table = EventTable(
                of: events, from: date, days: days, at: place, in: scale, words: .bracketed)
            let values = Self.values + ["UTC"]
            #expect(untranslatedParts(of: table.text, values: values) == [], "\(table.text)")
            #expect(table.csv == EventTable(of: events, from: date, days: days, at: place, in: scale).csv)
        }
    }

    @Test("The history")
    func history() throws {
        let due = try instant("2026-11-20T23:40:00Z")
        let quiet = ["SUNTRACKER_QUIET": "yes"]
        let recovered = ["SUNTRACKER_RECOVERED": "yes"]
        let entries: [(JournalEntry.Kind, [String: String])] = [
            (.event, [:]), (.missed, [:]), (.notShown, [:]), (.event, quiet), (.event, recovered),
            (.event, ["SUNTRACKER_EVENT": "dst-change", "SUNTRACKER_PLACE": "near Denver"]),
            (.event, ["SUNTRACKER_ALERT": "lamps"]),
        ]
        let announcements = try entries.map { kind, fields in
            try #require(
                PastAnnouncement(
                    written: due + .seconds(100),
                    fields: [
                        "MESSAGE_ID": kind.messageID, "SUNTRACKER_EVENT": "civil-dusk",
                        "SUNTRACKER_EVENT_TIME": due.rfc3339(fractionDigits: 3), "SUNTRACKER_PLACE": "Denver",
                    ].merging(fields) { $1 }))
        }
        #expect(Set(announcements.map(\.outcome)).count == 5)
        let now = try instant("2026-11-21T20:00:00Z")
        for announcements in [announcements, []] {
            let history = History(
                announcements, since: due - .seconds(86_400), now: now, localTime: SimulatedZone.denver, in: .bracketed)
            let values = ["Denver", "lamps", "systemctl --user status suntrackerd"]
            #expect(untranslatedParts(of: history.text, values: values) == [], "\(history.text)")
        }
    }

    @Test("English tables have the identifiers that options take")
    func identifiers() {
        #expect(Words.english.eventName("civil-dusk") == "civil-dusk")
        #expect(Words.bracketed.eventName("civil-dusk") == "⟦civil dusk⟧")
        #expect(Words.bracketed.eventName("alert:lamps") == "⟦alert ⟧lamps")
        #expect(Words.bracketed.eventName("eclipse") == "eclipse")
    }

    @Test("Lines fit into 40 columns, and values are aligned, where letters are two columns wide", arguments: days)
    func widths(day: Day) throws {
        let zone = try #require(zones[day.zone])
        let today = Today(
            at: try place(day.place.0, day.place.1, source: day.source), now: try instant(day.now), localTime: zone,
            in: .wide)
        for columns in [20, 40, 80] {
            for ink in [.ascii, .shades] as [TodayForm.Ink] {
                let lines = today.text(TodayForm(columns: columns, ink: ink)).split(separator: "\n").map(String.init)
                #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines)")
            }
        }
        let facts = today.facts(.once)
        let margin = (facts.map(\.name.columns).max() ?? 0) + 2
        #expect(facts.lines(columns: 80).allSatisfy { $0[0].text.columns == margin })
    }
}
