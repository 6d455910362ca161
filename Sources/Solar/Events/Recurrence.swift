// SPDX-License-Identifier: MIT
import Glibc

/// The definition of an event: its condition, and the numbered periods in which it recurs.
///
/// The instants in a period depend only on its number and the observer. An occurrence is therefore the same instant, to
/// the microsecond, wherever a search starts.
enum Recurrence {
    /// Crossings of altitudes, given by their sines: at most one rising and one setting per solar day.
    case crossing(rising: Double?, setting: Double?)
    /// Once per solar day, at an hour angle in turns: 0 at noon, -0.5 at the previous midnight.
    case transit(Double)
    /// Once per year, at an apparent longitude in quarter turns.
    case season(Int)

    /// Sunrise and sunset together.
    static func horizon(of observer: Observer) -> Recurrence {
        let sine = sin(observer.sunriseAltitude * radiansPerDegree)
        return .crossing(rising: sine, setting: sine)
    }

    /// The recurrence of an event for an observer.
    init(of event: SolarEvent, for observer: Observer) {
        func sine(_ degrees: Double) -> Double { sin(degrees * radiansPerDegree) }
        switch event {
        case .sunrise: self = .crossing(rising: sine(observer.sunriseAltitude), setting: nil)
        case .sunset: self = .crossing(rising: nil, setting: sine(observer.sunriseAltitude))
        case .civilDawn: self = .crossing(rising: sine(-6), setting: nil)
        case .civilDusk: self = .crossing(rising: nil, setting: sine(-6))
        case .nauticalDawn: self = .crossing(rising: sine(-12), setting: nil)
        case .nauticalDusk: self = .crossing(rising: nil, setting: sine(-12))
        case .astronomicalDawn: self = .crossing(rising: sine(-18), setting: nil)
        case .astronomicalDusk: self = .crossing(rising: nil, setting: sine(-18))
        case .goldenHourMorningStart: self = .crossing(rising: sine(-4), setting: nil)
        case .goldenHourMorningEnd: self = .crossing(rising: sine(6), setting: nil)
        case .goldenHourEveningStart: self = .crossing(rising: nil, setting: sine(6))
        case .goldenHourEveningEnd: self = .crossing(rising: nil, setting: sine(-4))
        case .altitude(let altitude, .rising): self = .crossing(rising: sine(altitude.degrees), setting: nil)
        case .altitude(let altitude, .setting): self = .crossing(rising: nil, setting: sine(altitude.degrees))
        case .solarNoon: self = .transit(0)
        case .solarMidnight: self = .transit(-0.5)
        case .marchEquinox: self = .season(0)
        case .juneSolstice: self = .season(1)
        case .septemberEquinox: self = .season(2)
        case .decemberSolstice: self = .season(3)
        }
    }

    /// The number of the period that contains a UT1, or of an adjacent one.
    func period(around ut: Double, for sun: LocalSun) -> Int {
        if case .season = self { Int((2000 + ut / 365.2425).rounded(.down)) } else { sun.day(around: ut) }
    }

    /// Whether the periods are solar days; otherwise they are years.
    var isDaily: Bool {
        if case .season = self { false } else { true }
    }

    /// The number of periods to search before the result is `never`: one year.
    var periodsInAYear: Int {
        if case .season = self { 1 } else { 366 }
    }

    /// Returns the instants of the event in a period: at most two, in chronological order.
    func instants(in period: Int, for sun: inout LocalSun) -> (Instant?, Instant?) {
        switch self {
        case .crossing(let rising, let setting):
            (
                rising.flatMap { sun.crossing(of: $0, .rising, in: period) }.flatMap(UniversalTime.instant),
                setting.flatMap { sun.crossing(of: $0, .setting, in: period) }.flatMap(UniversalTime.instant)
            )
        case .transit(let turns):
            (UniversalTime.instant(at: sun.time(ofHourAngle: turns, in: period)), nil)
        case .season(let quarter):
            (UniversalTime.instant(at: Season.time(ofQuarter: quarter, year: period)), nil)
        }
    }

    /// Returns the side of the altitude on which the Sun is at a UT1. Transits and seasons have no altitude, and always
    /// occur.
    func side(at ut: Double, for sun: inout LocalSun) -> Sun.Side {
        guard case .crossing(let rising, let setting) = self, let sine = rising ?? setting else { return .below }
        return sun.sinAltitude(at: ut).value < sine ? .below : .above
    }
}

/// Equinoxes and solstices: the Sun at multiples of 90 degrees of ecliptic longitude.
enum Season {
    /// The UT1 at which the apparent longitude is `quarter` quarter turns in a year: 0 for the March equinox, 3 for the
    /// December solstice.
    ///
    /// Source: Meeus ch. 27: table 27.B for the start (made for 1000 to 3000, and within days of it for all years), then
    /// the correction of "higher accuracy" until it is negligible.
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
