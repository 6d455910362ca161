public import Solar

/// The date and the time of day in a time zone.
public struct CivilTime: Hashable, Sendable {
    /// The date.
    public let date: CivilDate
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 60.
    public let second: Int
    /// Seconds that local time is ahead of UTC: positive to the east.
    public let utcOffset: Int

    /// A date and a time of day.
    public init(date: CivilDate, hour: Int, minute: Int, second: Int, utcOffset: Int) {
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
        self.utcOffset = utcOffset
    }
}

/// A zone transition: a change of the UTC offset of local time.
public struct ZoneTransition: Hashable, Sendable {
    /// The first instant with the new offset.
    public let instant: Instant
    /// Seconds ahead of UTC before the change.
    public let offsetBefore: Int
    /// Seconds ahead of UTC from the change on.
    public let offsetAfter: Int

    /// A change from one offset to another.
    public init(instant: Instant, offsetBefore: Int, offsetAfter: Int) {
        self.instant = instant
        self.offsetBefore = offsetBefore
        self.offsetAfter = offsetAfter
    }
}

/// Port: the time zone in force and how its user writes the time of day.
public protocol LocalTime: Sendable {
    /// The zone's IANA name (`America/Denver`); nil if the system does not provide it.
    var zoneName: String? { get }

    /// The local date and time at the instant.
    func civilTime(at instant: Instant) -> CivilTime

    /// The first instant of the local date, which is not always 00:00: some zones change their clocks at midnight.
    func start(of date: CivilDate) -> Instant

    /// The first zone transition after the instant and before the limit; nil if there is none.
    func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition?

    /// The time of day in the user's locale, rounded down to the minute: `16:41` or `4:41 PM`.
    func timeOfDay(at instant: Instant) -> String

    /// An hour of the day, 0 to 24, in the user's locale, for an axis: `16` or `4 PM`.
    func text(ofHour hour: Int) -> String

    /// The same for English texts: the halves of a 12-hour clock are `AM` and `PM`, whatever the locale calls them.
    var inEnglish: any LocalTime { get }
}

extension LocalTime {
    /// The date before that of a zone transition.
    func dateBefore(changeAt instant: Instant) -> CivilDate { oldDate(ofChangeAt: instant).adding(days: -1) }

    /// The local date of a zone transition, by the offset before it.
    func oldDate(ofChangeAt instant: Instant) -> CivilDate {
        let offset = civilTime(at: instant - .microseconds(1)).utcOffset
        let reading = instant + .seconds(offset)
        let (days, rest) = reading.microseconds.quotientAndRemainder(dividingBy: 86_400_000_000)
        return CivilDate(daysSinceUnixEpoch: Int(days) - (rest < 0 ? 1 : 0))
    }
}

extension LocalTime {
    /// The name of the zone, or its offset at the instant: `America/Denver`, `UTC-07:00`.
    package func zoneDescription(at instant: Instant) -> String {
        let offset = civilTime(at: instant).utcOffset
        return zoneName ?? "UTC" + instant.rfc3339(utcOffset: offset).suffix("+HH:MM".utf8.count)
    }
}
