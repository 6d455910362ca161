import Glibc

/// The Sun as seen from the Earth's centre: its apparent place, and how far the Earth has turned.
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
    /// Source: the definition in Meeus ch. 28, with the mean time that UT1 is.
    func equationOfTime(at ut: Double) -> Double {
        signedAngle(siderealTime - rightAscension - 2 * .pi * (ut - ut.rounded()))
    }

    /// The Sun's apparent longitude and latitude, of date, in radians.
    ///
    /// Sources: Meeus ch. 25, "higher accuracy". Aberration is had by looking at the Earth a light time earlier (ch. 33).
    /// No step to the FK5 equinox: the equinox in use since 2000 is the dynamical one, as in VSOP87; but VSOP87 precesses
    /// by IAU 1976, which IAU 2000 corrected by -0.29965" a century (IERS Conventions 2003, ch. 5, formula 31).
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

    /// Source: Capitaine, Wallace & Chapront, Astronomy and Astrophysics 412 (2003), formula 37 (IAU 2006).
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
