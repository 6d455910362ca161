// SPDX-License-Identifier: MIT
package import Configuration
package import Solar
package import Tracker

/// The places of the tests.
package enum TestPlace: String, CaseIterable, Sendable {
    case denver, tromso, southPole, kiritimati, pagoPago

    package var observer: Observer {
        switch self {
        case .denver: .at(39.7392, -104.9903)
        case .tromso: .at(69.6492, 18.9553)
        case .southPole: .at(-90, 0)
        case .kiritimati: .at(1.8721, -157.4278)
        case .pagoPago: .at(-14.2756, -170.702)
        }
    }

    /// The time zone in 2026.
    package var zone: SimulatedZone {
        switch self {
        case .denver: .denver
        case .tromso: .oslo
        case .southPole: SimulatedZone(name: "Antarctica/South_Pole", utcOffset: 13 * 3600)
        case .kiritimati: .kiritimati
        case .pagoPago: .pagoPago
        }
    }

    package var place: Place {
        Place(observer: observer, name: .own(rawValue), provenance: Provenance(source: .settings))
    }

    /// Default settings with this place.
    package var settings: Settings {
        var settings = Settings()
        settings.location.fixed = place
        return settings
    }
}

/// The sunset in Denver on 2026-11-21, at 16:40 local time.
package let sunsetInDenver: Instant = {
    let afternoon = at("2026-11-21T20:00:00Z")
    guard case .occurs(let instant) = Sun.nextOccurrence(of: .sunset, after: afternoon, at: TestPlace.denver.observer)
    else { preconditionFailure("Denver has no sunset") }
    return instant
}()

/// The point at degrees north and east.
package func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("not a coordinate: \(latitude), \(longitude)")
    }
    return coordinate
}

extension Observer {
    /// An observer at the point at degrees north and east.
    package static func at(_ latitude: Double, _ longitude: Double) -> Observer {
        Observer(TestSupport.coordinate(latitude, longitude))
    }
}

extension Place {
    /// The place at degrees north and east, as a place in the settings.
    package static func inSettings(_ latitude: Double, _ longitude: Double, name: PlaceName? = nil) -> Place {
        Place(observer: .at(latitude, longitude), name: name, provenance: Provenance(source: .settings))
    }
}

extension SimulatedMachine {
    /// A machine in Denver with the service running, by default from forty minutes before `sunsetInDenver`.
    package static func inDenver(
        at start: String = "2026-11-21T23:00:00Z", server: Server = .running, hooks: HookCatalog = HookCatalog()
    ) -> SimulatedMachine {
        inDenver(at: start, server: server, hooks: hooks) { _ in }
    }

    package static func inDenver(
        at start: String = "2026-11-21T23:00:00Z", server: Server = .running, hooks: HookCatalog = HookCatalog(),
        _ change: (inout Settings) throws -> Void
    ) rethrows -> SimulatedMachine {
        var settings = TestPlace.denver.settings
        try change(&settings)
        let machine = SimulatedMachine(at: at(start), settings: settings, localTime: SimulatedZone.denver)
        (machine.server, machine.hooks) = (server, hooks)
        machine.start()
        return machine
    }
}
