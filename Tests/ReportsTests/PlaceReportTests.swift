// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

@testable import suntracker

@Suite("PlaceReport")
struct WhereaboutsTests {
    private func place(_ source: Provenance.Source, accuracy: Double?, observed: String?) -> Place {
        Place(
            observer: .at(39.7392, -104.99034), name: nil,
            provenance: Provenance(source: source, accuracy: accuracy, observed: observed.map(at)))
    }

    @Test("shows the accuracy and the age of a fix")
    func fix() throws {
        let place = place(.lastFix, accuracy: 2345, observed: "2026-11-21T09:00:00Z")
        let report = PlaceReport(place: place, now: at("2026-11-21T12:30:00Z"))
        #expect(
            report.text == """
                Coordinate  39.7392,-104.9903
                Source      GeoClue's last location
                Accuracy    2 km
                Age         3 h 30 min
                """)
        let json = try report.json()
        #expect(json.contains("\"accuracyMetres\" : 2345"))
        #expect(json.contains("\"ageSeconds\" : 12600"))
        #expect(json.contains("\"observed\" : \"2026-11-21T09:00:00.000Z\""))
    }

    @Test("shows whether the service is allowed to use the location, if it is known")
    func authorization() throws {
        let place = place(.timeZone("America/Denver"), accuracy: nil, observed: nil)
        let authorization = RunningService.Authorization(
            state: "denied", advice: "GeoClue has said no; allow suntracker in the desktop's privacy settings")
        let now = at("2026-11-21T12:30:00Z")
        let report = PlaceReport(place: place, authorization: authorization, now: now)
        #expect(
            report.text == """
                Coordinate     39.7392,-104.9903
                Source         the time zone America/Denver
                Accuracy       approximate; elsewhere in the zone, times differ, by an hour or
                               more if the zone is wide
                Authorization  denied: GeoClue has said no; allow suntracker in the desktop's
                               privacy settings
                """)
        let json = try report.json()
        #expect(json.contains("\"state\" : \"denied\""))
        #expect(json.contains("\"advice\" : \"GeoClue has said no; allow"))
        let without = PlaceReport(place: place, now: now)
        #expect(!without.text.contains("Authorization"))
        #expect(try !without.json().contains("authorization"))
    }

    @Test("never has a negative age")
    func future() throws {
        let place = place(.geoclue, accuracy: 80, observed: "2026-11-21T09:00:01Z")
        let report = PlaceReport(place: place, now: at("2026-11-21T09:00:00Z"))
        #expect(report.text.contains("\nAccuracy    80 m\nAge         0 s"))
    }
}
