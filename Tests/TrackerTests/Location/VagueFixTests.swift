// SPDX-License-Identifier: MIT
import Configuration
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

private let noon = at("2026-11-28T12:00:00Z")
private let berlin = coordinate(52.5, 13.3667)
private let munich = coordinate(48.14, 11.58)

/// A machine whose time zone has a main city, and on which a place may be set in Plasma.
private func machine(mainCity: Coordinate? = berlin, plasma: Coordinate? = nil) -> SimulatedMachine {
    let machine = SimulatedMachine(at: noon, settings: Settings(), localTime: SimulatedZone.utc)
    machine.locations.timeZonePlace = mainCity.map {
        Place(observer: Observer($0), name: "Main City", provenance: Provenance(source: .timeZone("Z/Main_City")))
    }
    machine.locations.plasmaPlace = plasma.map {
        Place(observer: Observer($0), name: nil, provenance: Provenance(source: .plasma))
    }
    machine.start()
    machine.deliver(.location(.authorization(.allowedAlways)))
    return machine
}

extension SimulatedMachine {
    /// The current place as the service publishes it: its source, and its coordinate in hundredths of degrees.
    fileprivate var knownPlace: String? {
        state?.place.map {
            "\($0.provenance.source.identifier) \($0.roundedCoordinate.latitude),\($0.roundedCoordinate.longitude)"
        }
    }

    fileprivate var saysOnlyCountry: Bool { state?.authorization == .restricted(.onlyCountry) }
}

@Suite("GeoClue's answer") struct VagueFixTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var plasma: Coordinate?
        let answers: [(Coordinate, Double?)]
        let expected: String
        var isOnlyCountry = false

        init(
            _ name: String, plasma: Coordinate? = nil, _ answers: (Coordinate, Double?)..., is expected: String,
            isOnlyCountry: Bool = false
        ) {
            (testDescription, self.plasma) = (name, plasma)
            (self.answers, self.expected, self.isOnlyCountry) = (answers, expected, isOnlyCountry)
        }
    }

    @Test(
        "is the place unless it is too vague, or Plasma's place says more",
        arguments: [
            // The limit, and invalid accuracies. GeoClue's radius for a country is 300 km.
            Case("250 km", (munich, 250_000), is: "geoclue 48.14,11.58"),
            Case("a metre more", (munich, 250_001), is: "timezone 52.50,13.37", isOnlyCountry: true),
            Case("0 m", (munich, 0), is: "geoclue 48.14,11.58"),
            Case("no limit at all", (munich, .infinity), is: "timezone 52.50,13.37", isOnlyCountry: true),
            Case("not a number of metres", (munich, .nan), is: "geoclue 48.14,11.58"),
            Case("less than nothing, which is GeoClue's unknown accuracy", (munich, -1), is: "geoclue 48.14,11.58"),
            Case("of unknown accuracy", (munich, nil), is: "geoclue 48.14,11.58"),
            // Against the main city.
            Case(
                "a VPN's exit in another zone, which cannot be told from a traveller who keeps the clocks of home",
                (coordinate(40.71, -74.01), 25_000), is: "geoclue 40.71,-74.01"),
            // Against Plasma's place.
            Case(
                "a circle around Plasma's place", plasma: munich, (coordinate(48.4, 11.58), 50_000),
                is: "plasma 48.14,11.58"),
            Case(
                "a circle that nearly contains Plasma's", plasma: munich, (coordinate(48.4, 11.58), 38_000),
                is: "geoclue 48.40,11.58"),
            Case(
                "a point in Plasma's place", plasma: munich, (coordinate(48.15, 11.5), 100), is: "geoclue 48.15,11.50"),
            Case(
                "an unknown accuracy, though Plasma has a place", plasma: munich, (coordinate(48.4, 11.58), nil),
                is: "geoclue 48.40,11.58"),
            Case(
                "a wide one far from Plasma's place", plasma: munich, (coordinate(53.55, 10), 100_000),
                is: "geoclue 53.55,10.00"),
            Case(
                "only the country, though Plasma has a place", plasma: munich, (coordinate(51, 9), 300_000),
                is: "plasma 48.14,11.58", isOnlyCountry: true),
            // One after the other.
            Case(
                "better step by step", (coordinate(51, 9), 300_000), (coordinate(50, 11), 200_000),
                (coordinate(48.5, 11.5), 25_000), (munich, 50), is: "geoclue 48.14,11.58"),
            Case(
                "better step by step, to Plasma's place", plasma: munich, (coordinate(51, 9), 600_000),
                (coordinate(50, 11), 240_000), (coordinate(48.1, 11.5), 25_000), (coordinate(48.1, 11.6), 50),
                is: "geoclue 48.10,11.60"),
            Case(
                "the country after the city, which stays", (munich, 1000), (coordinate(51, 9), 300_000),
                is: "geoclue 48.14,11.58", isOnlyCountry: true),
            Case(
                "nothing, at 0,0", (coordinate(0, 0), 1000), is: "timezone 52.50,13.37"),
        ])
    func answer(row: Case) {
        let machine = machine(plasma: row.plasma)
        for (coordinate, radius) in row.answers { machine.deliver(.location(.fix(fix(coordinate, within: radius)))) }
        #expect(machine.knownPlace == row.expected)
        #expect(machine.saysOnlyCountry == row.isOnlyCountry)
        // A restart changes nothing, because nothing else is kept.
        let source = row.expected.replacing("geoclue", with: "last-fix")
        machine.kill()
        machine.start()
        #expect(machine.knownPlace == source)
    }

    @Test("that is too vague is reported once, with a remedy, until a better one arrives")
    func reported() throws {
        let machine = machine()
        let vague = Input.location(.fix(fix(coordinate(51, 9), within: 300_000)))
        for _ in 0..<3 {
            // Each trigger asks again, and GeoClue allows it again.
            machine.deliver(.location(.authorization(.allowedAlways)))
            machine.deliver(vague)
        }
        let entries = machine.entries(.authorization)
        #expect(entries.map { $0["SUNTRACKER_AUTHORIZATION"] } == ["allowed-always", "restricted"])
        #expect(
            entries.last?.entry.message
                == "GeoClue knows only the country, which is not enough for the times of the Sun; set a place with: suntracker place NAME"
        )
        #expect(machine.notices().isEmpty)
        machine.deliver(.location(.fix(fix(munich))))
        #expect(!machine.saysOnlyCountry)
        machine.deliver(vague)
        #expect(machine.entries(.authorization).count == 3)
    }

    @Test("that is too vague is a warning with a notice if nothing else knows the place")
    func lastSource() {
        let machine = machine(mainCity: nil)
        machine.deliver(.location(.fix(fix(coordinate(51, 9), within: 300_000))))
        #expect(machine.entries(.authorization).map(\.entry.priority) == [.notice, .warning])
        #expect(machine.notices() == ["The location is not available"])
        #expect(machine.status.hasPrefix("No place is known. GeoClue knows only the country"))
    }

    @Test("gives way to the place that is set in Plasma later, if that says more, and returns without it")
    func plasmaLater() {
        let machine = machine()
        machine.deliver(.location(.fix(fix(coordinate(48.4, 11.58), within: 50_000))))
        for (plasma, expected) in [(munich, "plasma 48.14,11.58"), (nil, "geoclue 48.40,11.58")]
            as [(Coordinate?, String)]
        {
            machine.deliver(
                .timeZoneChanged(
                    SimulatedZone.utc, mainCity: machine.locations.timeZonePlace,
                    plasmaPlace: plasma.map {
                        Place(observer: Observer($0), name: nil, provenance: Provenance(source: .plasma))
                    }))
            #expect(machine.knownPlace == expected)
        }
    }

    @Test("counts with Source=geoclue whatever is set in Plasma, but not if it is too vague")
    func sourceGeoClue() {
        let machine = machine(plasma: munich)
        machine.settings.location.source = .geoclue
        machine.deliver(.settings(.success(machine.settings), cause: .reload))
        machine.deliver(.location(.authorization(.allowedAlways)))
        machine.deliver(.location(.fix(fix(coordinate(51, 9), within: 300_000))))
        #expect(machine.knownPlace == nil)
        machine.deliver(.location(.fix(fix(coordinate(48.4, 11.58), within: 50_000))))
        #expect(machine.knownPlace == "geoclue 48.40,11.58")
    }
}
