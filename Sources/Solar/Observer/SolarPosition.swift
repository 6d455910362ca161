// SPDX-License-Identifier: MIT
import Glibc

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
    /// Apparent minus mean solar time, the time by which a sundial is ahead of a clock.
    public let equationOfTime: Duration

    /// Computes the position at an instant.
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

    /// Returns the hour angle at a longitude, -180 to +180 degrees, west positive.
    public func hourAngle(at longitude: Longitude) -> Double {
        let angle = greenwichSiderealTime + longitude.degrees - rightAscension
        return signedAngle(angle * radiansPerDegree) / radiansPerDegree
    }

    /// Returns the altitude and the azimuth at a point on the Earth.
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

    /// Computes the direction for an hour angle and a declination in degrees.
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
