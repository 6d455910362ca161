// SPDX-License-Identifier: MIT
import Glibc

/// The apparent place of the Sun as seen from the Earth's centre, and the rotation of the Earth.
struct ApparentSun {
    /// Ecliptic longitude, apparent, of date, in radians, not reduced to a turn.
    let longitude: Double
    /// True obliquity of the ecliptic, in radians.
    let obliquity: Double
    /// Right ascension, apparent, in radians, from -π to +π.
    let rightAscension: Double
    /// The sine of the apparent declination.
    let sinDeclination: Double
    /// Apparent sidereal time at Greenwich, in radians, not reduced to a turn.
    let siderealTime: Double

    /// The Sun at a UT1.
    init(at ut: Double) {
        let t = UniversalTime.terrestrialCenturies(at: ut)
        let nutation = Nutation(centuries: t)
        let (longitude, latitude) = Self.eclipticPlace(centuries: t, nutation: nutation)
        let obliquity = Self.meanObliquity(centuries: t) + nutation.obliquity

        // Meeus ch. 13, formulae 13.3 and 13.4, for a latitude of 1" at most.
        let (sinObliquity, cosObliquity) = (sin(obliquity), cos(obliquity))
        let (sinLongitude, cosLongitude) = (sin(longitude), cos(longitude))
        rightAscension = atan2(sinLongitude * cosObliquity - latitude * sinObliquity, cosLongitude)
        sinDeclination = latitude * cosObliquity + sinObliquity * sinLongitude
        siderealTime = Self.meanSiderealTime(at: ut, centuries: t) + nutation.longitude * cosObliquity
        self.longitude = longitude
        self.obliquity = obliquity
    }

    /// Apparent minus mean solar time, in radians, from -π to +π.
    ///
    /// Source: the definition in Meeus ch. 28. UT1 is the mean solar time at Greenwich.
    func equationOfTime(at ut: Double) -> Double {
        signedAngle(siderealTime - rightAscension - 2 * .pi * (ut - ut.rounded()))
    }

    /// The Sun's apparent longitude and latitude, of date, in radians.
    ///
    /// Sources: Meeus ch. 25, "higher accuracy". Aberration is included by taking the Earth one light time earlier (ch.
    /// 33). There is no conversion to the FK5 equinox, because the IAU's equinox is again the dynamical one, as in
    /// VSOP87. The two equinoxes differ slightly: longitudes in the complete VSOP87D exceed DE440's by 0.07", and the
    /// longitudes here exceed them by 0.03" on average from 1800 to 2100. That is 0.002 s of time, a quarter of the
    /// effect of the omitted terms, so it is not corrected. VSOP87 precesses by IAU 1976, which IAU 2000 corrected by
    /// -0.29965" a century (IERS Conventions 2003, ch. 5, formula 31).
    private static func eclipticPlace(centuries t: Double, nutation: Nutation) -> (longitude: Double, latitude: Double)
    {
        let lightDays = 499.004784 / 86_400 * distance(centuries: t)
        let earth = EarthSeries(millennia: (t - lightDays / 36_525) / 10)
        let precession = -0.29965 * t * radiansPerArcsecond
        return (earth.longitude + .pi + precession + nutation.longitude, -earth.latitude)
    }

    /// The Sun's distance in astronomical units, to 0.0001.
    ///
    /// Source: The Astronomical Almanac, page C5, low-precision formulae for the Sun.
    static func distance(centuries t: Double) -> Double {
        let cosAnomaly = cos((357.529 + 35_999.050 * t) * radiansPerDegree)
        return 1.00014 - 0.01671 * cosAnomaly - 0.00014 * (2 * cosAnomaly * cosAnomaly - 1)
    }

    /// Source: Capitaine, Wallace & Chapront, Astronomy and Astrophysics 412 (2003), formula 39, with the
    /// value for J2000.0 of formula 37 (IAU 2006).
    static func meanObliquity(centuries t: Double) -> Double {
        let change = t * (-46.836769 + t * (-0.0001831 + t * (0.00200340 + t * (-0.000000576 - t * 0.0000000434))))
        return (84_381.406 + change) * radiansPerArcsecond
    }

    /// Source: IERS Conventions 2010, formulae 5.15 (the angle of the Earth's rotation) and 5.32 (IAU 2006).
    static func meanSiderealTime(at ut: Double, centuries t: Double) -> Double {
        let turns = 0.7790572732640 + (ut - ut.rounded()) + 0.00273781191135448 * ut
        let precession =
            0.014506 + t * (4612.156534 + t * (1.3915817 + t * (-0.00000044 + t * (-0.000029956 - t * 0.0000000368))))
        return 2 * .pi * turns + precession * radiansPerArcsecond
    }
}

/// Nutation: the thirteen terms of IAU 1980 that reach 0.01" in longitude.
///
/// Source: Meeus, Astronomical Algorithms, ch. 22, table 22.A and the mean arguments before it. The omitted terms amount to
/// 0.01" (root mean square).
struct Nutation {
    /// Nutation in longitude (Δψ), in radians.
    let longitude: Double
    /// Nutation in obliquity (Δε), in radians.
    let obliquity: Double

    /// The nutation at a time in Julian centuries of TT after J2000.0.
    init(centuries t: Double) {
        let elongation = 297.85036 + t * (445_267.111480 + t * (-0.0019142 + t / 189_474))
        let solarAnomaly = 357.52772 + t * (35_999.050340 + t * (-0.0001603 - t / 300_000))
        let lunarAnomaly = 134.96298 + t * (477_198.867398 + t * (0.0086972 + t / 56_250))
        let lunarLatitude = 93.27191 + t * (483_202.017538 + t * (-0.0036825 + t / 327_270))
        let node = 125.04452 + t * (-1934.136261 + t * (0.0020708 + t / 450_000))

        var longitude = 0.0
        var obliquity = 0.0
        for term in Self.terms {
            let argument =
                term.d * elongation + term.m * solarAnomaly + term.l * lunarAnomaly + term.f * lunarLatitude
                + term.o * node
            longitude += (term.sine + term.sineRate * t) * sin(argument * radiansPerDegree)
            obliquity += (term.cosine + term.cosineRate * t) * cos(argument * radiansPerDegree)
        }
        self.longitude = longitude * 1e-4 * radiansPerArcsecond
        self.obliquity = obliquity * 1e-4 * radiansPerArcsecond
    }

    /// Multiples of D, M, M', F and Ω, then the coefficients in 0.0001" and in 0.0001" a century.
    private typealias Term = (
        d: Double, m: Double, l: Double, f: Double, o: Double,
        sine: Double, sineRate: Double, cosine: Double, cosineRate: Double
    )

    // swift-format-ignore: a table
    private static let terms: [Term] = [
        (0, 0, 0, 0, 1, -171996, -174.2, 92025, 8.9),
        (-2, 0, 0, 2, 2, -13187, -1.6, 5736, -3.1),
        (0, 0, 0, 2, 2, -2274, -0.2, 977, -0.5),
        (0, 0, 0, 0, 2, 2062, 0.2, -895, 0.5),
        (0, 1, 0, 0, 0, 1426, -3.4, 54, -0.1),
        (0, 0, 1, 0, 0, 712, 0.1, -7, 0),
        (-2, 1, 0, 2, 2, -517, 1.2, 224, -0.6),
        (0, 0, 0, 2, 1, -386, -0.4, 200, 0),
        (0, 0, 1, 2, 2, -301, 0, 129, -0.1),
        (-2, -1, 0, 2, 2, 217, -0.5, -95, 0.3),
        (-2, 0, 1, 0, 0, -158, 0, 0, 0),
        (-2, 0, 0, 2, 1, 129, 0.1, -70, 0),
        (0, 0, -1, 2, 2, 123, 0, -53, 0),
    ]
}

/// Radians in a degree.
let radiansPerDegree = Double.pi / 180

/// Radians in a second of arc.
let radiansPerArcsecond = Double.pi / 648_000

/// Reduces an angle in radians to the range from 0 to 2π.
func positiveAngle(_ radians: Double) -> Double {
    let angle = fmod(radians, 2 * .pi)
    return angle < 0 ? angle + 2 * .pi : angle
}

/// Reduces an angle in radians to the range from -π to +π.
func signedAngle(_ radians: Double) -> Double {
    remainder(radians, 2 * .pi)
}
