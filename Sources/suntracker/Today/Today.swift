import Solar
import Tracker
import Wording

/// The current day at a place.
struct Today: Report {
    let place: Place
    /// The current date in the local time zone, with the solar day that contains 12:00 of this date. If the local time
    /// zone belongs to another part of the world, it is the current solar day at the place.
    let chartDay: ChartDay
    /// Whether the local time zone belongs to another part of the world than the place.
    let isElsewhere: Bool
    /// Whether a whole day is shown, without a current moment.
    let isWholeDay: Bool
    /// On a day without a sunrise or a sunset, the time at which the Sun stops staying above or below the horizon; if
    /// this happens on the day itself, the time at which it started. Nil if it is more than a year away.
    let polarTurn: Instant?
    /// The change of the daylight since the last solstice; nil at the start of the year 0001.
    let sinceSolstice: SolsticeComparison?
    /// The true altitude of the Sun at solar noon, in degrees.
    let noonAltitude: Double
    /// Whether the Sun is up at solar noon.
    let isUpAtNoon: Bool
    /// The current true altitude of the Sun, in degrees.
    let altitude: Double
    let light: DayPhase
    /// The phase, day or night, as defined in the settings or set manually; nil if it is not shown.
    var phase: Phase?
    /// The next sunrise or sunset; nil if there is none within a year, and for a whole day.
    let next: Sun.Occurrence?
    /// The next clock change; nil if there is none within a year.
    let clockChange: ZoneTransition?
    let relativeTime: RelativeTime

    /// A comparison of a day with the day of a solstice.
    struct SolsticeComparison: Hashable, Sendable {
        let solstice: Sun.Occurrence
        /// The change of the daylight.
        let change: Duration
    }

    /// A whole day at a place.
    init(at place: Place, on date: CivilDate, localTime: any LocalTime, in words: Localizer = .english) {
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        self.init(at: place, now: midday, isWholeDay: true, localTime: localTime, in: words)
    }

    /// The current day at a place.
    ///
    /// - Parameter words: The language of the texts.
    init(
        at place: Place, now: Instant, isWholeDay: Bool = false, localTime: any LocalTime,
        in words: Localizer = .english
    ) {
        self.place = place
        self.isWholeDay = isWholeDay
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
        let shown = ShownDay(at: now, for: place.observer, localTime: localTime)
        let (date, day) = (shown.date, shown.day)
        isElsewhere = shown.isElsewhere
        sinceSolstice = Self.sinceSolstice(day, at: place.observer)
        noonAltitude = SolarPosition(at: day.noon).horizontal(at: place.observer.coordinate).altitude
        altitude = SolarPosition(at: now).horizontal(at: place.observer.coordinate).altitude
        let (start, end) = (localTime.start(of: date), localTime.start(of: date.adding(days: 1)))
        let course = LightCourse(over: min(day.start, start)..<max(day.end, end), at: place.observer)
        light = course.light(at: now)
        isUpAtNoon = course.light(at: day.noon) == .day
        let yesterday = Sun.day(containing: day.start - .microseconds(1), at: place.observer)
        chartDay = ChartDay(date, day, after: yesterday, in: course, localTime: localTime)
        polarTurn = Self.polarTurn(of: day, at: place.observer)
        next = isWholeDay ? nil : Sun.nextOccurrence(ofAny: [.sunrise, .sunset], after: now, at: place.observer)
        clockChange = localTime.nextZoneTransition(after: now, before: start + .seconds(367 * 86_400))
    }

    var date: CivilDate { chartDay.date }
    var day: SolarDay { chartDay.day }
    /// The change of the daylight since the previous solar day.
    var change: Duration { chartDay.change }

    /// The comparison with the last solstice before the day.
    private static func sinceSolstice(_ day: SolarDay, at observer: Observer) -> SolsticeComparison? {
        let solstice = Sun.previousOccurrence(
            ofAny: [.juneSolstice, .decemberSolstice], before: day.start, at: observer)
        return solstice.map { solstice in
            let then = Sun.day(containing: solstice.instant, at: observer)
            return SolsticeComparison(solstice: solstice, change: day.daylightChange(since: then))
        }
    }

    private static func polarTurn(of day: SolarDay, at observer: Observer) -> Instant? {
        switch (day.sunrise, day.sunset) {
        case (.occurs, .occurs): nil
        case (.occurs(let sunrise), .never): Sun.nextOccurrence(of: .sunset, after: sunrise, at: observer).instant
        case (.never, .occurs(let sunset)): Sun.previousOccurrence(of: .sunrise, before: sunset, at: observer).instant
        case (.never(.above), .never): Sun.nextOccurrence(of: .sunset, after: day.noon, at: observer).instant
        case (.never(.below), .never): Sun.nextOccurrence(of: .sunrise, after: day.noon, at: observer).instant
        }
    }
}
