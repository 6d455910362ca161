/// UT1, the time defined by the rotation of the Earth, in days since J2000.0 (2000-01-01T12:00).
///
/// All computations that depend on the Earth's rotation use UT1, which is continuous across leap seconds. The result is
/// converted to an `Instant` at the end.
enum UniversalTime {
    /// UT1 at an instant.
    static func days(at instant: Instant) -> Double {
        let (days, time) = instant.microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
        let utc = Double(days - unixDayOfJ2000) - 0.5 + Double(time) / 86_400e6
        return utc + aheadOfUTC(around: utc) / 86_400
    }

    /// The instant at a UT1; nil outside the years 0001 to 9999.
    ///
    /// In a leap second POSIX time counts a second twice, and so do the instants: one just before it and one in it can
    /// come out in the wrong order.
    static func instant(at ut: Double) -> Instant? {
        let utc = ut - aheadOfUTC(around: ut) / 86_400
        guard abs(utc) < 4e6 else { return nil }
        let day = utc.rounded(.down)
        let timeSinceNoon = ((utc - day) * 86_400e6).rounded()
        let microseconds = (Int64(day) + unixDayOfJ2000) * 86_400_000_000 + 43_200_000_000 + Int64(timeSinceNoon)
        let instant = Instant(microseconds: microseconds)
        return instant.microseconds == microseconds ? instant : nil
    }

    /// Julian centuries of TT since J2000.0 at a UT1.
    static func terrestrialCenturies(at ut: Double) -> Double {
        (ut + DeltaT.seconds(year: year(around: ut)) / 86_400) / 36_525
    }

    /// The year with its fraction, to a day.
    private static func year(around days: Double) -> Double { 2000 + (days + 0.5) / 365.25 }

    /// UT1 - UTC in seconds: below 0.9, since leap seconds keep UTC near UT1. Zero before 1972, when they began.
    ///
    /// After the last entry of the tables of ΔT the Earth's rotation and future leap seconds are unknown. Zero is the middle
    /// of the allowed range: the last value fades to it within half a year, without a step.
    ///
    /// Source: TT = TAI + 32.184 s, and therefore UT1 - UTC = 32.184 s + (TAI - UTC) - ΔT; Explanatory Supplement to the
    /// Astronomical Almanac (2013), section 3.2.
    private static func aheadOfUTC(around utc: Double) -> Double {
        let year = year(around: utc)
        guard utc >= start1972, year < DeltaT.lastTabulated + fading else { return 0 }
        let known = min(year, DeltaT.lastTabulated)
        let difference = 32.184 + atomicTimeAheadOfUTC(at: utc) - DeltaT.seconds(year: known)
        // A cubic that is flat at both ends.
        let t = (year - known) / fading
        return difference * (1 - t * t * (3 - 2 * t))
    }

    /// The number of years after the tables within which UT1 - UTC fades.
    private static let fading = 0.5

    /// TAI - UTC in seconds, from 1972 on.
    private static func atomicTimeAheadOfUTC(at utc: Double) -> Double {
        var leaps = daysAfterLeapSeconds.count
        while leaps > 0, utc < daysAfterLeapSeconds[leaps - 1] { leaps -= 1 }
        return Double(10 + leaps)
    }

    /// 1972-01-01T00:00.
    private static let start1972 = -10_227.5

    /// 2000-01-01 in days since 1970-01-01.
    private static let unixDayOfJ2000: Int64 = 10_957

    /// The midnights that follow a leap second.
    ///
    /// Source: IERS Bulletin C; there has been none since 2017.
    private static let daysAfterLeapSeconds: [Double] = [
        (1972, 7), (1973, 1), (1974, 1), (1975, 1), (1976, 1), (1977, 1), (1978, 1), (1979, 1), (1980, 1), (1981, 7),
        (1982, 7), (1983, 7), (1985, 7), (1988, 1), (1990, 1), (1991, 1), (1992, 7), (1993, 7), (1994, 7), (1996, 1),
        (1997, 7), (1999, 1), (2006, 1), (2009, 1), (2012, 7), (2015, 7), (2017, 1),
    ].compactMap { CivilDate(year: $0, month: $1, day: 1).map { Double($0.daysSinceUnixEpoch) - 10_957.5 } }
}
