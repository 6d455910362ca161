import Testing

@testable import Solar

struct UniversalTimeTests {
    /// Source: IERS, UT1-UTC at 0 h UTC (EOP C04 and Bulletin D).
    @Test(
        "UT1 - UTC in seconds",
        arguments: [
            ("1972-01-01T00:00:00Z", -0.05), ("1972-06-30T00:00:00Z", -0.64), ("1972-07-02T00:00:00Z", 0.36),
            ("1976-01-01T00:00:00Z", 0.73), ("1998-12-31T00:00:00Z", -0.28), ("1999-01-02T00:00:00Z", 0.72),
            ("2000-01-01T00:00:00Z", 0.355), ("2016-12-31T00:00:00Z", -0.408), ("2017-01-02T00:00:00Z", 0.591),
            ("2020-01-01T00:00:00Z", -0.177), ("2024-07-01T00:00:00Z", -0.004), ("2026-01-01T00:00:00Z", 0.074),
            ("1950-01-01T00:00:00Z", 0), ("1971-12-31T00:00:00Z", 0), ("2028-01-01T00:00:00Z", 0),
            ("2150-01-01T00:00:00Z", 0),
        ] as [(Instant, Double)])
    func aheadOfUTC(instant: Instant, seconds: Double) {
        let utc = Double(instant.microseconds) / 86_400e6 - 10_957.5
        #expect(abs((UniversalTime.days(at: instant) - utc) * 86_400 - seconds) < 0.03)
    }

    @Test("An instant survives the way to UT1 and back to the microsecond")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 6)
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

    /// Source: Espenak & Meeus, Five Millennium Canon of Solar Eclipses, table 2-1, and The Astronomical Almanac, page K9.
    @Test(
        arguments: [
            (1700.0, 9.0, 1.0), (1750, 13, 1), (1800, 14, 1), (1850, 7, 1), (1900, -3, 1), (1950, 29, 0.5),
            (1955, 31.1, 0.1), (1975, 45.5, 0.1), (1995, 60.8, 0.1), (2005, 64.7, 0.1),
        ])
    func deltaT(year: Double, seconds: Double, tolerance: Double) {
        #expect(abs(DeltaT.seconds(year: year) - seconds) <= tolerance)
    }

    @Test("ΔT has no steps from 1800 on but for the joints of its sources", arguments: 1801...2300)
    func deltaTIsSmooth(year: Int) {
        for place in [0.0, 0.25, 0.5, 0.75] {
            let year = Double(year) + place
            let step = DeltaT.seconds(year: year + 0.001) - DeltaT.seconds(year: year - 0.001)
            #expect(abs(step) < 0.2)
        }
    }
}
