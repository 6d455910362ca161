import Solar
import Testing

/// Every event of the reference days against JPL's ephemeris, see Fixtures/README.md.
struct ReferenceTests {
    /// A row of the table.
    struct Day: Sendable {
        let place: String
        let coordinate: Coordinate
        let date: CivilDate
        let cells: [String]
    }

    /// The columns of the table, in its order.
    static let events: [SolarEvent] = SolarEvent.daily

    /// The days of the table, by place.
    static func places() throws -> [(place: String, days: [Day])] {
        let days = try fixture("reference.csv").map { row in
            Day(
                place: String(row[0]),
                coordinate: .at(try #require(Double(row[1])), try #require(Double(row[2]))),
                date: try #require(CivilDate(row[3])), cells: row[4...].map(String.init))
        }
        return Dictionary(grouping: days, by: \.place).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The rule: within 1 s, or within 10" of altitude where the Sun grazes it. This holds it to much less.
    static let seconds = 0.5
    static let arcseconds = 3.0

    @Test(arguments: try places())
    func everyEventOfTheReferenceIsThereInTimeAndNoOther(place: String, days: [Day]) throws {
        for day in days {
            let start = day.date.startInUTC
            let found = Sun.occurrences(
                of: Self.events, in: (start - .seconds(6 * 3600))..<(start + .seconds(30 * 3600)),
                at: Observer(day.coordinate))
            for (event, cell) in zip(Self.events, day.cells) {
                // At the pole the meridian is a matter of convention.
                if day.coordinate.latitude.degrees == 90, event == .solarNoon || event == .solarMidnight { continue }
                let mine = found.filter { $0.event == event }.map(\.instant)
                let reference = try Self.instants(cell, on: day.date)
                for expected in reference {
                    let nearest = mine.min { abs($0, expected) < abs($1, expected) }
                    let instant = try #require(nearest, "missed \(place) \(event) \(expected)")
                    let late = abs(instant, expected)
                    let away = Self.altitudeDifference(instant, expected, at: day.coordinate) * 3600
                    let graze = event != .solarNoon && event != .solarMidnight && away < Self.arcseconds
                    #expect(late < Self.seconds || graze, "\(place) \(event) \(expected): \(late) s, \(away)\"")
                }
                // An event at the very edge of the day can belong to the day beside it in the reference.
                let inside = (start + .seconds(120))..<(start + .seconds(86_280))
                for instant in mine where inside.contains(instant) {
                    #expect(reference.contains { abs($0, instant) < 21_600 }, "false \(place) \(event) \(instant)")
                }
                if cell == "up" || cell == "down" {
                    let side = Self.side(of: event, at: start + .seconds(43_200), day.coordinate)
                    #expect(side == (cell == "up" ? .above : .below), "\(place) \(event) \(day.date) is not \(cell)")
                }
            }
        }
    }

    private static func instants(_ cell: String, on date: CivilDate) throws -> [Instant] {
        guard cell.first?.isNumber == true else { return [] }
        return try cell.split(separator: "+").map { try #require(Instant(rfc3339: "\(date)T\($0)Z")) }
    }

    private static func altitudeDifference(_ a: Instant, _ b: Instant, at coordinate: Coordinate) -> Double {
        abs(
            SolarPosition(at: a).horizontal(at: coordinate).altitude
                - SolarPosition(at: b).horizontal(at: coordinate).altitude)
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

private func abs(_ a: Instant, _ b: Instant) -> Double { (a - b).magnitudeInSeconds }

/// Polar days, polar nights and bright nights of the reference.
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
        try fixture("transitions.csv").map { row in
            let threshold = try #require(Double(row[3]))
            return Stay(
                coordinate: .at(try #require(Double(row[1])), try #require(Double(row[2]))),
                altitude: .degrees(threshold == -0.8333 ? -50.0 / 60 : threshold), above: row[4] == "above",
                instants: try row[5...8].map { try #require(Instant(rfc3339: "\($0)Z")) },
                testDescription: "\(row[0]) \(row[3]) \(row[4]) \(row[6])")
        }
    }

    @Test(arguments: try stays())
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
            let away = abs(
                SolarPosition(at: found).horizontal(at: stay.coordinate).altitude
                    - SolarPosition(at: expected).horizontal(at: stay.coordinate).altitude)
            #expect((found - expected).magnitudeInSeconds < 0.5 || away * 3600 < 3, "\(found), not \(expected)")
        }
        #expect(Sun.nextOccurrence(of: leaving, after: start, at: observer) == .occurs(end))
        #expect(Sun.previousOccurrence(of: entering, before: end, at: observer) == .occurs(start))
    }
}
