import Foundation
import Gazetteer
import Solar
import Terminal
import TestSupport
import Testing
import Tracker

@testable import Reports

/// Each report, in each language and in two that do not exist, in windows from narrow to wide.
@Suite("No line is wider than the window, and nothing is cut") struct NarrowWindowTests {
    enum Language: String, CaseIterable, Sendable {
        case en, ar, de, es, fr, ja, longer, accented

        func words() throws -> Words {
            switch self {
            case .en: .english.laidOut(for: .terminal)
            case .longer: Words(MarkedTranslations.longer, layout: .terminal)
            case .accented: Words(MarkedTranslations.accented, layout: .terminal)
            default: Words(try ProjectCatalog(rawValue), layout: .terminal)
            }
        }
    }

    struct Situation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let latitude: Double
        let longitude: Double
        var name: PlaceName?
        var elevation: Double?
        let source: Provenance.Source
        let zone: String
        let now: String
    }

    static let situations = [
        Situation(
            testDescription: "polar night", latitude: 69.65, longitude: 18.96, name: "Tromsø",
            source: .timeZone("Europe/Oslo"), zone: "Europe/Oslo", now: "2026-12-21T10:00:00Z"),
        Situation(
            testDescription: "polar day, high in the north", latitude: 78.22, longitude: 15.65,
            name: .near("Longyearbyen"), elevation: -12.5, source: .geoclue, zone: "Europe/Oslo",
            now: "2026-05-18T22:30:00Z"),
        Situation(
            testDescription: "a long name", latitude: 53.22, longitude: -4.2,
            name: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Isle of Anglesey, United Kingdom",
            source: .lastFix, zone: "UTC", now: "2026-03-19T02:00:00Z"),
        Situation(
            testDescription: "a clock with 12 hours", latitude: 39.74, longitude: -104.99, name: "Denver",
            elevation: 1609,
            source: .settings, zone: "Denver, 12 hours", now: "2026-10-31T23:30:00Z"),
        Situation(
            testDescription: "a name in Arabic", latitude: 30.04, longitude: 31.24, name: "القاهرة",
            source: .commandLine,
            zone: "nameless", now: "2199-11-21T09:00:00Z"),
        Situation(
            testDescription: "no name, long ago", latitude: -33.87, longitude: -151.21, source: .commandLine,
            zone: "Pacific/Kiritimati", now: "1801-06-01T09:00:00Z"),
    ]

    private static let widths = [40, 50, 60, 80, 120]

    private func place(_ situation: Situation) throws -> Place {
        var place = try Self.place(situation.latitude, situation.longitude, situation)
        place.name = situation.name
        place.provenance.accuracy = 12_345
        place.provenance.observed = try instant(situation.now) - .seconds(200_000)
        return place
    }

    private static func place(_ latitude: Double, _ longitude: Double, _ situation: Situation) throws -> Place {
        try ReportsTests.place(latitude, longitude, source: situation.source, elevation: situation.elevation)
    }

    /// Every line fits but one of a single word, such as a path, and no text is cut.
    private func expectFit(_ text: String, _ columns: Int, _ report: String) {
        for line in text.split(separator: "\n").map(String.init) where line.columns > columns {
            let isOneWord = !line.trimmedOfSpaces.contains(" ") || line.hasLongWordLast(columns)
            #expect(isOneWord, "\(report) in \(columns) columns: \(line.columns) in \(line)")
        }
        #expect(!text.contains("…"), "\(report) in \(columns) columns: \(text)")
        #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") }, "\(report) in \(columns) columns")
    }

    @Test("Reports on a day", arguments: situations, Language.allCases)
    func day(situation: Situation, language: Language) throws {
        let (words, now) = (try language.words(), try instant(situation.now))
        let (place, zone) = (try place(situation), try #require(zones[situation.zone]))
        let today = Today(at: place, now: now, localTime: zone, in: words)
        let low = try #require(Altitude(degrees: -4.5))
        let events = SolarEvent.named.map(\.event) + [.altitude(low, .rising)]
        let next = NextEvents(of: events, after: now, at: place, localTime: zone, in: words)
        let date = zone.civilTime(at: now).date
        let table = EventTable(of: events, from: date, days: 2, at: place, in: .local(zone), words: words)
        let authorization = RunningService.Authorization(
            state: "denied", advice: LocationAuthorization.denied(.turnedOff).advice())
        let location = PlaceReport(place, authorization: authorization, now: now, in: words)
        let status = ServiceReport(
            service: .running(
                RunningService(
                    version: "1.10.12", since: now - .seconds(1_000_000),
                    place: RunningService.Place(
                        name: place.name?.description, coordinate: place.observer.coordinate,
                        source: situation.source.identifier, accuracy: 2345, observed: now - .seconds(300_000)),
                    next: [Sun.Occurrence(.sunset, at: now + .seconds(9_000_000))], phase: .night,
                    phaseUntil: now + .seconds(9_000_000),
                    last: RunningService.Announcement(
                        event: "golden-hour-start", instant: now - .seconds(90_000), announced: now - .seconds(80_000),
                        notification: .quiet), authorization: authorization)),
            manager: .unit(UnitState(load: "loaded", active: "active")), notifications: .silent("no answer in 2 s"),
            lastError: nil, installation: .own, now: now, localTime: zone, in: words)
        for columns in Self.widths {
            for ink in [nil, .ascii, .shades] as [TodayForm.Ink?] {
                expectFit(today.text(TodayForm(columns: columns, ink: ink)), columns, "today")
            }
            expectFit(next.text(columns: columns), columns, "next")
            expectFit(table.text(columns: columns), columns, "events")
            expectFit(location.text(columns: columns), columns, "location")
            expectFit(status.text(columns: columns), columns, "status")
        }
    }

    @Test("Reports on the service", arguments: Language.allCases)
    func service(language: Language) throws {
        let words = try language.words()
        let now = try instant("2026-11-21T20:00:00Z")
        let zone = try #require(zones["Denver, 12 hours"])
        let announcements = ["dst-change", "golden-hour-start", "alert:lamps-in-the-garden", "sunset"].compactMap {
            event in
            PastAnnouncement(
                written: now - .seconds(5000),
                fields: [
                    "MESSAGE_ID": JournalEntry.Kind.event.messageID, "SUNTRACKER_EVENT": event,
                    "SUNTRACKER_EVENT_TIME": (now - .seconds(9999)).rfc3339(fractionDigits: 3),
                    "SUNTRACKER_PLACE": "near القاهرة",
                ])
        }
        #expect(announcements.count == 4)
        var reports: [(String, any Report)] = [
            ("history", History(announcements, since: now - .seconds(1_000_000), now: now, localTime: zone, in: words)),
            ("history", History([], since: now - .seconds(1_000_000), now: now, localTime: zone, in: words)),
            ("config", SettingsTable(SettingInForce.all(under: []), in: words)),
        ]
        for unit in ["not-found", "masked", "bad-setting", "loaded"] {
            let unit = UnitState(
                load: unit, active: "failed", path: "/u/x.service", result: "exit-code", exitStatus: 78)
            reports.append(
                (
                    "status",
                    ServiceReport(
                        service: .absent, manager: .unit(unit), notifications: .absent, lastError: "the reason for it",
                        installation: .own, now: now, localTime: zone, in: words)
                ))
        }
        if language == .en { reports.append(("doctor", Diagnosis(soundMachine(), marks: .symbols))) }
        for (name, report) in reports {
            for columns in Self.widths { expectFit(report.text(columns: columns), columns, name) }
        }
        for columns in Self.widths {
            for text in ["", "spring", "las palmas", "qqqqqqqq"] {
                var list = PlaceList(try search(in: words), columns: columns)
                expectFit(try list.start(text, daylight), columns, "location choose --list")
                // Names are cut by design, and the columns at their right stay.
                let chooser = try PlaceChooser(
                    search(in: words), text: text, in: WindowSize(columns: columns, rows: 20))
                let lines = try chooser.lines(daylight).map { $0.map(\.text).joined() }
                #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines)")
            }
            let found = FoundPlaces(
                named: "spring", try PlaceSearch.places(named: "spring"), in: words)
            expectFit(found.text(columns: columns), columns, "location find")
        }
    }

    @Test("The chart", arguments: Language.allCases)
    func chart(language: Language) throws {
        let situation = Self.situations[0]
        let zone = try #require(zones[situation.zone])
        let year = DaylightChart(
            of: .year, at: try place(situation), now: try instant(situation.now), localTime: zone,
            in: try language.words())
        for columns in Self.widths {
            expectFit(year.text(columns: columns, isASCII: true), columns, "chart --plain")
            var browser = ChartBrowser(year, showing: .year, in: WindowSize(columns: columns, rows: 30))
            for key in [ChartBrowser.Key.home, .pageDown, .today, .end] {
                _ = browser.handle(key)
                let lines = browser.lines(.none).map { $0.map(\.text).joined() }
                #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines)")
            }
        }
    }
}

extension PlaceSearch {
    /// The places of the tests for a text.
    fileprivate static func places(named text: String) throws -> [GazetteerPlace] {
        var search = try search()
        let results = try search.results(for: text)
        return try (0..<results.count).map { try search.candidate($0, in: results).place }
    }
}

extension String {
    fileprivate var trimmedOfSpaces: Substring { drop { $0 == " " } }

    /// Whether the line is a label, and a word that has no room beside it.
    fileprivate func hasLongWordLast(_ columns: Int) -> Bool {
        guard let start = range(of: "  ", options: .backwards)?.upperBound else { return false }
        return !self[start...].contains(" ")
    }
}
