import Glibc

/// How an event recurs: what the Sun must do, and in which periods, one after the other, it does it.
///
/// What happens in a period depends on its number and the place alone. So an occurrence is the same instant to the
/// microsecond whether it is found from before or after, from near or far.
enum Recurrence {
    /// Once each solar day, rising or setting or both, if the Sun gets there: the sines of the altitudes.
    case crossing(rising: Double?, setting: Double?)
    /// Once each solar day, at an hour angle in turns: 0 at noon, -0.5 at the midnight before.
    case transit(Double)
    /// Once each year: quarter turns of the apparent longitude.
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
        case .goldenHourStart: self = .crossing(rising: sine(-4), setting: sine(6))
        case .goldenHourEnd: self = .crossing(rising: sine(6), setting: sine(-4))
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

    /// The number of the period that holds a UT1, or of one next to it.
    func period(around ut: Double, for sun: LocalSun) -> Int {
        if case .season = self { Int((2000 + ut / 365.2425).rounded(.down)) } else { sun.day(around: ut) }
    }

    /// Whether its periods are solar days; else they are years.
    var isDaily: Bool {
        if case .season = self { false } else { true }
    }

    /// For how many periods to look before saying never: a year and what belongs to its ends.
    var periodsInAYear: Int {
        if case .season = self { 1 } else { 366 }
    }

    /// When it happens in a period: up to twice, in the order of time.
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

    /// On which side of its altitude the Sun is at a UT1; a transit and a season have none, and always come.
    func side(at ut: Double, for sun: inout LocalSun) -> Sun.Side {
        guard case .crossing(let rising, let setting) = self, let sine = rising ?? setting else { return .below }
        return sun.sinAltitude(at: ut).value < sine ? .below : .above
    }
}

extension Observer {
    /// The true altitude of the Sun's centre at sunrise and sunset, in degrees.
    ///
    /// The upper limb stands on the visible horizon, which is lower and further away for who looks down on it. The light
    /// that touches it was bent by 34' on its way there, and is bent again on its way up to the observer. So what counts
    /// is not the dip, by which the horizon is seen too low (1.76' times the root of the height in metres), but how far
    /// round the Earth the horizon lies: 2.11' times the root.
    ///
    /// It is good for a horizon at sea, or a plain, and average air: a ray traced through the standard atmosphere differs
    /// by at most 0.1' up to 2000 m, 0.5' at 4000 m and 1.8' at 9000 m. Real air close to the surface differs by several
    /// minutes of arc from day to day.
    ///
    /// Sources: -50' (34' of refraction, 16' of radius), Meeus ch. 15; the distance of the visible horizon in nautical
    /// miles, which are minutes of arc, 1.17 times the root of the height in feet or 2.11 times that in metres, Bowditch, The
    /// American Practical Navigator (1984). Its editions of 1995 and 2002 have 2.07 for metres, which contradicts their
    /// 1.17 for feet.
    var sunriseAltitude: Double {
        let height = max(0, elevation?.metres ?? 0)
        return -(50 + 2.11 * height.squareRoot()) / 60
    }
}
