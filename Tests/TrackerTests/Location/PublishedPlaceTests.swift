// SPDX-License-Identifier: MIT
import Configuration
import Foundation
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

/// The place as others can compute it: from the journal, and from the moments of its entries, which are also the
/// moments of the signals, the notifications and the hooks.
@Suite("The place, computed from all that is published in a month") struct PublishedPlaceTests {
    private static let lines = [
        "Alert noon.Event=solar-noon", "Alert dawn.Event=nautical-dawn", "Alert dusk.Event=civil-dusk",
        "Alert low.Event=altitude:-3:setting",
    ]

    /// A published time with its event.
    private struct Sighting: Hashable {
        let event: SolarEvent
        let time: Instant
    }

    /// All that the service publishes in a month with these settings.
    private func month(_ settings: Settings) throws -> (sightings: Set<Sighting>, texts: [String]) {
        let machine = SimulatedMachine(at: at("2026-03-05T00:00:00Z"), settings: settings)
        machine.hooks = HookCatalog(events: [.solar(.sunset)], phases: [.day, .night])
        machine.start()
        machine.advance(to: at("2026-04-05T00:00:00Z"))
        var sightings: Set<Sighting> = []
        var texts: [String] = []
        for entry in machine.journal {
            texts.append("\(entry.instant) \(entry.entry.message) \(entry.entry.fields)")
            guard let name = entry["SUNTRACKER_EVENT"], case .solar(let event)? = AnnouncedEvent(name: name),
                let time = entry["SUNTRACKER_EVENT_TIME"].flatMap({ Instant(rfc3339: $0) })
            else { continue }
            sightings.formUnion([Sighting(event: event, time: time), Sighting(event: event, time: entry.instant)])
        }
        texts += machine.hookCalls.map { "\($0.environment.sorted { $0.key < $1.key })" }
        texts += machine.shown.map { "\($0.instant) \($0.written.summary) \($0.written.body)" }
        return (sightings, texts)
    }

    /// The point that fits these times best, by least squares.
    private func place(of sightings: Set<Sighting>, near start: Coordinate) throws -> Coordinate {
        var (latitude, longitude) = (start.latitude.degrees, start.longitude.degrees)
        let step = 1e-3
        for _ in 1...3 {
            var (aa, ab, bb, ar, br) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for sighting in sightings {
                func seconds(_ latitude: Double, _ longitude: Double) throws -> Double {
                    let observer = Observer.at(latitude, longitude)
                    let found = Sun.nextOccurrence(
                        of: sighting.event, after: sighting.time - .seconds(1800), at: observer)
                    return Double((try #require(found.instant) - sighting.time).microseconds) / 1e6
                }
                let here = try seconds(latitude, longitude)
                let north = (try seconds(latitude + step, longitude) - here) / step
                let east = (try seconds(latitude, longitude + step) - here) / step
                (aa, ab, bb) = (aa + north * north, ab + north * east, bb + east * east)
                (ar, br) = (ar - north * here, br - east * here)
            }
            let determinant = aa * bb - ab * ab
            latitude += (bb * ar - ab * br) / determinant
            longitude += (aa * br - ab * ar) / determinant
        }
        return coordinate(latitude, longitude)
    }

    static let homes = [(39.7356, -104.9944), (-33.8568, 151.2153), (64.1466, -21.9426), (0.3476, 32.5825)]

    @Test("is accurate only to 0.01 degree, whatever others know about the times", arguments: homes)
    func attack(latitude: Double, longitude: Double) throws {
        let settings = try Settings(
            lines: ["Location.Latitude=\(latitude)", "Location.Longitude=\(longitude)"] + Self.lines)
        let published = try month(settings)
        #expect(published.sightings.count > 150)
        let rounded = coordinate((latitude * 100).rounded() / 100, (longitude * 100).rounded() / 100)
        let found = try place(of: published.sightings, near: rounded)
        #expect(found.distance(to: rounded) < 10)
        #expect(found.distance(to: coordinate(latitude, longitude)) > 100)

        // Everything is the same at another point of the same square.
        let other = try Settings(
            lines: [
                "Location.Latitude=\(rounded.latitude.degrees + 0.0049)",
                "Location.Longitude=\(rounded.longitude.degrees - 0.0049)",
            ] + Self.lines)
        #expect(try month(other).texts == published.texts)
    }

    @Test("would be exact if times were computed from the exact place: the attack works")
    func control() throws {
        var settings = try Settings(lines: ["Location.Latitude=39.74", "Location.Longitude=-104.99"] + Self.lines)
        let home = coordinate(39.7392, -104.9903)
        settings.location.fixed?.observer = Observer(home)
        let found = try place(of: try month(settings).sightings, near: coordinate(39.74, -104.99))
        #expect(found.distance(to: home) < 10)
    }
}
