// SPDX-License-Identifier: MIT
import Configuration
import FoundationEssentials
import Solar
import TestSupport
import Testing
import Wording

@testable import Tracker

@Suite("Special days") struct SpecialDayTests {
    /// A special day and the instant of its sunrise or sunset.
    private struct Found: Hashable {
        let day: SpecialDay
        let event: SolarEvent
        let instant: Instant
    }

    private static let year2026 = at("2026-01-01T00:00:00Z")..<at("2027-01-01T00:00:00Z")

    private static func found(
        at observer: Observer, in zone: any LocalTime = SimulatedZone.utc, during span: Range<Instant> = year2026
    ) -> [Found] {
        Sun.occurrences(of: [.sunrise, .sunset], in: span, at: observer).compactMap { occurrence in
            SpecialDay(of: occurrence.event, at: occurrence.instant, for: observer, localTime: zone)
                .map { Found(day: $0, event: occurrence.event, instant: occurrence.instant) }
        }
    }

    /// A place of the reference, with its rows: JPL's ephemeris DE440 (Tests/SolarTests/Fixtures).
    struct Reference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let observer: Observer
        var rows: [(day: SpecialDay, events: [(SolarEvent, Instant)], margin: Double)] = []

        static func all() throws -> [Reference] {
            var places: [Reference] = []
            for row in try Checkout.fixture("reference.csv") where places.last?.testDescription != String(row[0]) {
                let place = coordinate(try #require(Double(row[1])), try #require(Double(row[2])))
                places.append(Reference(testDescription: String(row[0]), observer: Observer(place)))
            }
            for row in try Checkout.fixture("special-days.csv") {
                let index = try #require(places.firstIndex { $0.testDescription == String(row[0]) })
                let day = try #require(SpecialDay.allCases.first { $0.reference == row[3] })
                let (rise, set) = (at("\(row[4])Z"), at("\(row[5])Z"))
                let events = [(SolarEvent.sunrise, rise), (.sunset, set)].filter { event, _ in
                    day.events.contains(event)
                }
                places[index].rows.append((day, events, try #require(Double(row[6]))))
            }
            return places
        }
    }

    @Test("agree with JPL's ephemeris from pole to pole", arguments: try Reference.all())
    func reference(place: Reference) {
        var found = Set(Self.found(at: place.observer))
        // Close to the equator, all days are equally long.
        let isEquator = abs(place.observer.coordinate.latitude.degrees) < 0.5
        let lengths = place.rows.filter { $0.day.isLength && !isEquator }
        for row in place.rows where !(isEquator && row.day.isLength) {
            for (event, instant) in row.events where Self.year2026.contains(instant) {
                // A notification says one thing.
                if !row.day.isLength, lengths.contains(where: { $0.events.contains { $0.1 == instant } }) { continue }
                // The reference and the program may differ by 0.1 s for each event, so the next day may be the one.
                let tolerance = row.margin < 0.4 ? 90_000.0 : 1
                let match = found.first {
                    $0.day == row.day && $0.event == event && separation($0.instant, instant) < tolerance
                }
                #expect(match != nil, "\(row.day) \(event) \(instant)")
                if let match { found.remove(match) }
            }
        }
        // At the edge of the year, the other event of a day is in the next one.
        #expect(found.allSatisfy { $0.day.isLength && !isEquator && place.rows.isEmpty }, "\(found)")
    }

    private func separation(_ left: Instant, _ right: Instant) -> Double { abs((left - right) / .seconds(1)) }

    @Test("need the clocks to agree with the Sun")
    func clocks() {
        let zones: [(SimulatedZone, TestPlace, Set<SpecialDay>)] = [
            (SimulatedZone(utcOffset: -7 * 3600), .denver, Set(SpecialDay.allCases)),
            // On the last day of daylight saving time, the Sun rises later than in January.
            (.denver, .denver, Set(SpecialDay.allCases).subtracting([.latestSunrise])),
            // A zone that skips a date changes nothing.
            (
                SimulatedZone(utcOffset: -7 * 3600, changes: [(at("2026-09-01T00:00:00Z"), 17 * 3600)]), .denver,
                Set(SpecialDay.allCases)
            ),
        ]
        for (zone, place, days) in zones {
            #expect(Set(Self.found(at: place.observer, in: zone).map(\.day)) == days, "\(zone)")
        }
    }

    @Test(
        "of one kind are half a year apart, wherever one is",
        arguments: Scope.specialDays.isFull
            ? [-89.5, -78, -66.2, -52, -33, -9, 0, 0.4, 7, 23.4, 41, 50, 59, 65.8, 67, 84] : [-66.2, -9, 0.4, 41, 65.8])
    func onceAYear(latitude: Double) {
        let days = Self.found(
            at: Observer.at(latitude, 8.5), during: at("2025-06-01T00:00:00Z")..<at("2028-06-01T00:00:00Z"))
        for kind in SpecialDay.allCases {
            for event in [SolarEvent.sunrise, .sunset] {
                let instants = days.filter { $0.day == kind && $0.event == event }.map(\.instant)
                #expect(zip(instants, instants.dropFirst()).allSatisfy { $1 - $0 > .seconds(182 * 86_400) }, "\(kind)")
            }
        }
    }

    @Test(
        "the longest and the shortest day contain the solstices, even near the equator, where the next day may be milliseconds longer",
        arguments: [
            // Singapore and Nairobi.
            (1.29, 103.85, 8, "2026-12-22", SpecialDay.shortestDay), (-1.28, 36.82, 3, "2026-12-21", .longestDay),
        ])
    func solstices(latitude: Double, longitude: Double, hours: Int, date: String, day: SpecialDay) {
        let zone = SimulatedZone(utcOffset: hours * 3600)
        let days = Self.found(
            at: Observer.at(latitude, longitude), in: zone,
            during: at("2026-12-15T00:00:00Z")..<at("2026-12-30T00:00:00Z"))
        let lengths = days.filter { $0.day.isLength }
        #expect(lengths.map(\.day) == [day, day])
        #expect(lengths.allSatisfy { "\(zone.civilTime(at: $0.instant).date)" == date }, "\(lengths)")
    }

    @Test("are said by the notification, once, unless SpecialDays=no", arguments: [true, false])
    func setting(isOn: Bool) {
        let machine = SimulatedMachine.inDenver(at: "2026-12-07T12:00:00Z") { $0.notifications.specialDays = isOn }
        machine.advance(by: .seconds(86_400))
        let bodies = machine.shown.map(\.written.body).filter { !$0.contains("suntracker") }
        let news = bodies.filter { $0.hasPrefix("The earliest sunset of the year · sunrise 07:0") }
        #expect(news.count == (isOn ? 1 : 0), "\(bodies)")
        #expect(bodies.filter { $0.contains("of the year") }.count == news.count)
    }
}

extension SpecialDay {
    /// The name in the reference: `earliest-sunset`.
    fileprivate var reference: String {
        rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }

    fileprivate var isLength: Bool { self == .longestDay || self == .shortestDay }

    /// The events whose notification says it.
    fileprivate var events: [SolarEvent] {
        switch self {
        case .longestDay, .shortestDay: [.sunrise, .sunset]
        case .earliestSunrise, .latestSunrise: [.sunrise]
        case .earliestSunset, .latestSunset: [.sunset]
        }
    }
}
