package import Solar
package import Tracker

/// The day at a glance.
package struct Today: Report {
    /// Where.
    package let place: Place
    /// The date, in the time zone of the reader.
    package let date: CivilDate
    /// The Sun's day that people there call by this date, whose noon is near 12:00; or, where the clocks are those of
    /// another part of the world, the one that it is there now.
    package let day: SolarDay
    /// Whether the clocks are those of another part of the world.
    package let isElsewhere: Bool
    /// What the Sun does on it.
    package let course: Course
    /// How much longer it is day than the day before.
    package let change: Duration
    /// How much longer it is day than at the last solstice before; nil if there was none within a year, as far back as
    /// there are years.
    package let sinceSolstice: SolsticeComparison?
    /// The Sun's true altitude at noon, in degrees.
    package let noonAltitude: Double
    /// Whether it is up at noon.
    let isUpAtNoon: Bool
    /// The Sun's true altitude now, in degrees.
    package let altitude: Double
    /// How light it is now.
    package let light: Light
    /// How light it is on the date, from midnight to midnight by the clock.
    package let hours: [LightSpan]
    /// The three twilights of the day, the darkest first.
    package let twilights: [ChartDay.Twilight]
    /// The next sunrise or sunset; nil if there is none within a year.
    package let next: Sun.Occurrence?
    /// The next change of the clocks; nil if there is none within a year.
    package let clockChange: ClockChange?
    let relativeTime: RelativeTime

    /// Farther from midday no noon is where people live by their clocks: it is three hours in the west of China, and an
    /// hour more for summer time and clocks that change in the morning.
    private static let farthestNoon = Duration.seconds(4 * 3600)

    /// What the Sun does on a day. Near the poles it may stay up or down, for months; the instants end or began that,
    /// nil if that is more than a year away.
    package enum Course: Hashable, Sendable {
        /// It rises and sets.
        case risesAndSets(sunrise: Instant, sunset: Instant)
        /// It rises, and is still up when the day ends.
        case risesToStay(sunrise: Instant, until: Instant?)
        /// It was up when the day began, and sets.
        case setsAfterStaying(since: Instant?, sunset: Instant)
        /// Polar day.
        case staysUp(until: Instant?)
        /// Polar night.
        case staysDown(until: Instant?)
    }

    /// A day compared to that of a solstice.
    package struct SolsticeComparison: Hashable, Sendable {
        /// The solstice.
        package let solstice: Sun.Occurrence
        /// How much longer it is day; a day without night, from midnight to midnight some seconds more or less, counts as 24
        /// hours.
        package let change: Duration
    }

    /// The day that it is now.
    package init(at place: Place, now: Instant, localTime: any LocalTime) {
        self.place = place
        relativeTime = RelativeTime(now: now, localTime: localTime)
        date = relativeTime.today
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        let dayOfDate = Sun.day(containing: midday, at: place.observer)
        isElsewhere = abs((dayOfDate.noon - midday).microseconds) > Self.farthestNoon.microseconds
        day = isElsewhere ? Sun.day(containing: now, at: place.observer) : dayOfDate
        let yesterday = Sun.day(containing: day.start - .microseconds(1), at: place.observer)
        change = day.daylight - yesterday.daylight
        sinceSolstice = Self.sinceSolstice(day, at: place.observer)
        noonAltitude = SolarPosition(at: day.noon).horizontal(at: place.observer.coordinate).altitude
        altitude = SolarPosition(at: now).horizontal(at: place.observer.coordinate).altitude
        let (start, end) = (localTime.start(of: date), localTime.start(of: date.adding(days: 1)))
        let course = LightCourse(over: min(day.start, start)..<max(day.end, end), at: place.observer)
        light = course.light(at: now)
        isUpAtNoon = course.light(at: day.noon) == .day
        hours = course.spans(of: date, by: localTime)
        twilights = course.twilights(of: day)
        self.course = Course(of: day, at: place.observer)
        next = [SolarEvent.sunrise, .sunset].compactMap { event in
            Sun.nextOccurrence(of: event, after: now, at: place.observer).instant.map { Sun.Occurrence(event, at: $0) }
        }.min { $0.instant < $1.instant }
        clockChange = localTime.nextClockChange(after: now, before: start + .seconds(367 * 86_400))
    }

    /// The last solstice before the day began.
    private static func sinceSolstice(_ day: SolarDay, at observer: Observer) -> SolsticeComparison? {
        let solstices = [SolarEvent.juneSolstice, .decemberSolstice].compactMap { event in
            Sun.previousOccurrence(of: event, before: day.start, at: observer).instant.map {
                Sun.Occurrence(event, at: $0)
            }
        }
        return solstices.max { $0.instant < $1.instant }.map { solstice in
            let then = Sun.day(containing: solstice.instant, at: observer)
            return SolsticeComparison(solstice: solstice, change: day.countedDaylight - then.countedDaylight)
        }
    }
}

extension Today.Course {
    /// What the Sun does on that day there.
    init(of day: SolarDay, at observer: Observer) {
        switch (day.sunrise, day.sunset) {
        case (.occurs(let sunrise), .occurs(let sunset)):
            self = .risesAndSets(sunrise: sunrise, sunset: sunset)
        case (.occurs(let sunrise), .never):
            let until = Sun.nextOccurrence(of: .sunset, after: sunrise, at: observer).instant
            self = .risesToStay(sunrise: sunrise, until: until)
        case (.never, .occurs(let sunset)):
            let since = Sun.previousOccurrence(of: .sunrise, before: sunset, at: observer).instant
            self = .setsAfterStaying(since: since, sunset: sunset)
        case (.never(.above), .never):
            self = .staysUp(until: Sun.nextOccurrence(of: .sunset, after: day.noon, at: observer).instant)
        case (.never(.below), .never):
            self = .staysDown(until: Sun.nextOccurrence(of: .sunrise, after: day.noon, at: observer).instant)
        }
    }
}

extension SolarDay {
    /// The daylight; 24 hours for a day without night.
    fileprivate var countedDaylight: Duration { daylight == start.duration(to: end) ? .seconds(86_400) : daylight }
}
