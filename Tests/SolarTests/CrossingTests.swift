// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

@testable import Solar

/// Crossings near the poles, and crossings where the Sun grazes an altitude.
struct CrossingTests {
    @Test(
        "Near the poles, exactly the crossings that steps of ten minutes show are found",
        arguments: [90, 89.97, 89.94, 89.9, 89, -89.92, -89.96, -90])
    func poles(latitude: Double) {
        var generator = SeededRandom(3)
        let longitude = Double.random(in: -180...180, using: &generator)
        let observer = Observer.at(latitude, longitude)
        var sun = LocalSun(over: observer.coordinate)
        // 400 days from 2026-01-01, which include both solstices.
        let times = (0..<(400 * 144)).map { 9496.5 + Double($0) / 144 }
        let sines = times.map { sun.sinAltitude(at: $0).value }
        for degrees in [-23.43, -18, -0.8333, 0.01, 5, 23.42]
            + (0..<3).map({ _ in .random(in: -24...24, using: &generator) })
        {
            let sine = sin(degrees * radiansPerDegree)
            let rising = zip(sines, sines.dropFirst()).filter { $0 < sine && $1 >= sine }.count
            let setting = zip(sines, sines.dropFirst()).filter { $0 >= sine && $1 < sine }.count
            let interval = interval(times.first ?? 0, times.last ?? 0)
            for (direction, count) in [(SolarEvent.Direction.rising, rising), (.setting, setting)] {
                let event = SolarEvent.altitude(.degrees(degrees), direction)
                #expect(
                    Sun.occurrences(of: [event], in: interval, at: observer).count == count,
                    "\(degrees) \(direction) from \(longitude)")
            }
        }
    }

    @Test(
        "At a pole, an altitude near the maximum or minimum of the year is crossed twice or not at all",
        arguments: [90.0, -90])
    func solsticesAtThePoles(latitude: Double) {
        var pole = LocalSun(over: coordinate(latitude, 0))
        for quarter in [1, 3] {
            let solstice = Season.time(ofQuarter: quarter, year: 2026)
            let sines = stride(from: solstice - 1, to: solstice + 1, by: 1.0 / 2880).map {
                pole.sinAltitude(at: $0).value
            }
            let highest = (quarter == 1) == (latitude > 0)
            let extreme = (highest ? sines.max() : sines.min()) ?? 0
            for longitude in stride(from: -180.0, through: 180, by: 15) {
                // One altitude is 0.02" inside the range, and the Sun is above it for two hours; the other is outside.
                for (difference, count) in [(-1e-7, 1), (1e-7, 0)] {
                    let sine = extreme + (highest ? difference : -difference)
                    var sun = LocalSun(over: coordinate(latitude, longitude))
                    let days = sun.day(around: solstice) - 3...sun.day(around: solstice) + 3
                    #expect(days.compactMap { sun.crossing(of: sine, .rising, in: $0) }.count == count)
                    #expect(days.compactMap { sun.crossing(of: sine, .setting, in: $0) }.count == count)
                }
            }
        }
    }

    @Test(
        "Whether the Sun reaches an altitude is decided to 0.01 seconds of arc",
        arguments: [0.0, 23.2, -41, 65.7, 66.5, -67.3, 72, 85, -89, 89.8])
    func grazing(latitude: Double) {
        let observer = Observer.at(latitude, 25)
        var sun = LocalSun(over: observer.coordinate)
        let little = 5e-8
        for day in stride(from: 9500, to: 9865, by: 7) {
            let lower = sun.lowerCulmination(in: day)
            let upper = sun.upperCulmination(in: day)
            let lowest = sun.sinAltitude(at: lower).value
            let highest = sun.sinAltitude(at: upper).value
            #expect(lower < upper && lowest < highest)

            #expect(sun.crossing(of: highest + little, .rising, in: day) == nil)
            #expect(sun.crossing(of: highest + little, .setting, in: day) == nil)
            #expect(sun.crossing(of: lowest - little, .rising, in: day) == nil)
            #expect(sun.crossing(of: lowest - little, .setting, in: day - 1) == nil)
            for (sine, culmination, before, after) in [
                (
                    highest - little, upper, sun.crossing(of: highest - little, .rising, in: day),
                    sun.crossing(of: highest - little, .setting, in: day)
                ),
                (
                    lowest + little, lower, sun.crossing(of: lowest + little, .setting, in: day - 1),
                    sun.crossing(of: lowest + little, .rising, in: day)
                ),
            ] {
                guard let before, let after else {
                    Issue.record("missed \(sine) on day \(day)")
                    continue
                }
                #expect(before < culmination && culmination < after)
                #expect(abs(sun.sinAltitude(at: before).value - sine) < 1e-9)
                #expect(abs(sun.sinAltitude(at: after).value - sine) < 1e-9)
            }
        }
    }

    @Test(
        "At each crossing the Sun is at the altitude, and the direct solution agrees with the general one",
        arguments: [0, 30, 52, -64, 70, 88])
    func altitudes(latitude: Double) {
        let observer = Observer.at(latitude, -77)
        var sun = LocalSun(over: observer.coordinate)
        for degrees in stride(from: -89.0, through: 89, by: 3.7) {
            let sine = sin(degrees * radiansPerDegree)
            for day in stride(from: 9500, to: 9865, by: 23) {
                for direction in SolarEvent.Direction.allCases {
                    guard let time = sun.crossing(of: sine, direction, in: day) else { continue }
                    let (value, rate) = sun.sinAltitude(at: time)
                    #expect(abs(value - sine) < 1e-9)
                    #expect((rate > 0) == (direction == .rising))
                }
            }
        }
    }

    @Test("The hour angle is 0 at noon, and 180 degrees at midnight", arguments: [-180.0, -104.99, 0, 151.2, 180])
    func transits(longitude: Double) throws {
        let place = coordinate(40, longitude)
        let year = at("2026-01-01T00:00:00Z")..<at("2027-01-01T00:00:00Z")
        let transits = Sun.occurrences(of: [.solarNoon, .solarMidnight], in: year, at: Observer(place))
        #expect((729...731).contains(transits.count))
        for transit in transits {
            let hourAngle = SolarPosition(at: transit.instant).hourAngle(at: place.longitude)
            let away = transit.event == .solarNoon ? abs(hourAngle) : 180 - abs(hourAngle)
            // This angle is 5 ms.
            #expect(away < 0.00002, "\(transit)")
        }
    }

    @Test("The rate of the altitude is its derivative")
    func rate() {
        var sun = LocalSun(over: coordinate(60, 10))
        for time in stride(from: 9505.3, to: 9520, by: 0.37) {
            let h = 1e-4
            let slope = (sun.sinAltitude(at: time + h).value - sun.sinAltitude(at: time - h).value) / (2 * h)
            #expect(abs(slope - sun.sinAltitude(at: time).rate) < 1e-6)
        }
    }

    @Test("Granules agree with the series, inside and at their ends", arguments: [-73_000, -18_262, 0, 9496, 73_000])
    func granules(day: Int) {
        var ephemeris = Ephemeris()
        for hours in stride(from: 0, to: 30 * 24, by: 7) {
            let ut = Double(day) + Double(hours) / 24
            let sun = ApparentSun(at: ut)
            let course = ephemeris.course(at: ut)
            #expect(abs(course.sinDeclination - sun.sinDeclination) < 0.005 * radiansPerArcsecond)
            #expect(abs(course.equationOfTime - sun.equationOfTime(at: ut)) < 0.005 * radiansPerArcsecond)
        }
    }

    private func interval(_ start: Double, _ end: Double) -> Range<Instant> {
        (UniversalTime.instant(at: start) ?? .earliest)..<(UniversalTime.instant(at: end) ?? .latest)
    }
}
