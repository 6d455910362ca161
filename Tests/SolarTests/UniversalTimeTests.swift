// SPDX-License-Identifier: MIT
import TestSupport
import Testing

@testable import Solar

struct UniversalTimeTests {
    /// Source: IERS, UT1-UTC at 0 h UTC (EOP C04 and Bulletin D).
    private static let published: [(instant: Instant, seconds: Double)] = [
        (at("1972-01-01T00:00:00Z"), -0.05), (at("1972-06-30T00:00:00Z"), -0.64), (at("1972-07-02T00:00:00Z"), 0.36),
        (at("1998-12-31T00:00:00Z"), -0.28), (at("1999-01-02T00:00:00Z"), 0.72),
        (at("2016-12-31T00:00:00Z"), -0.408), (at("2017-01-02T00:00:00Z"), 0.591),
        // Predicted in finals2000A.all of 2 November 2026.
        (at("2027-01-01T00:00:00Z"), -0.124), (at("2027-06-30T00:00:00Z"), -0.237),
        (at("1950-01-01T00:00:00Z"), 0), (at("1971-12-31T00:00:00Z"), 0), (at("2028-01-01T00:00:00Z"), 0),
        (at("2150-01-01T00:00:00Z"), 0),
    ]

    @Test("UT1 - UTC in seconds", arguments: published)
    func aheadOfUTC(instant: Instant, seconds: Double) {
        let utc = Double(instant.microseconds) / 86_400e6 - 10_957.5
        #expect(abs((UniversalTime.days(at: instant) - utc) * 86_400 - seconds) < 0.03)
    }

    @Test("UT1 - UTC follows the observations of the IERS, month by month from 1973")
    func observations() throws {
        var squares: [Double] = []
        for row in try Checkout.fixture("rotation.csv") {
            let date = try #require(CivilDate(row[0]))
            let ahead = (UniversalTime.days(at: date.startInUTC) - UniversalTime.midnight(of: date)) * 86_400
            let error = ahead - (try #require(Double(row[1])))
            #expect(abs(error) < 0.02, "\(date): \(error) s")
            squares.append(error * error)
        }
        try #require(squares.count > 600)
        // Without the seasonal terms, this would be 0.017 s.
        let mean: Double = squares.reduce(0, +) / Double(squares.count)
        #expect(mean.squareRoot() < 0.008)
    }

    @Test("The conversion to UT1 and back is exact to the microsecond")
    func roundTrip() throws {
        var generator = SeededRandom(6)
        for _ in 0..<2000 {
            let microseconds = Int64.random(in: -5_000_000_000_000_000...7_000_000_000_000_000, using: &generator)
            let instant = Instant(microseconds: microseconds)
            let back = try #require(UniversalTime.instant(at: UniversalTime.days(at: instant)))
            #expect(abs(back.microseconds - microseconds) <= 1)
        }
    }

    @Test("There is no instant outside the calendar", arguments: [-1e9, -730_500, 2_922_000, 1e9, .infinity, .nan])
    func outside(days: Double) {
        #expect(UniversalTime.instant(at: days) == nil)
    }

    @Test("UT1 - UTC has steps only at leap seconds, and none at the end of the tables", arguments: 1972...2032)
    func aheadOfUTCIsSmooth(year: Int) throws {
        let start = try #require(CivilDate(year: year, month: 1, day: 2)).startInUTC
        var last: Double?
        for day in 0..<365 {
            let instant = start + .seconds(day * 86_400)
            let utc = Double(instant.microseconds) / 86_400e6 - 10_957.5
            let ahead = (UniversalTime.days(at: instant) - utc) * 86_400
            let step = ahead - (last ?? ahead)
            #expect(abs(step) < 0.006 || abs(step - 1) < 0.006, "\(instant): \(step) s")
            last = ahead
        }
    }

    /// Sources: table S15.2020 of Morrison, Stephenson, Hohenkerk & Zawilski (2021) at its knots, its last row at 1945,
    /// where the offset of the observation tables does not apply yet; The Astronomical Almanac, page K9; Skyfield 1.55,
    /// which continues the same way from a table that ends half a year earlier; in 2200, instead, the authors' curve of
    /// the length of the day of 2016, integrated, with the documented errors.
    @Test(
        "ΔT in seconds",
        arguments: [
            (-100.0, 11557.7, 0.1), (400, 6535.1, 0.1), (1000, 1650.4, 0.1), (1600, 109.1, 0.1), (1720, 12.07, 0.01),
            (1800, 18.37, 0.01), (1850, 9.34, 0.01), (1870, 2.37, 0.01), (1885, -4.39, 0.01), (1900, -1.98, 0.01),
            (1915, 17.48, 0.01), (1930, 24.42, 0.01), (1945, 27.05, 0.01), (1950, 29.15, 0.01), (1955, 31.1, 0.1),
            (1975, 45.5, 0.1), (1995, 60.8, 0.1), (2005, 64.7, 0.1), (2030, 69.1, 1), (2050, 71.4, 2), (2100, 95.9, 10),
            (2200, 163.4, 70), (2500, 1151.6, 20), (2800, 2769.5, 0.1), (3000, 4167.0, 0.1),
        ])
    func deltaT(year: Double, seconds: Double, tolerance: Double) {
        #expect(abs(DeltaT.seconds(year: year) - seconds) <= tolerance)
    }

    @Test("ΔT has no steps", arguments: 1700...2850)
    func deltaTIsSmooth(year: Int) {
        for place in [0.0, 0.25, 0.5, 0.75] {
            let year = Double(year) + place
            let step = DeltaT.seconds(year: year + 0.001) - DeltaT.seconds(year: year - 0.001)
            // The coefficients are rounded to 0.001 s. Around 2850, ΔT grows by 6.6 s a year.
            #expect(abs(step) < (year < 2300 ? 0.008 : 0.015))
        }
    }
}
