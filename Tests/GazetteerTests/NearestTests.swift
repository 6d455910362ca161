import Solar
import TestSupport
import Testing

@testable import Gazetteer

@Suite("The nearest place")
struct NearestTests {
    @Test(
        "Agrees with another program that compares all places of the source",
        arguments: [
            ("a city", at(39.74, -104.99), "Denver, US-CO", 0.46),
            ("Point Nemo in the Pacific", at(-48.877, -123.393), "Hanga Roa, CL-01", 2697.92),
            ("the middle of the Atlantic", at(35, -40), "Ponta Delgada, PT-23", 1317.35),
            ("the South Pole", at(-90, 0), "Vostok, AQ", 1289.86),
            ("the North Pole", at(90, 0), "Longyearbyen, SJ-21", 1309.51),
            ("the North Pole, at another longitude", at(90, -135), "Longyearbyen, SJ-21", 1309.51),
            ("beyond the antimeridian", at(-17.5, -179.9), "Labasa, FJ-03", 142.09),
            ("more than a degree beyond the antimeridian", at(52, -175), "Adak, US-AK", 114.44),
            ("an island", at(-29.03, 167.95), "Kingston, NF", 3.16), ("0, 0", at(0, 0), "Takoradi, GH-09", 578.67),
        ])
    func known(case: String, coordinate: Coordinate, name: String, kilometres: Double) throws {
        let nearest = try Gazetteer.ofProgram.nearest(to: coordinate)
        #expect(nearest.place.qualifiedName == name)
        #expect(abs(nearest.metres / 1000 - kilometres) < 0.01)
    }

    @Test("Agrees with a comparison of all places")
    func bruteForce() throws {
        let gazetteer = try Gazetteer.ofProgram
        let vectors = try (0..<gazetteer.count).map { UnitVector(try gazetteer.image.coordinateOfPlace($0)) }
        for coordinate in Self.coordinates {
            let target = UnitVector(coordinate)
            var nearest = (vector: vectors[0], squaredChord: Double.infinity)
            for vector in vectors {
                let squaredChord = vector.squaredChord(to: target)
                if squaredChord < nearest.squaredChord { nearest = (vector, squaredChord) }
            }
            let metres = nearest.vector.angle(to: target) * Coordinate.earthRadius
            #expect(abs(try gazetteer.nearest(to: coordinate).metres - metres) < 1e-3, "\(coordinate)")
        }
    }

    /// Points all over the globe, near and on the antimeridian and the poles, and near places.
    private static var coordinates: [Coordinate] {
        var random = SeededRandom(2026)
        var coordinates = (0..<60).map { _ in
            at(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
        }
        coordinates += (0..<20).map { at(.random(in: -60...70, using: &random), $0 % 2 == 0 ? 179.99 : -179.99) }
        coordinates += (0..<20).map { at($0 % 2 == 0 ? 89.9 : -89.9, .random(in: -180...180, using: &random)) }
        coordinates += [at(90, 180), at(-90, -180), at(0, 180), at(0, -180), at(51.5, -0.12), at(35.7, 139.7)]
        return coordinates
    }

    @Test("The nearest place to a place is the place itself, or one with the same coordinate")
    func itself() throws {
        let gazetteer = try Gazetteer.ofProgram
        for number in stride(from: 0, to: gazetteer.count, by: 97) {
            let coordinate = try gazetteer.image.coordinateOfPlace(number)
            let nearest = try gazetteer.nearest(to: coordinate)
            #expect(nearest.metres == 0)
            #expect(nearest.place.coordinate == coordinate)
        }
    }

    @Test(
        "Great-circle distances: a quarter, a half, and published ones (Aviation Formulary 1.47, Williams)",
        arguments: [
            ("pole to equator", at(90, 0), at(0, 77), 90 * 60.0), ("pole to pole", at(90, 0), at(-90, 0), 180 * 60.0),
            ("across the antimeridian", at(0, 179.5), at(0, -179.5), 60.0), ("none", at(12, 34), at(12, 34), 0.0),
            ("LAX to JFK", at(33 + 57.0 / 60, -118 - 24.0 / 60), at(40 + 38.0 / 60, -73 - 47.0 / 60), 2144.0),
        ])
    func angle(case: String, from: Coordinate, to: Coordinate, nauticalMiles: Double) {
        let minutes = UnitVector(from).angle(to: UnitVector(to)) * 180 / .pi * 60
        #expect(abs(minutes - nauticalMiles) < 0.5)
    }
}
