// SPDX-License-Identifier: MIT
/// TAI - UTC, the seconds by which UTC has been set back since 1958 to stay near UT1.
enum LeapSeconds {
    /// TAI - UTC in seconds at a UTC in days since J2000.0, from 1972 on.
    static func atomicTimeAheadOfUTC(at utc: Double) -> Double {
        table.last { $0.start <= utc }?.seconds ?? 10
    }

    /// The date before which no leap second occurs: 2027-06-28, according to IERS Bulletin C 72 of July 2026.
    static let announcedUntil = CivilDate(daysSinceUnixEpoch: 20_997)

    /// The midnights that follow a leap second, with TAI - UTC from then on. A negative leap second would be a row with
    /// a lower number.
    ///
    /// Source: IERS Bulletin C; there has been no leap second since 2017. `leap-seconds.list` of the time zone database
    /// contains the same rows. The programs do not read this file: until `announcedUntil`, it cannot differ, and later,
    /// UTC is treated as UT1, which needs no leap seconds.
    // swift-format-ignore: a table
    static let table: [(start: Double, seconds: Double)] = [
        (1972, 1, 10), (1972, 7, 11), (1973, 1, 12), (1974, 1, 13), (1975, 1, 14), (1976, 1, 15), (1977, 1, 16),
        (1978, 1, 17), (1979, 1, 18), (1980, 1, 19), (1981, 7, 20), (1982, 7, 21), (1983, 7, 22), (1985, 7, 23),
        (1988, 1, 24), (1990, 1, 25), (1991, 1, 26), (1992, 7, 27), (1993, 7, 28), (1994, 7, 29), (1996, 1, 30),
        (1997, 7, 31), (1999, 1, 32), (2006, 1, 33), (2009, 1, 34), (2012, 7, 35), (2015, 7, 36), (2017, 1, 37),
    ].compactMap { year, month, seconds in
        CivilDate(year: year, month: month, day: 1).map { (UniversalTime.midnight(of: $0), seconds) }
    }
}
