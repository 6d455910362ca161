import Glibc

/// The nodding of the Earth's axis: the thirteen terms of IAU 1980 that reach 0.01" in longitude.
///
/// Source: Meeus, Astronomical Algorithms, ch. 22, table 22.A and the mean arguments before it. What is left out comes to
/// 0.01" (root mean square).
struct Nutation {
    /// Nutation in longitude (Δψ), in radians.
    let longitude: Double
    /// Nutation in obliquity (Δε), in radians.
    let obliquity: Double

    /// The nutation so many Julian centuries of TT after J2000.0.
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
