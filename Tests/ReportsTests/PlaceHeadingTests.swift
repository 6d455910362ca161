// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Tracker

@testable import suntracker

/// `Transcripts/places.txt` and the recorded reports contain other places and sources.
@Suite("The place and its source")
struct PlaceHeadingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let latitude: Double
        let longitude: Double
        var name: String?
        var source = Provenance.Source.commandLine
        var elevation: Double?
        let heading: String
        var testDescription: String { heading }
    }

    @Test(
        "are in the last lines of each report",
        arguments: [
            Row(
                latitude: 47.05, longitude: 8.3, name: "Home", source: .settings, elevation: 436.4,
                heading: "Home (47.05° N, 8.30° E, 436 m), from the settings"),
            Row(
                latitude: -0.001, longitude: -0.001, source: .lastFix,
                heading: "0.00° S, 0.00° W, from GeoClue's last location"),
        ])
    func heading(row: Row) throws {
        let place = place(
            row.latitude, row.longitude, name: row.name, source: row.source, elevation: row.elevation)
        let now = at("2026-11-21T20:00:00Z")
        let date = try #require(CivilDate("2026-11-21"))
        let zone = SimulatedZone.denver
        let reports: [any Report] = [
            Today(at: place, now: now, localTime: zone),
            NextEvents(of: [.sunset], after: now, at: place, localTime: zone),
            EventTable(of: [.sunset], from: date, days: 1, at: place, in: UTC()),
        ]
        for report in reports {
            #expect(report.text.split(separator: "\n").suffix(2).contains(row.heading[...]))
        }
    }

    @Test("of the settings are shown with the time zone only if that is UTC", arguments: [true, false])
    func zone(isUTC: Bool) {
        let (place, now) = (place(59.91, 10.75, name: "Oslo", source: .settings), at("2026-11-21T20:00:00Z"))
        let zone: any LocalTime = isUTC ? UTC() : SimulatedZone.oslo
        let reports: [any Report] = [
            Today(at: place, now: now, localTime: zone),
            NextEvents(of: [.sunset, .sunrise], after: now, at: place, localTime: zone),
        ]
        for report in reports { #expect(report.text.contains("time zone UTC") == isUTC) }
    }
}
