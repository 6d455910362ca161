// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

@testable import Solar

/// The worked examples of Meeus, Astronomical Algorithms, 2nd edition.
///
/// Differences of more than the printed digits have known causes: Meeus uses the FK5 equinox (-0.09"), and the mean
/// obliquity (0.04") and sidereal time (0.003 s) of the IAU's older precession.
struct MeeusTests {
    /// 1987 April 10, 0 h.
    static let april1987 = 2_446_895.5 - 2_451_545.0

    @Test("22.a: nutation and obliquity on 1987 April 10")
    func nutation() {
        let t = Self.april1987 / 36_525
        let nutation = Nutation(centuries: t)
        let meanObliquity = ApparentSun.meanObliquity(centuries: t)
        expect(nutation.longitude / radiansPerArcsecond, -3.788, within: 0.02)
        expect(nutation.obliquity / radiansPerArcsecond, 9.443, within: 0.01)
        expect(meanObliquity / radiansPerArcsecond, 84_387.407, within: 0.045)
        expect((meanObliquity + nutation.obliquity) / radiansPerArcsecond, 84_396.850, within: 0.045)
    }

    @Test(
        "12.a and 12.b: mean sidereal time at Greenwich on 1987 April 10",
        arguments: [(0, 47_446.3668), (0.80625, 30_897.0896)])
    func meanSiderealTime(fractionOfDay: Double, seconds: Double) {
        let ut = Self.april1987 + fractionOfDay
        let t = UniversalTime.terrestrialCenturies(at: ut)
        let time = positiveAngle(ApparentSun.meanSiderealTime(at: ut, centuries: t)) / (2 * .pi) * 86_400
        expect(time, seconds, within: 0.005)
    }

    @Test("12.a: apparent sidereal time at Greenwich on 1987 April 10")
    func apparentSiderealTime() {
        let time = positiveAngle(ApparentSun(at: Self.april1987).siderealTime) / (2 * .pi) * 86_400
        expect(time, 47_446.1351, within: 0.005)  // 13 h 10 min
    }

    @Test("13.b: altitude and azimuth from hour angle and declination")
    func horizontalCoordinates() throws {
        let washington = try #require(Latitude(degrees: 38 + 55.0 / 60 + 17.0 / 3600))
        let direction = HorizontalCoordinates(
            hourAngle: 64.352133, declination: -(6 + 43.0 / 60 + 11.61 / 3600), latitude: washington)
        expect(direction.altitude, 15.1249, within: 0.0001)
        // Meeus measures the azimuth from the south.
        expect(direction.azimuth, 68.0337 + 180, within: 0.0001)
    }

    @Test("25.b: the Earth by VSOP87 on 1992 October 13.0 TD")
    func earthSeries() {
        let earth = EarthSeries(millennia: -0.007218343600)
        expect(earth.longitude, -43.63484796, within: 1e-8)
        expect(earth.latitude / radiansPerDegree, -0.000179, within: 1e-6)
    }

    @Test("25.b and 28.a: the Sun on 1992 October 13.0 TD")
    func apparentSun() {
        let ut = 2_448_908.5 - 2_451_545.0 - DeltaT.seconds(year: 1992.78) / 86_400
        let sun = ApparentSun(at: ut)
        let longitude = positiveAngle(sun.longitude) / radiansPerArcsecond
        expect(longitude, sexagesimal(199, 54, 21.818) + 0.09, within: 0.05)
        // These values are from the complete theory; Meeus gives them below the example.
        let rightAscension = positiveAngle(sun.rightAscension) / (2 * .pi) * 86_400
        expect(rightAscension, sexagesimal(13, 13, 30.749), within: 0.03)
        expect(asin(sun.sinDeclination) / radiansPerArcsecond, -sexagesimal(7, 47, 1.74), within: 0.3)
        // Meeus' mean Sun uses dynamical time. Solar's uses UT1, and is behind by ΔT in addition.
        let behind = 0.98564736 * DeltaT.seconds(year: 1992.78) / 86_400
        expect(sun.equationOfTime(at: ut) / radiansPerDegree, 3.427351 - behind, within: 0.0002)
        expect(ApparentSun.distance(centuries: -0.072183436), 0.99760853, within: 0.0001)
    }

    /// Table 27.E and example 27.a: hours, minutes and seconds of dynamical time from the complete VSOP87.
    static let seasons: [(year: Int, instants: [Instant])] = [
        (
            1996,
            [
                at("1996-03-20T08:04:07Z"), at("1996-06-21T02:24:46Z"), at("1996-09-22T18:01:08Z"),
                at("1996-12-21T14:06:56Z"),
            ]
        ),
        (
            2000,
            [
                at("2000-03-20T07:36:19Z"), at("2000-06-21T01:48:46Z"), at("2000-09-22T17:28:40Z"),
                at("2000-12-21T13:38:30Z"),
            ]
        ),
        (
            2003,
            [
                at("2003-03-21T01:00:50Z"), at("2003-06-21T19:11:32Z"), at("2003-09-23T10:47:53Z"),
                at("2003-12-22T07:04:53Z"),
            ]
        ),
        (
            2005,
            [
                at("2005-03-20T12:34:29Z"), at("2005-06-21T06:47:12Z"), at("2005-09-22T22:24:14Z"),
                at("2005-12-21T18:36:01Z"),
            ]
        ),
    ]

    @Test("27.E: equinoxes and solstices", arguments: seasons)
    func equinoxesAndSolstices(year: Int, instants: [Instant]) throws {
        let deltaT = DeltaT.seconds(year: Double(year) + 0.5)
        for (event, expected) in zip(SolarEvent.seasonal, instants) {
            let dynamical = expected - .milliseconds(Int64(deltaT * 1000))
            let search = Sun.nextOccurrence(of: event, after: dynamical - .seconds(86_400), at: .at(0, 0))
            // 0.4" of longitude.
            #expect((try #require(search.instant) - dynamical).magnitudeInSeconds < 10, "\(event) \(year)")
        }
    }

    /// Converts hours, minutes and seconds to seconds, or degrees to seconds of arc.
    private func sexagesimal(_ hours: Double, _ minutes: Double, _ seconds: Double) -> Double {
        (hours * 60 + minutes) * 60 + seconds
    }

    private func expect(
        _ value: Double, _ expected: Double, within tolerance: Double, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(abs(value - expected) <= tolerance, "\(value), not \(expected)", sourceLocation: location)
    }
}
