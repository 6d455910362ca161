// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing

/// A place of the tests.
func place(
    _ latitude: Double, _ longitude: Double, name: String? = nil, source: Provenance.Source = .commandLine,
    elevation: Double? = nil
) -> Place {
    Place(
        observer: Observer(coordinate(latitude, longitude), elevation: elevation.flatMap(Elevation.init(metres:))),
        name: name.map(PlaceName.own),
        provenance: Provenance(source: source))
}

/// The time zones of the tests by name.
let zones: [String: SimulatedZone] = {
    var zones: [String: SimulatedZone] = [:]
    for zone in [SimulatedZone.utc, .denver, .oslo, .kiritimati, .pagoPago, .lordHowe] {
        if let name = zone.zoneName { zones[name] = zone }
    }
    var twelveHours = SimulatedZone.denver
    twelveHours.hasTwelveHours = true
    zones["Denver, 12 hours"] = twelveHours
    zones["Antarctica/McMurdo"] = SimulatedZone(name: "Antarctica/McMurdo", utcOffset: 12 * 3600)
    zones["nameless"] = SimulatedZone(utcOffset: 5 * 3600 + 45 * 60)
    return zones
}()
