// SPDX-License-Identifier: MIT
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
    /// During a leap second, POSIX time repeats a second, and so do the instants: an instant just before the leap
    /// second and an instant in it can be in the wrong order.
    static func instant(at ut: Double) -> Instant? {
        let utc = ut - aheadOfUTC(around: ut) / 86_400
        guard abs(utc) < 4e6 else { return nil }
        let day = utc.rounded(.down)
        let timeSinceNoon = ((utc - day) * 86_400e6).rounded()
        let microseconds = (Int64(day) + unixDayOfJ2000) * 86_400_000_000 + 43_200_000_000 + Int64(timeSinceNoon)
        let instant = Instant(microseconds: microseconds)
        return instant.microseconds == microseconds ? instant : nil
    }

    /// TT - UT1 in seconds at a UT1.
    static func deltaT(at ut: Double) -> Double { DeltaT.seconds(year: year(around: ut)) }

    /// Julian centuries of TT since J2000.0 at a UT1.
    static func terrestrialCenturies(at ut: Double) -> Double {
        (ut + deltaT(at: ut) / 86_400) / 36_525
    }

    /// Midnight UTC at the start of a date, in days of UTC since J2000.0.
    static func midnight(of date: CivilDate) -> Double {
        Double(date.daysSinceUnixEpoch - Int(unixDayOfJ2000)) - 0.5
    }

    /// Returns the date for a year with its fraction, to a day.
    static func date(ofYear year: Double) -> CivilDate {
        CivilDate(daysSinceUnixEpoch: Int(unixDayOfJ2000) + Int(((year - 2000) * 365.25).rounded(.down)))
    }

    /// The year with its fraction, to a day.
    private static func year(around days: Double) -> Double { 2000 + (days + 0.5) / 365.25 }

    /// Returns UT1 - UTC in seconds. It is below 0.9, because leap seconds keep UTC near UT1. Zero before 1972, when
    /// leap seconds began.
    ///
    /// After the last entry of the tables of ΔT, the Earth's rotation and future leap seconds are unknown. As long as
    /// there are leap seconds, zero is the middle of the allowed range: the last value fades to zero within half a
    /// year, without a step. By 2035, the range becomes wider (General Conference on Weights and Measures 2022,
    /// resolution 4). UT1 - UTC is then 37 s + 32.184 s - ΔT if no leap second comes: -1 s in 2035, -4 s in 2050 and
    /// -32 s in 2100 according to the curve of `DeltaT`, which may itself be wrong by 10 s in 2100.
    ///
    /// Source: TT = TAI + 32.184 s, and therefore UT1 - UTC = 32.184 s + (TAI - UTC) - ΔT; Explanatory Supplement to the
    /// Astronomical Almanac (2013), section 3.2.
    private static func aheadOfUTC(around utc: Double) -> Double {
        let year = year(around: utc)
        guard utc >= start1972, year < DeltaT.lastTabulated + fading else { return 0 }
        let known = min(year, DeltaT.lastTabulated)
        let difference = 32.184 + LeapSeconds.atomicTimeAheadOfUTC(at: utc) - DeltaT.seconds(year: known)
        // This cubic is flat at both ends.
        let t = (year - known) / fading
        return difference * (1 - t * t * (3 - 2 * t))
    }

    /// The number of years after the tables within which UT1 - UTC fades.
    private static let fading = 0.5

    /// 1972-01-01T00:00.
    private static let start1972 = -10_227.5

    /// 2000-01-01 in days since 1970-01-01.
    private static let unixDayOfJ2000: Int64 = 10_957
}
