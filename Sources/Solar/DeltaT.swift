/// ΔT = TT - UT1: how far the Earth's rotation has fallen behind uniform time.
enum DeltaT {
    /// ΔT in seconds in a year with its fraction (2000.0 is the start of 2000).
    ///
    /// Sources: from 1950 to the last year of the table what was observed; else the polynomials of Espenak & Meeus,
    /// Five Millennium Canon of Solar Eclipses (NASA/TP-2006-214141), section 2.7, those for the future moved so that
    /// they go on from the last observation. Before 1700 their parabola, which can be off by a minute.
    static func seconds(year: Double) -> Double {
        switch year {
        case ..<1700: return parabola(year)
        case ..<1800: return polynomial([8.83, 0.1603, -0.0059285, 0.00013336, -1 / 1_174_000], year - 1700)
        case ..<1860:
            return polynomial(
                [
                    13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 0.0000121272, -0.0000001699, 0.000000000875,
                ], year - 1800)
        case ..<1900:
            return polynomial([7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, 1 / 233_174], year - 1860)
        case ..<1920: return polynomial([-2.79, 1.494119, -0.0598939, 0.0061966, -0.000197], year - 1900)
        case ..<1941: return polynomial([21.20, 0.84493, -0.076100, 0.0020936], year - 1920)
        case ..<1950: return polynomial([29.07, 0.407, -1 / 233, 1 / 2547], year - 1950)
        case ..<1973: return interpolated(yearly, year - 1950)
        case ..<lastObserved: return interpolated(halfYearly, (year - 1973) * 2)
        case ..<2050: return expected(year) - excess
        case ..<2150: return parabola(year) - 0.5628 * (2150 - year) - excess
        default: return parabola(year) - excess
        }
    }

    /// The year of the last entry of the tables.
    static let lastObserved = 1973 + Double(halfYearly.count - 1) / 2

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
    /// Source: IERS Rapid Service, deltat.data (maia.usno.navy.mil/ser7); the last is extended from it by three months.
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
        69.20, 69.22, 69.18, 69.19, 69.14, 69.14, 69.11, 69.17, 69.29,
    ]

    /// What the polynomial for 2005 to 2050, made in 2006, expected too much at the end of the table.
    private static let excess = expected(lastObserved) - (halfYearly.last ?? 0)

    private static func interpolated(_ table: [Double], _ place: Double) -> Double {
        let index = Int(place)
        return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
    }

    private static func expected(_ year: Double) -> Double {
        polynomial([62.92, 0.32217, 0.005589], year - 2000)
    }

    private static func parabola(_ year: Double) -> Double {
        let centuries = (year - 1820) / 100
        return -20 + 32 * centuries * centuries
    }

    private static func polynomial<let count: Int>(_ coefficients: InlineArray<count, Double>, _ t: Double) -> Double {
        var value = 0.0
        for power in coefficients.indices.reversed() {
            value = value * t + coefficients[power]
        }
        return value
    }
}
