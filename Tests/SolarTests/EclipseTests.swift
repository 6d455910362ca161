// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import Solar

/// Compares eclipses with contacts that were found in the directions of the Sun and the Moon in JPL's ephemeris; see
/// Fixtures/README.md.
@Suite("Solar eclipses") struct EclipseTests {
    /// A place, with its rows of `eclipses.csv`.
    struct Place: CustomTestStringConvertible {
        let testDescription: String
        let observer: Observer
        var eclipses: [Reference] = []
    }

    /// An eclipse at a place. Times are in seconds from the elements' hour.
    struct Reference {
        let elements: BesselianElements
        let deltaT: Double
        let isCentral: Bool
        /// First contact, greatest eclipse and last contact.
        let partial: [Double]
        /// Second and third contact, if there are any.
        let central: [Double]
        let magnitude: Double
        let obscuration: Double
        /// The altitudes of the Sun at first contact, greatest eclipse and last contact in degrees.
        let altitudes: [Double]
        /// Nil if nothing is seen.
        let seen: SolarEclipse.Kind?
        let seenMagnitude: Double?

        init(_ cells: [Substring]) throws {
            func number(_ column: Int) throws -> Double { try #require(Double(cells[column])) }
            let hour = Int(cells[3])
            let index = BesselianElements.all.indices.first { BesselianElements.all[$0].hour == hour }
            elements = BesselianElements.all[try #require(index)]
            deltaT = try number(4)
            isCentral = cells[5] != "partial"
            partial = try [number(6), number(8), number(10)]
            central = isCentral ? try [number(7), number(9)] : []
            magnitude = try number(11)
            obscuration = try number(12)
            altitudes = try [number(13), number(14), number(15)]
            seen = SolarEclipse.Kind(rawValue: String(cells[16]))
            seenMagnitude = Double(cells[17])
        }

        /// The middle of the eclipse on Earth.
        var middle: Instant? { UniversalTime.instant(at: Double(elements.hour) / 24 - deltaT / 86_400) }
    }

    static func places() throws -> [Place] {
        var places: [Place] = []
        for row in try Checkout.fixture("eclipses.csv") {
            if places.last?.testDescription != String(row[0]) {
                let observer = Observer.at(try #require(Double(row[1])), try #require(Double(row[2])))
                places.append(Place(testDescription: String(row[0]), observer: observer))
            }
            places[places.count - 1].eclipses.append(try Reference(row))
        }
        return places
    }

    private static let allYears: Range<Instant> = at("2026-01-01T00:00:00Z")..<at("2061-01-01T00:00:00Z")

    @Test("The contacts and the magnitude agree with the ephemeris where the Sun is up", arguments: try places())
    func circumstances(place: Place) throws {
        for reference in place.eclipses {
            let eclipse = LocalEclipse(reference.elements, at: place.observer, deltaT: reference.deltaT)
            let hour = reference.elements.hour
            let times = try #require(eclipse.times(), "\(hour)")
            let partial = [times.partial.lowerBound, times.greatest, times.partial.upperBound]
            for index in partial.indices where reference.altitudes[index] > -1 {
                // The contacts of a grazing eclipse depend on the last metre.
                let bound = reference.magnitude < 0.01 ? 1.0 : 0.2
                #expect(abs(partial[index] * 3600 - reference.partial[index]) < bound, "\(hour) \(index)")
            }
            guard reference.altitudes[1] > -1 else { continue }
            let central = times.central.map { [$0.lowerBound, $0.upperBound] } ?? []
            #expect(central.count == reference.central.count, "\(hour)")
            for (mine, expected) in zip(central, reference.central) {
                #expect(abs(mine * 3600 - expected) < 0.2, "\(hour)")
            }
            let shadow = eclipse.shadow(at: times.greatest)
            #expect(abs(shadow.magnitude - reference.magnitude) < 0.0001, "\(hour)")
            #expect(abs(shadow.obscuration - reference.obscuration) < 0.0001, "\(hour)")
        }
    }

    @Test("Exactly what is above the horizon is seen", arguments: try places())
    func seen(place: Place) throws {
        var found = Sun.eclipses(in: Self.allYears, at: place.observer)
        for reference in place.eclipses {
            let middle = try #require(reference.middle)
            let index = found.firstIndex { abs(($0.greatest - middle).inSeconds) < 6 * 3600 }
            let mine = index.map { found.remove(at: $0) }
            #expect(mine?.kind == reference.seen, "\(middle)")
            guard let mine, let magnitude = reference.seenMagnitude else { continue }
            // The reference has parallax, which delays the sunrise by 8" over the slope of the Sun's path.
            let bound = place.observer.coordinate.latitude.degrees.magnitude < 60 ? 0.001 : 0.002
            #expect(abs(mine.magnitude - magnitude) < bound, "\(middle)")
            #expect(mine.start <= mine.greatest && mine.greatest <= mine.end)
            for instant in [mine.start, mine.greatest, mine.end] {
                let altitude = SolarPosition(at: instant).horizontal(at: place.observer.coordinate).altitude
                #expect(altitude > -50.01 / 60, "\(instant)")
            }
        }
        #expect(found.isEmpty)
    }

    typealias Cut = (name: String, latitude: Double, longitude: Double, year: Int, rises: Bool, sets: Bool)

    /// What is cut off by the horizon begins and ends with the sunrise and the sunset that are announced.
    static let cut: [Cut] = [
        ("Palma, total shortly before the sunset", 39.5696, 2.6502, 2026, false, true),
        ("Luxor, total and complete", 25.6872, 32.6396, 2027, false, false),
        ("Seville, in progress at the sunrise", 37.3891, -5.9845, 2030, true, false),
        ("Havana, annular below the horizon", 23.1136, -82.3666, 2038, true, false),
    ]

    @Test("An eclipse that is in progress at sunrise or sunset starts or ends with it", arguments: cut)
    func horizon(_ row: Cut) throws {
        let observer = Observer.at(row.latitude, row.longitude)
        let year = try #require(CivilDate(year: row.year, month: 1, day: 1)).startInUTC
        let eclipse = try #require(Sun.eclipses(in: year ..< .latest, at: observer).first)
        let around = (eclipse.start - .seconds(86_400))..<(eclipse.end + .seconds(86_400))
        func isOne(_ event: SolarEvent, _ instant: Instant) -> Bool {
            Sun.occurrences(of: [event], in: around, at: observer).contains { $0.instant == instant }
        }
        #expect(isOne(.sunrise, eclipse.start) == row.rises)
        #expect(isOne(.sunset, eclipse.end) == row.sets)
    }

    typealias Published = (
        date: String, latitude: Double, longitude: Double, kind: SolarEclipse.Kind, seconds: Double
    )

    /// Source: Espenak & Meeus, Five Millennium Catalog of Solar Eclipses (NASA/TP-2009-214174): the point of the
    /// greatest eclipse, to 0.1 degree, and the duration there.
    static let published: [Published] = [
        ("2026-08-12", 65.2, -25.2, .total, 138), ("2027-02-06", -31.3, -48.5, .annular, 471),
        ("2027-08-02", 25.5, 33.2, .total, 383), ("2028-01-26", 3.0, -51.5, .annular, 627),
        ("2028-07-22", -15.6, 126.7, .total, 310), ("2030-06-01", 56.5, 80.1, .annular, 321),
        ("2030-11-25", -43.6, 71.2, .total, 224), ("2034-03-20", 16.1, 22.2, .total, 249),
    ]

    @Test("A total or annular eclipse lasts as long as NASA says", arguments: published)
    func duration(_ row: Published) throws {
        let day = try #require(CivilDate(row.date)).startInUTC
        let eclipse = try #require(Sun.eclipses(in: day ..< .latest, at: .at(row.latitude, row.longitude)).first)
        #expect(eclipse.kind == row.kind)
        let central = try #require(eclipse.central)
        #expect(abs(central.lowerBound.duration(to: central.upperBound).inSeconds - row.seconds) < 1.5)
    }

    @Test("An eclipse is the same wherever the search starts, and none is found outside the years")
    func search() {
        for observer in [Observer.at(36.0139, -5.606), .at(-90, 0), .at(78.2232, 15.6267), .at(90, 0)] {
            let all = Sun.eclipses(in: .earliest..<Instant.latest, at: observer)
            #expect(!all.isEmpty && all.allSatisfy { Self.allYears.contains($0.start) })
            for eclipse in all {
                let (start, next) = (eclipse.start, eclipse.start + .microseconds(1))
                #expect(Sun.eclipses(in: start..<next, at: observer) == [eclipse])
                #expect(Sun.eclipses(in: start ..< .latest, at: observer).first == eclipse)
            }
        }
    }

    @Test("A higher observer sees more of an eclipse at sunset")
    func elevation() throws {
        let summit = Observer(coordinate(39.5696, 2.6502), elevation: Elevation(metres: 1400))
        let later = at("2026-01-01T00:00:00Z") ..< .latest
        let coast = try #require(Sun.eclipses(in: later, at: .at(39.5696, 2.6502)).first)
        let higher = try #require(Sun.eclipses(in: later, at: summit).first)
        #expect(higher.end > coast.end + .seconds(300))
        #expect(abs((higher.start - coast.start).inSeconds) < 5)
    }

    @Test("are known for at least three more years", .enabled(if: EarthRotationTests.today != nil))
    func knownLongEnough() throws {
        let today = try #require(EarthRotationTests.today.flatMap { CivilDate($0) })
        #expect(
            today.components.year + 3 <= SolarEclipse.years.upperBound,
            "extend the years in Fixtures/generate-eclipses and in SolarEclipse.swift")
    }
}
