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

    /// The number of the solar day around a UT1, counted from 2000-01-01, or one next to it.
    func day(around ut: Double) -> Int { Int((ut + longitude).rounded()) }

    /// The UT1 at which the hour angle has a value in turns, in a solar day: -0.5 at midnight, 0 at noon, 0.5 at the next
    /// midnight.
    ///
    /// Source: Meeus ch. 15 and 28: mean time is apparent time less the equation of time.
    mutating func time(ofHourAngle turns: Double, in day: Int) -> Double {
        let meanTime = Double(day) + turns - longitude
        var time = meanTime
        // The equation of time changes so slowly that each step leaves at most a three-thousandth of the error. The
        // first error is at most 17 minutes.
        for _ in 0..<4 {
            time = meanTime - ephemeris.course(at: time).equationOfTime / (2 * .pi)
        }
        return time
    }

    /// The sine of the Sun's altitude at a UT1, and its change a day.
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
        /// In UT1.
        let time: Double
        let sinDeclination: Double
        /// A day.
        let sinDeclinationRate: Double
    }

    /// Noon of a solar day. The latest is cached, since all events of a day use it.
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

/// The apparent place of the Sun at an instant, as seen from the Earth's centre, in the true equator and equinox of the
/// date. It is accurate to about 0.3".
public struct SolarPosition: Hashable, Sendable {
    /// The ecliptic longitude, 0 to 360 degrees.
    public let apparentLongitude: Double
    /// The right ascension, 0 to 360 degrees.
    public let rightAscension: Double
    /// The declination in degrees, north positive.
    public let declination: Double
    /// The true obliquity of the ecliptic in degrees.
    public let obliquity: Double
    /// The apparent sidereal time at Greenwich, 0 to 360 degrees.
    public let greenwichSiderealTime: Double
    /// Apparent minus mean solar time: the time by which a sundial is ahead of a clock.
    public let equationOfTime: Duration

    /// The Sun at an instant.
    public init(at instant: Instant) {
        let ut = UniversalTime.days(at: instant)
        let sun = ApparentSun(at: ut)
        apparentLongitude = positiveAngle(sun.longitude) / radiansPerDegree
        rightAscension = positiveAngle(sun.rightAscension) / radiansPerDegree
        declination = asin(sun.sinDeclination) / radiansPerDegree
        obliquity = sun.obliquity / radiansPerDegree
        greenwichSiderealTime = positiveAngle(sun.siderealTime) / radiansPerDegree
        let equation = sun.equationOfTime(at: ut) / (2 * .pi) * 86_400
        equationOfTime = .microseconds(Int64((equation * 1e6).rounded()))
    }

    /// The hour angle at a longitude, -180 to +180 degrees, west positive.
    public func hourAngle(at longitude: Longitude) -> Double {
        let angle = greenwichSiderealTime + longitude.degrees - rightAscension
        return signedAngle(angle * radiansPerDegree) / radiansPerDegree
    }

    /// The altitude and the azimuth at a point on the Earth.
    public func horizontal(at coordinate: Coordinate) -> HorizontalCoordinates {
        HorizontalCoordinates(
            hourAngle: hourAngle(at: coordinate.longitude), declination: declination, latitude: coordinate.latitude)
    }
}

/// A direction in the sky, without refraction and parallax.
public struct HorizontalCoordinates: Hashable, Sendable {
    /// Degrees above the horizon, -90 to +90.
    public let altitude: Double
    /// Degrees from north towards east, 0 to 360.
    public let azimuth: Double

    /// The direction for an hour angle and a declination in degrees.
    ///
    /// Source: Meeus ch. 13, formulae 13.5 and 13.6; azimuth counted from north.
    public init(hourAngle: Double, declination: Double, latitude: Latitude) {
        let (hourAngle, declination) = (hourAngle * radiansPerDegree, declination * radiansPerDegree)
        let latitude = latitude.degrees * radiansPerDegree
        let sinAltitude = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
        let south = cos(hourAngle) * sin(latitude) * cos(declination) - sin(declination) * cos(latitude)
        let west = sin(hourAngle) * cos(declination)
        altitude = asin(min(max(sinAltitude, -1), 1)) / radiansPerDegree
        azimuth = positiveAngle(atan2(west, south) + .pi) / radiansPerDegree
    }
}
