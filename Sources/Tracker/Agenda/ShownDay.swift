public import Solar

/// The day that people call today: a date, and the solar day at the place to show for it.
public struct ShownDay: Hashable, Sendable {
    /// The current date in the local time zone.
    public let date: CivilDate
    /// The solar day that contains 12:00 of the date; if the local time zone is that of another part of the world, the
    /// current solar day at the place.
    public let day: SolarDay
    /// Whether the local time zone is that of another part of the world.
    public let isElsewhere: Bool

    /// The largest distance of solar noon from 12:00 in a place's own time zone: three hours in the west of China, and one
    /// more for summer time and clocks that change in the morning.
    private static let maximumNoonOffset = Duration.seconds(4 * 3600)

    /// The day at an instant.
    public init(at now: Instant, for observer: Observer, localTime: any LocalTime) {
        date = localTime.civilTime(at: now).date
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        let dayOfDate = Sun.day(containing: midday, at: observer)
        isElsewhere = abs((dayOfDate.noon - midday).microseconds) > Self.maximumNoonOffset.microseconds
        day = isElsewhere ? Sun.day(containing: now, at: observer) : dayOfDate
    }
}
