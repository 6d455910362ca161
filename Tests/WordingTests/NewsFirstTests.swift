// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import Wording

/// What is seen of a notification if the server cuts it off. GNOME's banner shows one line.
@Suite("The first 60 characters of a notification") struct NewsFirstTests {
    private static let limit = 60

    static func languages() throws -> [String] { ["en"] + (try ProjectCatalog.languages()) }

    private static func words(_ language: String) throws -> Localizer {
        language == "en" ? .english : Localizer(try ProjectCatalog(language))
    }

    /// The parts of the body.
    private func parts(
        of event: SolarEvent, at instant: Instant, saysSpecialDays: Bool = true, zone: SimulatedZone = .denver,
        _ words: Localizer
    ) -> [String] {
        let rule = Rule(id: event.name, event: event, notifies: true, saysSpecialDays: saysSpecialDays)
        let content = Popup.Content.announcement(Occurrence(rule, at: instant), at: TestPlace.denver.place)
        let body = WrittenPopup(Popup(content, at: instant), localTime: zone, in: words, isPlain: true).body
        return body.replacing(" · ", with: "\n").split(separator: "\n").map(String.init)
    }

    @Test(
        "contain the news and the time of the next event, on each day of the year",
        arguments: try Scope.newsFirst.isFull ? languages() : ["en", "de", "ru"])
    func everyDay(language: String) throws {
        let words = try Self.words(language)
        var zone = SimulatedZone.denver
        zone.hasTwelveHours = language == "en"
        let year = at("2026-01-01T00:00:00Z")..<at("2027-01-01T00:00:00Z")
        var special: Set<String> = []
        for occurrence in Sun.occurrences(of: [.sunrise, .sunset], in: year, at: TestPlace.denver.observer) {
            let parts = parts(of: occurrence.event, at: occurrence.instant, zone: zone, words)
            let seen = parts.prefix(2).joined(separator: " · ")
            #expect(seen.count <= Self.limit, "\(seen)")
            #expect(parts.count == 3)
            let ordinary = self.parts(
                of: occurrence.event, at: occurrence.instant, saysSpecialDays: false, zone: zone, words)
            #expect(Array(ordinary.dropFirst()) == Array(parts.dropFirst()))
            if parts != ordinary { special.insert(parts[0]) }
        }
        // Two at each solstice, and three of sunrise and sunset; the clocks spoil the latest sunrise.
        #expect(special.count == 5, "\(special)")
    }

    @Test("contain what is special, in each language", arguments: try languages())
    func special(language: String) throws {
        let words = try Self.words(language)
        let next = [SolarEvent.sunrise, .sunset].map {
            words("{event} {time}", ["event": $0.displayName(in: words), "time": "16:40"])
        }
        for day in SpecialDay.allCases {
            for next in next where !next.hasPrefix(day.eventName(in: words)) {
                let seen = "\(day.description(in: words)) · \(next)"
                #expect(seen.count <= Self.limit, "\(seen)")
            }
        }
    }

    @Test("contain how much an eclipse covers, and the warning, in each language", arguments: try languages())
    func eclipse(language: String) throws {
        let words = try Self.words(language)
        let luxor = Place.inSettings(25.6989, 32.6421)
        let start = at("2027-08-02T08:40:16Z")
        for days in 0...6 {
            let occurrence = Occurrence(Rule(id: "", event: .solarEclipse, notifies: true), at: start)
            let now = start - .seconds(86_400 * days)
            let popup = WrittenPopup(
                Popup(.announcement(occurrence, at: luxor), at: now), localTime: SimulatedZone(utcOffset: 10_800),
                in: words, isPlain: true)
            // GNOME cuts titles off after 48 characters.
            #expect(popup.summary.count <= 48, "\(popup.summary)")
            #expect(popup.summary.contains("100") && popup.summary.contains("13:05"), "\(popup.summary)")
            let parts = popup.body.replacing(" · ", with: "\n").split(separator: "\n")
            #expect(parts.prefix(2).joined(separator: " · ").count <= Self.limit, "\(popup.body)")
            #expect(parts.count == 3)
        }
    }

    @Test("contain the remedy at the first start, however the place is known", arguments: try languages())
    func firstStart(language: String) throws {
        let words = try Self.words(language)
        var place = TestPlace.denver.place
        place.provenance.source = .timeZone("America/Denver")
        for (place, authorization) in [
            (place, .denied(.turnedOff)), (nil, .denied(.turnedOff)), (place, .notDetermined),
        ]
            as [(Place?, LocationAuthorization)]
        {
            let popup = WrittenPopup(
                Popup(.firstStart(at: place, authorization), at: sunsetInDenver - .seconds(60)),
                localTime: SimulatedZone.denver, in: words, isPlain: true)
            #expect(popup.body.prefix(Self.limit).contains("suntracker place NAME"), "\(popup.body)")
            #expect(place == nil || popup.summary.contains("16:40"), "\(popup.summary)")
        }
    }

    @Test("of a late or early notification begin with the time of the event")
    func late() {
        let rule = Rule(id: "sunset", event: .sunset, notifies: true)
        for age in [-1800, 0, 59, 60, 420] as [Int64] {
            let content = Popup.Content.announcement(Occurrence(rule, at: sunsetInDenver), at: TestPlace.denver.place)
            let popup = WrittenPopup(
                Popup(content, at: sunsetInDenver + .seconds(age)), localTime: SimulatedZone.denver, in: .english)
            #expect(popup.body.hasPrefix("16:40 · 1") == !(0..<60).contains(age), "\(age): \(popup.body)")
        }
    }
}

extension SpecialDay {
    /// The event that is special, whose next occurrence is the next but one.
    fileprivate func eventName(in words: Localizer) -> String {
        switch self {
        case .longestDay, .shortestDay: "-"
        case .earliestSunrise, .latestSunrise: SolarEvent.sunrise.displayName(in: words)
        case .earliestSunset, .latestSunset: SolarEvent.sunset.displayName(in: words)
        }
    }
}
