public import Solar
public import Tracker

/// The day at a glance.
public struct Today: Report {
    /// Where.
    public let place: Place
    /// The date, in the time zone of the reader.
    public let date: CivilDate
    /// The Sun's day that people there call by this date, whose noon is near 12:00; or, where the clocks are those of
    /// another part of the world, the one that it is there now.
    public let day: SolarDay
    /// Whether the clocks are those of another part of the world.
    public let isElsewhere: Bool
    /// What the Sun does on it.
    public let course: Course
    /// How much longer it is day than the day before.
    public let change: Duration
    /// The next sunrise or sunset; nil if there is none within a year.
    public let next: Sun.Occurrence?
    /// The next change of the clocks; nil if there is none within a year.
    public let clockChange: ClockChange?
    let standpoint: Standpoint

    /// Farther from midday no noon is where people live by their clocks: it is three hours in the west of China, and an
    /// hour more for summer time and clocks that change in the morning.
    private static let farthestNoon = Duration.seconds(4 * 3600)

    /// What the Sun does on a day. Near the poles it may stay up or down, for months; the instants end or began that,
    /// nil if that is more than a year away.
    public enum Course: Hashable, Sendable {
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

    /// The day that it is now.
    public init(at place: Place, now: Instant, localTime: any LocalTime) {
        self.place = place
        standpoint = Standpoint(now: now, localTime: localTime)
        date = standpoint.today
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        let dayOfDate = Sun.day(containing: midday, at: place.observer)
        isElsewhere = abs((dayOfDate.noon - midday).microseconds) > Self.farthestNoon.microseconds
        day = isElsewhere ? Sun.day(containing: now, at: place.observer) : dayOfDate
        let yesterday = Sun.day(containing: day.start - .microseconds(1), at: place.observer)
        change = day.daylight - yesterday.daylight
        course = Course(of: day, at: place.observer)
        next = [SolarEvent.sunrise, .sunset].compactMap { event in
            Sun.nextOccurrence(of: event, after: now, at: place.observer).instant.map { Sun.Occurrence(event, at: $0) }
        }.min { $0.instant < $1.instant }
        clockChange = localTime.nextClockChange(after: now, before: now + .seconds(366 * 86_400))
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
