// SPDX-License-Identifier: MIT
import Glibc

/// The Sun at a place: its hour angle and its altitude.
struct LocalSun {
    /// Turns east of Greenwich, -0.5 to +0.5.
    let longitude: Double
    let sinLatitude: Double
    let cosLatitude: Double
    private var ephemeris = Ephemeris()
    private var latestNoon: Noon?

    init(over coordinate: Coordinate) {
        longitude = coordinate.longitude.degrees / 360
        sinLatitude = sin(coordinate.latitude.degrees * radiansPerDegree)
        cosLatitude = cos(coordinate.latitude.degrees * radiansPerDegree)
    }

    /// The number of the solar day around a UT1, counted from 2000-01-01, or of an adjacent day.
    func day(around ut: Double) -> Int { Int((ut + longitude).rounded()) }

    /// Returns the UT1 at which the hour angle in a solar day has a value in turns: -0.5 at midnight, 0 at noon, 0.5 at
    /// the next midnight.
    ///
    /// Source: Meeus ch. 15 and 28: mean time is apparent time less the equation of time.
    mutating func time(ofHourAngle turns: Double, in day: Int) -> Double {
        let meanTime = Double(day) + turns - longitude
        var time = meanTime
        // The equation of time changes slowly, so each step reduces the error to a three-thousandth or less. The
        // initial error is at most 17 minutes.
        for _ in 0..<4 {
            time = meanTime - ephemeris.course(at: time).equationOfTime / (2 * .pi)
        }
        return time
    }

    /// Returns the sine of the Sun's altitude at a UT1, and its change per day.
    ///
    /// Source: Meeus ch. 13, formula 13.6, and its derivative in time.
    mutating func sinAltitude(at ut: Double) -> (value: Double, rate: Double) {
        let course = ephemeris.course(at: ut)
        let turns = ut + longitude
        let hourAngle = 2 * .pi * (turns - turns.rounded()) + course.equationOfTime
        let hourAngleRate = 2 * .pi + course.equationOfTimeRate
        let (sinHourAngle, cosHourAngle) = (sin(hourAngle), cos(hourAngle))
        let sinDeclination = course.sinDeclination
        let cosDeclination = (1 - sinDeclination * sinDeclination).squareRoot()
        let cosDeclinationRate = -sinDeclination / cosDeclination * course.sinDeclinationRate
        return (
            sinLatitude * sinDeclination + cosLatitude * cosDeclination * cosHourAngle,
            sinLatitude * course.sinDeclinationRate
                + cosLatitude * (cosDeclinationRate * cosHourAngle - cosDeclination * sinHourAngle * hourAngleRate)
        )
    }

    /// The middle of a solar day, within a second.
    struct Noon {
        let day: Int
        /// The time in UT1.
        let time: Double
        let sinDeclination: Double
        /// The change per day.
        let sinDeclinationRate: Double
    }

    /// Returns noon of a solar day. The latest one is cached, because all events of a day use it.
    mutating func noon(of day: Int) -> Noon {
        if let noon = latestNoon, noon.day == day { return noon }
        let meanNoon = Double(day) - longitude
        let course = ephemeris.course(at: meanNoon)
        let offset = -course.equationOfTime / (2 * .pi + course.equationOfTimeRate)
        let noon = Noon(
            day: day, time: meanNoon + offset,
            sinDeclination: course.sinDeclination + course.sinDeclinationRate * offset,
            sinDeclinationRate: course.sinDeclinationRate)
        latestNoon = noon
        return noon
    }
}
