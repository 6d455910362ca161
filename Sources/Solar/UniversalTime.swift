import Glibc

/// UT1, the time that the Earth's rotation tells, in days since J2000.0 (2000-01-01T12:00).
///
/// Everything that depends on where the Earth is turned is found in UT1, which runs on smoothly through leap seconds.
/// It becomes an `Instant` only at the end.
enum UniversalTime {
    /// UT1 at an instant.
    static func days(at instant: Instant) -> Double {
        let (days, time) = instant.microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
        let utc = Double(days - 10_957) - 0.5 + Double(time) / 86_400e6
        return utc + aheadOfUTC(atUTC: utc) / 86_400
    }

    /// The instant at a UT1; nil outside the years 0001 to 9999. During a leap second, which POSIX time has no room
    /// for, it is the instant a second later.
    static func instant(at ut: Double) -> Instant? {
        let utc = ut - aheadOfUTC(atUTC: ut) / 86_400
        let day = utc.rounded(.down)
        let microseconds = ((utc - day) * 86_400e6).rounded() + 43_200e6
        guard abs(day) < 4e6 else { return nil }
        let since1970 = (Int64(day) + 10_957) * 86_400_000_000 + Int64(microseconds)
        let instant = Instant(microseconds: since1970)
        return instant.microseconds == since1970 ? instant : nil
    }

    /// Julian centuries of TT since J2000.0 at a UT1.
    static func terrestrialCenturies(at ut: Double) -> Double {
        (ut + DeltaT.seconds(year: year(at: ut)) / 86_400) / 36_525
    }

    /// The year with its fraction, near enough for ΔT.
    private static func year(at days: Double) -> Double { 2000 + (days + 0.5) / 365.25 }

    /// UT1 - UTC in seconds: below 0.9 since UTC keeps to UT1 by leap seconds. Zero before 1972 and after the last
    /// year that ΔT is known for, as nobody can tell where UTC will be.
    ///
    /// Source: Explanatory Supplement to the Astronomical Almanac (2013), section 3.2: TT = TAI + 32.184 s, so that
    /// UT1 - UTC = 32.184 + (TAI - UTC) - ΔT.
    private static func aheadOfUTC(atUTC days: Double) -> Double {
        let year = year(at: days)
        guard days >= firstLeapSeconds, year < DeltaT.lastObserved else { return 0 }
        let leapSeconds = leapSecondDays.count - (leapSecondDays.lastIndex { Double($0) - 0.5 <= days } ?? -1) - 1
        return 32.184 + Double(10 + leapSecondDays.count - leapSeconds) - DeltaT.seconds(year: year)
    }

    /// 1972-01-01, when TAI - UTC became 10 s.
    private static let firstLeapSeconds = -10_227.5

    /// The days before which a leap second was put in, as days since 2000-01-01.
    ///
    /// Source: IERS Bulletin C, no. 1 to 71.
    private static let leapSecondDays: [Int] = [
        (1972, 7), (1973, 1), (1974, 1), (1975, 1), (1976, 1), (1977, 1), (1978, 1), (1979, 1), (1980, 1), (1981, 7),
        (1982, 7), (1983, 7), (1985, 7), (1988, 1), (1990, 1), (1991, 1), (1992, 7), (1993, 7), (1994, 7), (1996, 1),
        (1997, 7), (1999, 1), (2006, 1), (2009, 1), (2012, 7), (2015, 7), (2017, 1),
    ].compactMap { CivilDate(year: $0, month: $1, day: 1).map { $0.daysSinceUnixEpoch - 10_957 } }
}
