// SPDX-License-Identifier: MIT
import Solar
import TestSupport
import Testing

struct SolarDayTests {
    @Test("An ordinary day")
    func ordinary() throws {
        let denver = Observer.at(39.7392, -104.9903)
        let day = Sun.day(containing: at("2026-11-21T12:00:00-07:00"), at: denver)
        let rise = try #require(day.sunrise.instant)
        let set = try #require(day.sunset.instant)
        #expect(day.start < rise && rise < day.noon && day.noon < set && set < day.end)
        #expect(day.daylight == rise.duration(to: set))
        #expect(day.start == Sun.previousOccurrence(of: .solarMidnight, before: day.noon, at: denver).instant)
        #expect(day.noon == Sun.nextOccurrence(of: .solarNoon, after: day.start, at: denver).instant)
        #expect(day.end == Sun.nextOccurrence(of: .solarMidnight, after: day.start, at: denver).instant)
    }

    @Test(
        "Days are consecutive, and contain their start but not their end",
        arguments: [-180.0, -90, 0, 179.9, 180])
    func consecutive(longitude: Double) {
        let observer = Observer.at(67.3, longitude)
        var day = Sun.day(containing: at("2025-12-10T00:00:00Z"), at: observer)
        for _ in 0..<60 {
            #expect(Sun.day(containing: day.start, at: observer) == day)
            #expect(Sun.day(containing: day.end - .microseconds(1), at: observer) == day)
            let next = Sun.day(containing: day.end, at: observer)
            #expect(next.start == day.end)
            day = next
        }
    }

    @Test(
        "Days on which the Sun stays up or down",
        arguments: [
            ("Tromso in June", Observer.at(69.65, 18.96), at("2026-06-21T10:00:00Z"), Sun.Side.above),
            ("Tromso in December", .at(69.65, 18.96), at("2026-12-21T10:00:00Z"), .below),
            ("the South Pole in June", .at(-90, 0), at("2026-06-21T10:00:00Z"), .below),
            ("the South Pole in December", .at(-90, 0), at("2026-12-21T10:00:00Z"), .above),
            ("the North Pole in June", .at(90, 77), at("2026-06-21T10:00:00Z"), .above),
        ])
    func stays(name: String, observer: Observer, instant: Instant, side: Sun.Side) {
        let day = Sun.day(containing: instant, at: observer)
        #expect(day.sunrise == .never(side) && day.sunset == .never(side))
        #expect(day.daylight == (side == .above ? day.start.duration(to: day.end) : .zero))
    }

    @Test(
        "The daylight of a year is the time between its sunrises and sunsets",
        arguments: [65.7, 66.1, 67.3, -69, 78.2, 89.95, 90, -90])
    func daylight(latitude: Double) throws {
        let observer = Observer.at(latitude, 25)
        let first = Sun.day(containing: at("2025-02-15T12:00:00Z"), at: observer)
        var day = first
        var sum = Duration.zero
        while day.end < at("2026-11-15T12:00:00Z") {
            #expect(day.daylight >= .zero && day.daylight <= day.start.duration(to: day.end))
            sum += day.daylight
            day = Sun.day(containing: day.end, at: observer)
        }
        var crossings = Sun.occurrences(of: [.sunrise, .sunset], in: first.start..<day.start, at: observer)
        if crossings.first?.event == .sunset { crossings.insert(Sun.Occurrence(.sunrise, at: first.start), at: 0) }
        if crossings.last?.event == .sunrise { crossings.append(Sun.Occurrence(.sunset, at: day.start)) }
        #expect(crossings.count.isMultiple(of: 2))
        var expected = Duration.zero
        for index in stride(from: 0, to: crossings.count - 1, by: 2) {
            #expect(crossings[index].event == .sunrise && crossings[index + 1].event == .sunset)
            expected += crossings[index].instant.duration(to: crossings[index + 1].instant)
        }
        #expect(sum == expected)
    }

    @Test("A day with only a sunrise ends with the Sun up, and one with only a sunset begins with the Sun up")
    func oneOfTheTwo() throws {
        let pole = Observer.at(90, 0)
        let rise = try #require(Sun.nextOccurrence(of: .sunrise, after: at("2026-01-01T00:00:00Z"), at: pole).instant)
        let first = Sun.day(containing: rise, at: pole)
        #expect(first.sunrise == .occurs(rise) && first.sunset == .never(.above))
        #expect(first.daylight == rise.duration(to: first.end))
        let set = try #require(Sun.nextOccurrence(of: .sunset, after: rise, at: pole).instant)
        let last = Sun.day(containing: set, at: pole)
        #expect(last.sunrise == .never(.above) && last.sunset == .occurs(set))
        #expect(last.daylight == last.start.duration(to: set))
    }

    @Test("The calendar begins and ends within a day", arguments: [Instant.earliest, .latest])
    func endsOfTheCalendar(instant: Instant) {
        let day = Sun.day(containing: instant, at: .at(40, 10))
        #expect(day.start <= instant && instant <= day.end && day.start < day.end)
        #expect(day.start <= day.noon && day.noon <= day.end)
        #expect(day.daylight >= .zero && day.daylight <= day.start.duration(to: day.end))
    }
}
