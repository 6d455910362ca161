// SPDX-License-Identifier: MIT
import Glibc

/// ΔT = TT - UT1, the time by which the Earth's rotation is behind uniform time.
enum DeltaT {
    /// Returns ΔT in seconds for a year with its fraction (2000.0 is the start of 2000).
    ///
    /// From 1950 to the last entry of the tables, the values are observations and the predictions of the IERS. Before
    /// 1950, they are the splines of Morrison, Stephenson, Hohenkerk and Zawilski, which are accurate to 0.5 s in 1800,
    /// 5 s in 1700, 15 s in 1000 and 90 s in the year 1 (the authors' figures). The future is unknown. The curve
    /// continues smoothly to the authors' long-term parabola. It may be wrong by 10 s in 2100 and by 70 s in 2200, where
    /// the curve of the length of the day by Stephenson, Morrison and Hohenkerk (2016), continued, gives 163 s.
    static func seconds(year: Double) -> Double {
        if year >= endOfJoin { return parabola(year).value }
        if year >= lastTabulated { return join(year) }
        if year >= 1973 { return interpolated(halfYearly, from: 1973, entriesPerYear: 2, at: year) }
        if year >= 1950 { return interpolated(yearly, from: 1950, entriesPerYear: 1, at: year) }
        return spline(year)
    }

    /// The year of the last entry of the tables.
    static let lastTabulated = 1973 + Double(halfYearly.count - 1) / 2

    /// ΔT at the start of each year from 1950 to 1973.
    ///
    /// Source: McCarthy & Babcock, Physics of the Earth and Planetary Interiors 44 (1986), as in The Astronomical Almanac,
    /// page K9.
    // swift-format-ignore: a table, ten years a row
    private static let yearly: [Double] = [
        29.15, 29.57, 29.97, 30.36, 30.72, 31.07, 31.35, 31.68, 32.18, 32.68,
        33.15, 33.59, 34.00, 34.47, 35.03, 35.73, 36.54, 37.43, 38.29, 39.20,
        40.18, 41.17, 42.23, 43.37,
    ]

    /// ΔT on 1 January and 1 July of each year from 1973.
    ///
    /// Sources: IERS Rapid Service, deltat.data (maia.usno.navy.mil/ser7); the last two are predictions, from
    /// finals2000A.all of 2 November 2026: ΔT = 32.184 s + (TAI - UTC) - (UT1 - UTC). `.ci/run rotation` fails 90 days
    /// before the last entry. For a new entry, also change `LeapSeconds.announcedUntil` and the documentation.
    // swift-format-ignore: a table, five years a row
    private static let halfYearly: [Double] = [
        43.37, 43.96, 44.48, 45.00, 45.48, 45.98, 46.46, 47.00, 47.52, 48.03,
        48.53, 49.10, 49.59, 50.10, 50.54, 50.98, 51.38, 51.81, 52.17, 52.58,
        52.96, 53.43, 53.79, 54.09, 54.34, 54.64, 54.87, 55.11, 55.32, 55.58,
        55.82, 56.09, 56.30, 56.57, 56.86, 57.22, 57.57, 57.96, 58.31, 58.74,
        59.12, 59.59, 59.98, 60.40, 60.79, 61.25, 61.63, 62.00, 62.30, 62.66,
        62.97, 63.28, 63.47, 63.66, 63.83, 63.98, 64.09, 64.21, 64.30, 64.41,
        64.47, 64.55, 64.57, 64.65, 64.69, 64.80, 64.85, 64.99, 65.15, 65.34,
        65.46, 65.63, 65.78, 65.95, 66.07, 66.24, 66.32, 66.47, 66.60, 66.77,
        66.91, 67.13, 67.28, 67.49, 67.64, 67.86, 68.10, 68.40, 68.59, 68.82,
        68.97, 69.11, 69.22, 69.36, 69.36, 69.42, 69.36, 69.35, 69.29, 69.25,
        69.20, 69.22, 69.18, 69.19, 69.14, 69.14, 69.11, 69.17, 69.31, 69.42,
    ]

    /// Interpolates between two entries of a table. TT - UT2 is treated as linear, because UT2 is UT1 without its
    /// seasonal variation.
    private static func interpolated(
        _ table: [Double], from start: Double, entriesPerYear: Int, at year: Double
    ) -> Double {
        let place = (year - start) * Double(entriesPerYear)
        let index = Int(place)
        func withoutSeasons(_ index: Int) -> Double {
            table[index] - (index % entriesPerYear == 0 ? aheadOfUT1InJanuary : aheadOfUT1InJuly)
        }
        let (first, second) = (withoutSeasons(index), withoutSeasons(index + 1))
        return first + (place - Double(index)) * (second - first) + aheadOfUT1(year: year)
    }

    /// UT2 - UT1 in seconds: the Earth turns more slowly in the northern spring and faster in late summer.
    ///
    /// Source: 0.022 sin 2πT - 0.012 cos 2πT - 0.006 sin 4πT + 0.007 cos 4πT, the expression that the BIH and the IERS
    /// have used since 1962 (IERS Bulletin A), here expressed with the sine and cosine of 2πT.
    private static func aheadOfUT1(year: Double) -> Double {
        let angle = 2 * .pi * (year - year.rounded())
        let (sine, cosine) = (sin(angle), cos(angle))
        return 0.022 * sine - 0.012 * cosine - 0.012 * sine * cosine + 0.007 * (1 - 2 * sine * sine)
    }

    /// UT2 - UT1 on 1 January.
    private static let aheadOfUT1InJanuary = -0.005
    /// UT2 - UT1 on 1 July.
    private static let aheadOfUT1InJuly = 0.019
}

// MARK: - Before the tables

extension DeltaT {
    /// The splines, each a cubic in the fraction of its span, from the constant term up.
    ///
    /// Source: Morrison, Stephenson, Hohenkerk & Zawilski, "Addendum 2020 to 'Measurement of the Earth's rotation: 720 BC
    /// to AD 2015'", Proceedings of the Royal Society A 477 (2021) 20200776, table S15.2020
    /// (doi:10.6084/m9.figshare.29920388, CC BY 4.0), the rows up to 1950. They revise Stephenson, Morrison & Hohenkerk,
    /// ibid. 472 (2016) 20160404, by up to 0.5 s between 1800 and 1900.
    // swift-format-ignore: a table, a span a row
    private static let splines: [(start: Double, coefficients: InlineArray<4, Double>)] = [
        (-720, [20371.848, -9999.586, 776.247, 409.16]),
        (-100, [11557.668, -5822.27, 1303.151, -503.433]),
        (400, [6535.116, -5671.519, -298.291, 1085.087]),
        (1000, [1650.393, -753.21, 184.811, -25.346]),
        (1150, [1056.647, -459.628, 108.771, -24.641]),
        (1300, [681.149, -421.345, 61.953, -29.414]),
        (1500, [292.343, -192.841, -6.572, 16.197]),
        (1600, [109.127, -78.697, 10.505, 3.018]),
        (1650, [43.952, -68.089, 38.333, -2.127]),
        (1720, [12.068, 2.507, 41.731, -37.939]),
        (1800, [18.367, -3.481, -1.126, 1.918]),
        (1810, [15.678, 0.021, 4.629, -3.812]),
        (1820, [16.516, -2.157, -6.806, 3.25]),
        (1830, [10.804, -6.018, 2.944, -0.096]),
        (1840, [7.634, -0.416, 2.658, -0.539]),
        (1850, [9.338, 1.642, 0.261, -0.883]),
        (1855, [10.357, -0.486, -2.389, 1.558]),
        (1860, [9.04, -0.591, 2.284, -2.477]),
        (1865, [8.255, -3.456, -5.148, 2.72]),
        (1870, [2.371, -5.593, 3.011, -0.914]),
        (1875, [-1.126, -2.314, 0.269, -0.039]),
        (1880, [-3.21, -1.893, 0.152, 0.563]),
        (1885, [-4.388, 0.101, 1.842, -1.438]),
        (1890, [-3.884, -0.531, -2.474, 1.871]),
        (1895, [-5.017, 0.134, 3.138, -0.232]),
        (1900, [-1.977, 5.715, 2.443, -1.257]),
        (1905, [4.923, 6.828, -1.329, 0.72]),
        (1910, [11.142, 6.33, 0.831, -0.825]),
        (1915, [17.479, 5.518, -1.643, 0.262]),
        (1920, [21.617, 3.02, -0.856, 0.008]),
        (1925, [23.789, 1.333, -0.831, 0.127]),
        (1930, [24.418, 0.052, -0.449, 0.142]),
        (1935, [24.164, -0.419, -0.022, 0.702]),
        (1940, [24.426, 1.645, 2.086, -1.106]),
        (1945, [27.05, 2.499, -1.232, 0.614]),
    ]

    /// The step from the end of the splines to the start of the tables. The splines are smoothed over three years.
    private static let stepAtTables = 29.15 - 28.931

    private static func spline(_ year: Double) -> Double {
        guard let row = splines.lastIndex(where: { $0.start <= year }) else { return parabola(year).value }
        let isLast = row == splines.count - 1
        let (start, coefficients) = splines[row]
        let end = isLast ? 1950 : splines[row + 1].start
        let t = (year - start) / (end - start)
        let value =
            coefficients[0] + t * (coefficients[1] + t * (coefficients[2] + t * coefficients[3]))
        return isLast ? value + t * stepAtTables : value
    }
}

// MARK: - After the tables

extension DeltaT {
    /// The long-term trend of ΔT, and its change per year.
    ///
    /// Source: Stephenson, Morrison & Hohenkerk, Proceedings of the Royal Society A 472 (2016) 20160404, their long-term
    /// parabola.
    private static func parabola(_ year: Double) -> (value: Double, rate: Double) {
        let centuries = (year - 1825) / 100
        return (-320 + 32.5 * centuries * centuries, 0.65 * centuries)
    }

    /// The year at which the curve reaches the parabola. The Earth has turned faster than the parabola predicts for two
    /// centuries, so the transition is long. Skyfield uses the same year (timelib.py, build_delta_t).
    private static let endOfJoin = 2800.0

    /// The change per year at the end of the tables: the mean of ten years, because a single year varies by 0.4 s.
    private static let rateAtEndOfTables = (halfYearly[halfYearly.count - 1] - halfYearly[halfYearly.count - 21]) / 10

    /// The cubic from the last entry of the tables to the parabola. At both ends, it has the same value and the same
    /// rate as the adjacent curve.
    ///
    /// Source: Hermite's interpolation (Abramowitz & Stegun, formula 25.2.30 with both rates).
    private static func join(_ year: Double) -> Double {
        let span = endOfJoin - lastTabulated
        let t = (year - lastTabulated) / span
        let u = 1 - t
        let (start, end) = (halfYearly[halfYearly.count - 1], parabola(endOfJoin))
        return u * u * (start * (1 + 2 * t) + rateAtEndOfTables * span * t)
            + t * t * (end.value * (1 + 2 * u) - end.rate * span * u)
    }
}
