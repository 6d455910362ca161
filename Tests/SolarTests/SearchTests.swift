// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import Solar

/// Properties of searches that do not depend on their start.
struct SearchTests {
    static let everyEvent =
        SolarEvent.named.map(\.event) + [.altitude(.degrees(-4.5), .rising), .altitude(.degrees(10), .setting)]

    static let observers: [Observer] = [
        .at(0, 0), .at(39.74, -104.99), .at(-33.87, 151.21), .at(1.87, -157.43), .at(51, -180), .at(51, 180),
        .at(65.7, 25), .at(67.3, 170), .at(69.65, 18.96), .at(-78.46, 106.83), .at(89.95, -30), .at(-89.99, 120),
        .at(90, 0), .at(-90, 180),
    ]

    @Test("An occurrence is the same instant to the microsecond, wherever the search starts", arguments: observers)
    func isCanonical(observer: Observer) throws {
        var generator = SeededRandom(2)
        let interval = at("2025-12-20T00:00:00Z")..<at("2026-06-25T00:00:00Z")
        let all = Sun.occurrences(of: Self.everyEvent, in: interval, at: observer)
        for event in Self.everyEvent {
            let instants = all.filter { $0.event == event }.map(\.instant)
            #expect(instants == instants.sorted())
            #expect(Set(instants).count == instants.count)
            for (index, instant) in instants.enumerated() where Int.random(in: 0..<12, using: &generator) == 0 {
                let previous = index > 0 ? instants[index - 1] : interval.lowerBound
                let next = index + 1 < instants.count ? instants[index + 1] : interval.upperBound
                let before = Instant(
                    microseconds: .random(in: previous.microseconds..<instant.microseconds, using: &generator))
                let after = Instant(
                    microseconds: .random(in: (instant.microseconds + 1)...next.microseconds, using: &generator))
                for start in [index > 0 ? previous : before, before, instant - .microseconds(1)] {
                    #expect(Sun.nextOccurrence(of: event, after: start, at: observer) == .occurs(instant), "\(event)")
                }
                for start in [index + 1 < instants.count ? next : after, after, instant + .microseconds(1)] {
                    #expect(
                        Sun.previousOccurrence(of: event, before: start, at: observer) == .occurs(instant), "\(event)")
                }
                #expect(
                    Sun.occurrences(of: [event], in: instant..<instant + .microseconds(1), at: observer)
                        == [Sun.Occurrence(event, at: instant)])
                #expect(Sun.occurrences(of: [event], in: instant..<instant, at: observer).isEmpty)
            }
        }
    }

    @Test("Occurrences are in chronological order, and occurrences at the same instant in the requested order")
    func isOrdered() {
        let interval = at("2026-01-01T00:00:00-07:00")..<at("2026-02-01T00:00:00-07:00")
        let events: [SolarEvent] = [.altitude(.degrees(-50.0 / 60), .setting), .sunset, .sunrise, .solarNoon]
        let found = Sun.occurrences(of: events, in: interval, at: .at(39.74, -104.99))
        #expect(found.map(\.instant) == found.map(\.instant).sorted())
        #expect(found.count == 4 * 31)
        for (first, second) in zip(found, found.dropFirst()) where first.instant == second.instant {
            #expect(first.event == events[0] && second.event == .sunset)
        }
    }

    @Test("A golden hour starts and ends in the morning, and another one in the evening")
    func goldenHour() {
        let interval = at("2026-03-20T00:00:00-07:00")..<at("2026-03-21T00:00:00-07:00")
        let found = Sun.occurrences(
            of: [
                .goldenHourMorningStart, .goldenHourMorningEnd, .goldenHourEveningStart, .goldenHourEveningEnd,
                .altitude(.degrees(-4), .rising), .altitude(.degrees(6), .rising), .altitude(.degrees(6), .setting),
                .altitude(.degrees(-4), .setting),
            ], in: interval, at: .at(39.74, -104.99))
        #expect(
            found.map(\.event.name) == [
                "golden-hour-morning-start", "altitude:-4:rising", "golden-hour-morning-end", "altitude:6:rising",
                "golden-hour-evening-start", "altitude:6:setting", "golden-hour-evening-end", "altitude:-4:setting",
            ])
    }

    @Test(
        "An altitude that the Sun does not reach is never crossed",
        arguments: [
            (80.0, Sun.Side.below), (90, .below), (-80, .above), (-90, .above), (44, .below), (-44, .above),
        ])
    func never(degrees: Double, side: Sun.Side) {
        let tromso = Observer.at(69.65, 18.96)
        for direction in SolarEvent.Direction.allCases {
            let event = SolarEvent.altitude(.degrees(degrees), direction)
            #expect(Sun.nextOccurrence(of: event, after: at("2026-05-01T12:00:00Z"), at: tromso) == .never(side))
            #expect(Sun.previousOccurrence(of: event, before: at("2026-05-01T12:00:00Z"), at: tromso) == .never(side))
        }
    }

    @Test("At the poles, the next sunrise is a year after the previous one", arguments: [90, 89.99, -89.99, -90])
    func aYearLater(latitude: Double) throws {
        let pole = Observer.at(latitude, 0)
        for event in [SolarEvent.sunrise, .sunset, .nauticalDawn, .altitude(.degrees(20), .setting)] {
            let start = latitude > 0 ? at("2026-01-01T00:00:00Z") : at("2026-07-01T00:00:00Z")
            var last = try #require(Sun.nextOccurrence(of: event, after: start, at: pole).instant)
            // Close to the pole, there are events for a week, and then none for months.
            while let next = Sun.nextOccurrence(of: event, after: last, at: pole).instant,
                next - last < .seconds(864_000)
            {
                last = next
            }
            let next = try #require(Sun.nextOccurrence(of: event, after: last, at: pole).instant)
            #expect((350 * 86_400..<367 * 86_400).contains(Int((next - last).inSeconds)), "\(event) \(last) \(next)")
            #expect(Sun.previousOccurrence(of: event, before: next, at: pole) == .occurs(last))
        }
    }

    @Test("Distant years have events in order", arguments: [1, 2, 500, 1582, 1799, 1900, 2201, 3000, 6000, 9998])
    func farYears(year: Int) throws {
        let start = try #require(CivilDate(year: year, month: 6, day: 15)).startInUTC
        for observer in [Observer.at(40, 10), .at(-70, -170)] {
            for event in SolarEvent.named.map(\.event) {
                let next = try #require(Sun.nextOccurrence(of: event, after: start, at: observer).instant)
                #expect(next > start && next - start < .seconds(367 * 86_400), "\(event) \(next)")
                #expect(
                    Sun.previousOccurrence(of: event, before: next + .microseconds(1), at: observer).instant == next)
            }
        }
    }

    @Test("Searches end at the ends of the calendar", arguments: SolarEvent.named.map(\.event))
    func endsOfTheCalendar(event: SolarEvent) throws {
        for observer in [Observer.at(40, 10), .at(90, 0)] {
            #expect(Sun.nextOccurrence(of: event, after: .latest, at: observer).instant == nil)
            #expect(Sun.previousOccurrence(of: event, before: .earliest, at: observer).instant == nil)
            let first = try #require(Sun.nextOccurrence(of: event, after: .earliest, at: observer).instant)
            let last = try #require(Sun.previousOccurrence(of: event, before: .latest, at: observer).instant)
            #expect(first > .earliest && first < at("0002-01-05T00:00:00Z"))
            #expect(last < .latest && last > at("9998-12-25T00:00:00Z"))
        }
    }

    @Test("Height lengthens the day by 2.11' per square root of a metre at each end, and does not change twilight")
    func dip() throws {
        let seaLevel = Observer.at(10, 20)
        var summit = seaLevel
        summit.elevation = Elevation(metres: 2500)
        let start = at("2026-04-01T00:00:00Z")
        for event in [SolarEvent.sunrise, .sunset] {
            let instant = try #require(Sun.nextOccurrence(of: event, after: start, at: summit).instant)
            let altitude = SolarPosition(at: instant).horizontal(at: summit.coordinate).altitude
            #expect(abs(altitude * 60 - -(50 + 2.11 * 50)) < 0.01)
        }
        #expect(
            Sun.nextOccurrence(of: .civilDawn, after: start, at: summit)
                == Sun.nextOccurrence(of: .civilDawn, after: start, at: seaLevel))
    }
}
