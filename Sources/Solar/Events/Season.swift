import Glibc

/// Equinoxes and solstices: the Sun at a quarter of its way around the ecliptic.
enum Season {
    /// When the apparent longitude is so many quarter turns (0 at the March equinox, 3 at the December solstice) in a year,
    /// in UT1.
    ///
    /// Source: Meeus ch. 27: table 27.B for the start (made for 1000 to 3000, and within days of it for all years), then
    /// the correction under "higher accuracy" until it is nothing.
    static func time(ofQuarter quarter: Int, year: Int) -> Double {
        let start = starts[quarter & 3]
        let millennia = Double(year - 2000) / 1000
        var time = start.0 + millennia * (start.1 + millennia * (start.2 + millennia * (start.3 + millennia * start.4)))
        for _ in 0..<10 {
            let away = signedAngle(Double(quarter) * .pi / 2 - ApparentSun(at: time).longitude)
            time += 58 * sin(away)
            if abs(away) < 1e-9 { break }
        }
        return time
    }

    /// Days from J2000.0, and the coefficients of the millennia from 2000.
    // swift-format-ignore: a table
    private static let starts: [(Double, Double, Double, Double, Double)] = [
        (78.80984, 365_242.37404, 0.05169, -0.00411, -0.00057),
        (171.56767, 365_241.62603, 0.00325, 0.00888, -0.00030),
        (265.21715, 365_242.01767, -0.11575, 0.00337, 0.00078),
        (355.05952, 365_242.74049, -0.06223, -0.00823, 0.00032),
    ]
}
