// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

@testable import Solar

/// Compares all events of the reference days with JPL's ephemeris; see Fixtures/README.md.
struct ReferenceTests {
    /// A place, with its rows of the table.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let coordinate: Coordinate
        var days: [(date: CivilDate, cells: [String])] = []
    }

    /// The columns of the table, in order.
    static let events = SolarEvent.daily

    static func places() throws -> [Place] {
        var places: [Place] = []
        for row in try Checkout.fixture("reference.csv") {
            if places.last?.testDescription != String(row[0]) {
                let coordinate = coordinate(try #require(Double(row[1])), try #require(Double(row[2])))
                places.append(Place(testDescription: String(row[0]), coordinate: coordinate))
            }
            places[places.count - 1].days.append((try #require(CivilDate(row[3])), row[4...].map(String.init)))
        }
        return places
    }

    /// The promised bounds: in seconds, and in seconds of arc where the Sun grazes the altitude.
    static let seconds = 0.1
    static let arcseconds = 1.0

    @Test("Exactly the events of the reference are found, within the bounds", arguments: try places())
    func everyEventOfTheReferenceIsThereInTimeAndNoOther(place: Place) throws {
        let coordinate = place.coordinate
        for (date, cells) in place.days {
            let start = date.startInUTC
            let found = Sun.occurrences(
                of: Self.events, in: (start - .seconds(6 * 3600))..<(start + .seconds(30 * 3600)),
                at: Observer(coordinate))
            for (event, cell) in zip(Self.events, cells) {
                // At the pole, the meridian is only a convention.
                if coordinate.latitude.degrees == 90, event == .solarNoon || event == .solarMidnight { continue }
                let mine = found.filter { $0.event == event }.map(\.instant)
                let reference = try Self.instants(cell, on: date)
                for expected in reference {
                    let nearest = mine.min { separation($0, expected) < separation($1, expected) }
                    let instant = try #require(nearest, "missed \(event) \(expected)")
                    let late = separation(instant, expected)
                    let away = altitudeDifference(instant, expected, at: coordinate) * 3600
                    let graze = event != .solarNoon && event != .solarMidnight && away < Self.arcseconds
                    #expect(late < Self.seconds || graze, "\(event) \(expected): \(late) s, \(away)\"")
                }
                // In the reference, an event at the edge of the day may belong to the adjacent day.
                let inside = (start + .seconds(120))..<(start + .seconds(86_280))
                for instant in mine where inside.contains(instant) {
                    #expect(reference.contains { separation($0, instant) < 21_600 }, "false \(event) \(instant)")
                }
                if cell == "up" || cell == "down" {
                    let side = Self.side(of: event, at: start + .seconds(43_200), coordinate)
                    #expect(side == (cell == "up" ? .above : .below), "\(event) \(date) is not \(cell)")
                }
            }
        }
    }

    private static func instants(_ cell: String, on date: CivilDate) throws -> [Instant] {
        guard cell.first?.isNumber == true else { return [] }
        return try cell.split(separator: "+").map { try #require(Instant(rfc3339: "\(date)T\($0)Z")) }
    }

    private static func side(of event: SolarEvent, at instant: Instant, _ coordinate: Coordinate) -> Sun.Side {
        let threshold =
            switch event {
            case .sunrise, .sunset: -50.0 / 60
            case .civilDawn, .civilDusk: -6.0
            case .nauticalDawn, .nauticalDusk: -12.0
            default: -18.0
            }
        return SolarPosition(at: instant).horizontal(at: coordinate).altitude > threshold ? .above : .below
    }
}

private func separation(_ a: Instant, _ b: Instant) -> Double { (a - b).magnitudeInSeconds }

private func altitudeDifference(_ a: Instant, _ b: Instant, at coordinate: Coordinate) -> Double {
    abs(
        SolarPosition(at: a).horizontal(at: coordinate).altitude
            - SolarPosition(at: b).horizontal(at: coordinate).altitude)
}

/// The polar days, polar nights and bright nights of the reference.
struct TransitionTests {
    /// A row of the table.
    struct Stay: Sendable, CustomTestStringConvertible {
        let coordinate: Coordinate
        let altitude: Altitude
        let above: Bool
        let instants: [Instant]
        let testDescription: String
    }

    static func stays() throws -> [Stay] {
        try Checkout.fixture("transitions.csv").map { row in
            let threshold = try #require(Double(row[3]))
            return Stay(
                coordinate: coordinate(try #require(Double(row[1])), try #require(Double(row[2]))),
                altitude: .degrees(threshold == -0.8333 ? -50.0 / 60 : threshold), above: row[4] == "above",
                instants: try row[5...8].map { try #require(Instant(rfc3339: "\($0)Z")) },
                testDescription: "\(row[0]) \(row[3]) \(row[4]) \(row[6])")
        }
    }

    @Test("Each interval starts and ends as in the reference", arguments: try stays())
    func isEnteredAndLeftWhenTheReferenceSays(stay: Stay) throws {
        let entering = SolarEvent.altitude(stay.altitude, stay.above ? .rising : .setting)
        let leaving = SolarEvent.altitude(stay.altitude, stay.above ? .setting : .rising)
        let observer = Observer(stay.coordinate)
        let middle = stay.instants[1] + (stay.instants[2] - stay.instants[1]) / 2

        let start = try #require(Sun.previousOccurrence(of: entering, before: middle, at: observer).instant)
        let end = try #require(Sun.nextOccurrence(of: leaving, after: middle, at: observer).instant)
        let before = try #require(Sun.previousOccurrence(of: leaving, before: start, at: observer).instant)
        let after = try #require(Sun.nextOccurrence(of: entering, after: end, at: observer).instant)
        for (found, expected) in zip([before, start, end, after], stay.instants) {
            let away = altitudeDifference(found, expected, at: stay.coordinate)
            #expect((found - expected).magnitudeInSeconds < 0.1 || away * 3600 < 1, "\(found), not \(expected)")
        }
        #expect(Sun.nextOccurrence(of: leaving, after: start, at: observer) == .occurs(end))
        #expect(Sun.previousOccurrence(of: entering, before: end, at: observer) == .occurs(start))
    }
}

/// Compares the apparent place of the Sun with JPL's ephemeris, for each quarter of a century, whose mean would show a
/// drift.
struct PositionTests {
    @Test("The position agrees with DE440", arguments: Array(stride(from: 1800, to: 2100, by: 25)))
    func followsTheEphemeris(start: Int) throws {
        var longitudes: [Double] = []
        for row in try Checkout.fixture("positions.csv") {
            let values = try row.map { try #require(Double($0)) }
            let tt = values[0] - 2_451_545
            let year = 2000 + tt / 365.25
            guard year >= Double(start), year < Double(start + 25) else { continue }
            let sun = ApparentSun(at: tt - DeltaT.seconds(year: year) / 86_400)
            let longitude = signedAngle(sun.longitude - values[1] * radiansPerDegree) / radiansPerArcsecond
            let rightAscension = signedAngle(sun.rightAscension - values[2] * radiansPerDegree) / radiansPerArcsecond
            let declination = (asin(sun.sinDeclination) - values[3] * radiansPerDegree) / radiansPerArcsecond
            #expect(abs(longitude) < 0.6 && abs(rightAscension) < 0.6 && abs(declination) < 0.4, "\(row[0])")
            longitudes.append(longitude)
        }
        try #require(longitudes.count >= 24)
        let count = Double(longitudes.count)
        let mean = longitudes.reduce(0, +) / count
        let meanSquare = longitudes.map { $0 * $0 }.reduce(0, +) / count
        // Omitted terms with periods of decades amount to 0.07".
        #expect(abs(mean) < 0.12, "\(mean)")
        #expect(meanSquare.squareRoot() < 0.22, "\(meanSquare.squareRoot())")
    }
}
