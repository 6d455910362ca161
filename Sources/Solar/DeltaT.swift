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
        case ..<firstObserved: return polynomial([29.07, 0.407, -1 / 233, 1 / 2547], year - 1950)
        case ..<lastObserved:
            let index = Int(year - firstObserved)
            let fraction = year - firstObserved - Double(index)
            return observed[index] + fraction * (observed[index + 1] - observed[index])
        case ..<2050: return expected(year) - excess
        case ..<2150: return parabola(year) - 0.5628 * (2150 - year) - excess
        default: return parabola(year) - excess
        }
    }

    /// The year of the last entry of the table.
    static let lastObserved = firstObserved + Double(observed.count - 1)

    private static let firstObserved = 1950.0

    /// ΔT at the start of each year since 1950.
    ///
    /// Source: IERS (UT1-UTC of the C04 series; before 1962 McCarthy & Babcock 1986, as in the Astronomical Almanac,
    /// page K9); the last from the predictions of IERS Bulletin A.
    // swift-format-ignore: a table, ten years a row
    private static let observed: [Double] = [
        29.15, 29.57, 29.97, 30.36, 30.72, 31.07, 31.35, 31.68, 32.18, 32.68,
        33.15, 33.59, 34.00, 34.47, 35.03, 35.73, 36.54, 37.43, 38.29, 39.20,
        40.18, 41.17, 42.23, 43.37, 44.48, 45.48, 46.46, 47.52, 48.53, 49.59,
        50.54, 51.38, 52.17, 52.96, 53.79, 54.34, 54.87, 55.32, 55.82, 56.30,
        56.86, 57.57, 58.31, 59.12, 59.98, 60.79, 61.63, 62.30, 62.97, 63.47,
        63.83, 64.09, 64.30, 64.47, 64.57, 64.69, 64.85, 65.15, 65.46, 65.78,
        66.07, 66.32, 66.60, 66.91, 67.28, 67.64, 68.10, 68.59, 68.97, 69.22,
        69.36, 69.36, 69.29, 69.20, 69.18, 69.14, 69.11, 69.11,
    ]

    /// What the polynomial for 2005 to 2050, made in 2006, expected too much at the end of the table.
    private static let excess = expected(lastObserved) - (observed.last ?? 0)

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
