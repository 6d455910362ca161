/// A day by the Sun: from one solar midnight to the next.
public struct SolarDay: Hashable, Sendable {
    /// The solar midnight it begins with.
    public let start: Instant
    /// Its solar noon.
    public let noon: Instant
    /// The solar midnight it ends with.
    public let end: Instant
    /// The first sunrise in this day, or the side of the horizon the Sun stays on instead.
    ///
    /// A day with a sunset alone has no sunrise because the Sun is up as it begins: `.never(.above)`.
    public let sunrise: Sun.Search
    /// The last sunset in this day, or the side of the horizon the Sun stays on instead.
    ///
    /// A day with a sunrise alone has no sunset because the Sun is up as it ends: `.never(.above)`.
    public let sunset: Sun.Search
    /// How long the Sun is up in this day: zero in the polar night, the whole day in the polar day. All of it, also where
    /// a midnight near the Arctic Circle cuts it in pieces.
    public let daylight: Duration
}

extension Sun {
    /// The solar day, from midnight to midnight, that holds the instant (its start included, its end not).
    public static func day(containing instant: Instant, at observer: Observer) -> SolarDay {
        var sun = LocalSun(over: observer.coordinate)
        var day = sun.day(around: UniversalTime.days(at: instant))
        while sun.transit(-0.5, in: day) > instant { day -= 1 }
        while sun.transit(0.5, in: day) <= instant, sun.transit(0.5, in: day) < .latest { day += 1 }
        return SolarDay(day, under: &sun, sunriseAltitude: observer.sunriseAltitude)
    }
}

extension LocalSun {
    /// When the Sun's hour angle is so many turns in a solar day; at the ends of the calendar, its end.
    fileprivate mutating func transit(_ turns: Double, in day: Int) -> Instant {
        UniversalTime.instant(at: time(ofHourAngle: turns, in: day)) ?? (day < 0 ? .earliest : .latest)
    }
}

extension SolarDay {
    /// The solar day of that number.
    fileprivate init(_ day: Int, under sun: inout LocalSun, sunriseAltitude: Double) {
        start = sun.transit(-0.5, in: day)
        noon = sun.transit(0, in: day)
        // The same computation as the start of the next day.
        end = sun.transit(-0.5, in: day + 1)
        let horizon = Recurrence.horizon(sunriseAltitude)
        var firstRise: Instant?
        var lastSet: Instant?
        var daylight = Duration.zero
        var up: Instant?
        for period in day - 1...day + 1 {
            let (rise, set) = horizon.instants(in: period, for: &sun)
            if let rise, start <= rise, rise < end {
                firstRise = firstRise ?? rise
                up = rise
            }
            if let set, start <= set, set < end {
                daylight += (lastSet == nil && firstRise == nil ? start : up ?? set).duration(to: set)
                lastSet = set
                up = nil
            }
        }
        if let up { daylight += up.duration(to: end) }

        let side: Sun.Side
        if firstRise == nil, lastSet == nil {
            side = horizon.side(at: UniversalTime.days(at: noon), for: &sun)
            if side == .above { daylight = start.duration(to: end) }
        } else {
            side = .above
        }
        sunrise = firstRise.map(Sun.Search.occurs) ?? .never(side)
        sunset = lastSet.map(Sun.Search.occurs) ?? .never(side)
        self.daylight = daylight
    }
}
