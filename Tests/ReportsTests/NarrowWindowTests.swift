// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Tracker
import Wording

@testable import suntracker

/// Each report, in each language and in two invented ones, in windows from narrow to wide.
@Suite("No line is wider than the window, and nothing is cut") struct NarrowWindowTests {
    enum Language: String, CaseIterable, Sendable {
        case en, ar, de, es, fr, it, ja, ru
        case brazilian = "pt_BR"
        case chinese = "zh_CN"
        case longer, accented

        /// The other languages have shorter texts, or characters of the same widths.
        static let telling = Scope.narrowWindows.isFull ? allCases : [.ar, .de, .ja, .ru, .longer]

        func words() throws -> Localizer {
            switch self {
            case .en: .english
            case .longer: Localizer(MarkedTranslations.longer)
            case .accented: Localizer(MarkedTranslations.accented)
            default: Localizer(try ProjectCatalog(rawValue))
            }
        }
    }

    private static let widths = [40, 50, 60, 80, 120]

    /// Expects that each line fits, unless it is one long word, such as a path, and that no text is cut.
    private func expectFit(_ text: String, _ columns: Int, _ report: String) {
        for line in text.split(separator: "\n").map(String.init) where line.columns > columns {
            let isOneWord = !line.drop(while: { $0 == " " }).contains(" ") || line.hasLongWordLast(columns)
            #expect(isOneWord, "\(report) in \(columns) columns: \(line.columns) in \(line)")
        }
        #expect(!text.contains("…"), "\(report) in \(columns) columns: \(text)")
        #expect(text.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") }, "\(report) in \(columns) columns")
    }

    @Test("Reports on a day", arguments: Situation.long, Language.telling)
    func day(situation: Situation, language: Language) throws {
        let (words, now) = (try language.words(), at(situation.now))
        let (place, zone) = (situation.place(), try situation.localTime())
        let today = Today(at: place, now: now, localTime: zone, in: words)
        let low = try #require(Altitude(degrees: -4.5))
        let events = SolarEvent.named.map(\.event) + [.altitude(low, .rising)]
        let next = NextEvents(of: events, after: now, at: place, localTime: zone, in: words)
        let date = zone.civilTime(at: now).date
        let table = EventTable(of: events, from: date, days: 2, at: place, in: zone, words: words)
        let authorization = RunningService.Authorization(
            state: "denied", advice: LocationAuthorization.denied(.turnedOff).advice())
        let location = PlaceReport(place: place, authorization: authorization, now: now)
        for columns in Self.widths {
            for ink in [nil, .shades] as [DayBar.Ink?] {
                expectFit(today.text(columns: columns, ink: ink), columns, "today")
            }
            expectFit(next.text(columns: columns), columns, "next")
            expectFit(table.text(columns: columns), columns, "events")
            expectFit(location.text(columns: columns), columns, "place")
        }
    }

    @Test("Reports on the service", arguments: Language.allCases)
    func service(language: Language) throws {
        let words = try language.words()
        let now = at("2026-11-21T20:00:00Z")
        let zone = try #require(zones["Denver, 12 hours"])
        let relativeTime = RelativeTime(now: now, localTime: zone)
        var reports: [(String, any Report)] = [
            (
                "config",
                SettingsTable(
                    settings: SettingInEffect.all(under: []), path: "/c/suntracker.conf", exists: false, words: words)
            )
        ]
        if language == .en {
            reports += [("hooks", HookListTests.report()), ("hooks", HookListTests.report([]))]
            for facts in [
                soundMachine(), soundMachine { $0.notifications = .absent },
                soundMachine(absent { ($0.active, $0.result) = ("failed", "exit-code") }),
            ] {
                reports.append(("status", StatusReport(facts: facts, relativeTime: relativeTime, isVerbose: true)))
            }
        }
        for (name, report) in reports {
            for columns in Self.widths { expectFit(report.text(columns: columns), columns, name) }
        }
    }

    @Test("The chart", arguments: [Situation.polarNight, .twelveHours], Language.telling)
    func chart(situation: Situation, language: Language) throws {
        let year = DaylightChart(
            of: .year, at: situation.place(), now: at(situation.now),
            localTime: try situation.localTime(), in: try language.words())
        for columns in Self.widths {
            for period in ChartPeriod.allCases {
                let table = year.narrowed(to: period).text(columns: columns, isASCII: true)
                expectFit(table, columns, "chart --plain")
            }
        }
    }

    @Test(
        "In 80 columns, the chart keeps all its columns in each language, even with AM and PM",
        arguments: try ProjectCatalog.languages(),
        [TestPlace.denver, .pagoPago, .tromso])
    func columns(language: String, place: TestPlace) throws {
        let words = Localizer(try ProjectCatalog(language))
        for hasTwelveHours in [false, true] {
            var zone = place.zone
            zone.hasTwelveHours = hasTwelveHours
            let chart = DaylightChart(
                of: .year, at: place.place, now: at("2026-05-15T20:00:00Z"), localTime: zone, in: words)
            let table = chart.text(columns: 80).split(separator: "\n").filter { $0.contains("2026-05-15*") }
            #expect(table.count == 1)
            let heading = words.inContext("label", "Change")
            let lines = chart.text(columns: 80).split(separator: "\n")
            #expect(lines.contains { $0.hasSuffix(heading) }, "\(language): \(lines)")
            #expect(table.allSatisfy { $0.contains("█") && String($0).columns <= 80 }, "\(language): \(table)")
        }
    }
}

extension String {
    /// Whether the line is a label and one word that does not fit beside it.
    fileprivate func hasLongWordLast(_ columns: Int) -> Bool {
        guard let start = range(of: "  ", options: .backwards)?.upperBound else { return false }
        return !self[start...].contains(" ")
    }
}
