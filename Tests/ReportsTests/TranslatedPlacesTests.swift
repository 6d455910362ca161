import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("Every word about places comes from the catalog")
struct TranslatedPlacesTests {
    private static let values = [
        "London", "England", "United Kingdom", "Springfield", "Missouri", "Illinois", "Oregon", "United States",
        "Tromsø",
        "Norway", "Misato", "Japan", "Las Palmas de Gran Canaria", "Spain", "Davis", "Antarctica", "Londres", "-MO",
        "-IL",
        "-OR", "US", "ES", "JP", "AQ", "GB", "America/Denver", "Denver", "America/Chicago", "America/Los_Angeles",
        "GeoClue", "Frankfurt am Main", "Hesse", "Frankfurt (Oder)", "Brandenburg", "Germany",
    ]
    @Test("The list")
    func list() {
        var list = PlaceList(search: search(in: .bracketed), daylight: daylight)
        var texts = [list.question(about: "spring")]
        for answer in ["9", "davis", "9", "qqqqqqqq", "9", "Lodnon", "tromso"] {
            guard case .ask(let text) = list.answer(answer) else {
                Issue.record("no question after \(answer)")
                continue
            }
            texts.append(text)
        }
        for text in texts { #expect(untranslatedParts(of: text, values: Self.values) == [], "\(text)") }
    }

    @Test("A place and its source")
    func report() throws {
        let now = try instant("2026-11-21T20:00:00Z")
        let sources: [Provenance.Source] = [
            .commandLine, .settings, .geoclue, .lastFix, .timeZone("America/Denver"),
        ]
        for source in sources {
            for (name, accuracy) in [("Denver", 80), (nil, 12_345)] as [(String?, Double)] {
                var place = try place(39.74, -104.98, name: name, source: source, elevation: 1609)
                place.provenance.accuracy = accuracy
                place.provenance.observed = now - .seconds(300)
                let state = LocationAuthorization.denied(.turnedOff)
                let report = PlaceReport(
                    place: place,
                    authorization: RunningService.Authorization(state: state.identifier, advice: state.advice()),
                    now: now, words: .bracketed)
                let values = Self.values + ["denied", "systemctl --user reload suntrackerd"]
                for text in [report.text, report.title] {
                    #expect(untranslatedParts(of: text, values: values) == [], "\(text)")
                }
            }
        }
    }
}
