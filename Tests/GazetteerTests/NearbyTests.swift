// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

@testable import Gazetteer

@Suite("The place near a coordinate")
struct NearbyTests {
    @Test("Exerts the strongest pull of all places within 100 km")
    func bruteForce() {
        let gazetteer = Gazetteer.ofProgram
        let places = gazetteer.places.filter { !$0.isOtherName }.map {
            (line: $0, coordinate: $0.coordinate, people: Double(max(1, $0.population)))
        }
        var found = 0
        for coordinate in Self.coordinates {
            let near = places.map { ($0.line, $0.people, $0.coordinate.distance(to: coordinate)) }.filter {
                $0.2 < 100_000
            }
            let strongest = near.max { $0.1 / max(1e6, $0.2 * $0.2) < $1.1 / max(1e6, $1.2 * $1.2) }
            let nearby = gazetteer.prevailing(at: coordinate)
            #expect(nearby?.place.name == strongest?.0.name.text, "\(coordinate)")
            if let nearby, let strongest {
                #expect(abs(nearby.metres - strongest.2) < 1)
                found += 1
            }
        }
        #expect(found > 6)
    }

    /// Points all over the globe, near and on the antimeridian and the poles, and near places.
    private static var coordinates: [Coordinate] {
        var random = SeededRandom(2026)
        let count = Scope.nearbyPlaces.isFull ? 20 : 6
        var coordinates = (0..<3 * count).map { _ in
            coordinate(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
        coordinates += (0..<count).map {
            coordinate(.random(in: -60...70, using: &random), $0 % 2 == 0 ? 179.99 : -179.99)
        }
        coordinates += (0..<count).map {
            coordinate($0 % 2 == 0 ? 89.9 : -89.9, .random(in: -180...180, using: &random))
        }
        // For the last points, the place is across the antimeridian or a pole.
        coordinates += (0..<count).map { coordinate(.random(in: 45...55, using: &random), Double($0)) }
        coordinates += [
            coordinate(90, 180), coordinate(-90, -180), coordinate(51.5, -0.12), coordinate(35.7, 139.7),
            coordinate(-16.5, -179.95), coordinate(52, -176),
        ]
        return coordinates
    }

    @Test(
        "Of places of the same size within a kilometre, the nearer one prevails",
        arguments: [(coordinate(36.85833, 42.8501), "Simele"), (coordinate(36.85823, 42.8482), "Sumayl")])
    func equals(coordinate: Coordinate, name: String) {
        #expect(Gazetteer.ofProgram.prevailing(at: coordinate)?.place.name == name)
    }

    @Test("The nearest place is found whatever its size, up to the distance")
    func nearest() throws {
        let gazetteer = Gazetteer.ofProgram
        let places = gazetteer.places.filter { !$0.isOtherName }.map { (name: $0.name.text, coordinate: $0.coordinate) }
        for coordinate in Self.coordinates {
            let least = try #require(places.map { $0.coordinate.distance(to: coordinate) }.min())
            let found = gazetteer.nearest(to: coordinate, within: 200_000)
            #expect((found != nil) == (least < 200_000), "\(coordinate)")
            if let found { #expect(abs(found.metres - least) < 1, "\(coordinate)") }
        }
        #expect(gazetteer.nearest(to: coordinate(35.7, 139.7), within: 1) == nil)
    }

    @Test(
        "Great-circle distances: a quarter, a half, and published ones (Aviation Formulary 1.47, Williams)",
        arguments: [
            ("pole to equator", coordinate(90, 0), coordinate(0, 77), 90 * 60.0),
            ("pole to pole", coordinate(90, 0), coordinate(-90, 0), 180 * 60.0),
            ("across the antimeridian", coordinate(0, 179.5), coordinate(0, -179.5), 60.0),
            ("none", coordinate(12, 34), coordinate(12, 34), 0.0),
            (
                "LAX to JFK", coordinate(33 + 57.0 / 60, -118 - 24.0 / 60), coordinate(40 + 38.0 / 60, -73 - 47.0 / 60),
                2144.0
            ),
        ])
    func angle(case: String, from: Coordinate, to: Coordinate, nauticalMiles: Double) {
        let minutes = from.distance(to: to) / Coordinate.earthRadius * 180 / .pi * 60
        #expect(abs(minutes - nauticalMiles) < 0.5)
    }
}
