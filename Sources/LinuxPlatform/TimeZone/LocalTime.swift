import Glibc
public import Solar
public import Tracker

/// The system's time zone, by libc, and the time of day as the user's locale writes it.
///
/// libc knows one zone a process: what `TZ` names, or else `/etc/localtime`. Each value speaks of the zone that libc read
/// last, and `init` lets it read: make a new one when the zone may have changed.
public struct SystemLocalTime: LocalTime {
    /// The zone's name as `TZ` or the symbolic link `/etc/localtime` tells it; nil if the link is a copy, or `TZ` a rule.
    public let zoneName: String?
    private let format: TimeOfDayFormat

    /// The zone in force now. `TZ` of the environment must be the process's own; `LC_ALL`, `LC_TIME` and `LANG` choose
    /// how the time of day is written.
    public init(
        environment: [String: String], zoneinfo: ZoneinfoTree? = nil, localtimePath: String = "/etc/localtime"
    ) {
        tzset()
        let zoneinfo = zoneinfo ?? ZoneinfoTree(environment: environment)
        zoneName = zoneinfo.systemZone(environment: environment, localtimePath: localtimePath)
        format = TimeOfDayFormat(environment: environment)
    }

    /// What the clock on the wall shows at the instant.
    public func civilTime(at instant: Instant) -> CivilTime {
        let second = instant.wholeSeconds
        let utcOffset = offsets.offset(second)
        let (days, timeOfDay) = (second + utcOffset).flooredQuotientAndRemainder(dividingBy: 86_400)
        return CivilTime(
            date: CivilDate(daysSinceUnixEpoch: days), hour: timeOfDay / 3600, minute: timeOfDay / 60 % 60,
            second: timeOfDay % 60, utcOffset: utcOffset)
    }

    /// The first instant of the local date; of the next one that there is, where the zone left this date out.
    public func start(of date: CivilDate) -> Instant {
        Instant(wholeSeconds: offsets.start(of: date))
    }

    /// The first change of the offset from UTC after the instant and before the limit; nil if there is none. The time
    /// taken grows with the distance, by up to a millisecond a year.
    public func nextClockChange(after instant: Instant, before limit: Instant) -> ClockChange? {
        let start = instant.wholeSeconds
        let end = (limit - .microseconds(1)).wholeSeconds + 1
        guard start < end, let change = offsets.firstChange(in: start..<end) else { return nil }
        return ClockChange(
            instant: Instant(wholeSeconds: change.second), offsetBefore: change.before, offsetAfter: change.after)
    }

    /// The time of day as the locale writes it, to the minute below: `16:41`, `4:41 PM`.
    public func timeOfDay(at instant: Instant) -> String {
        let time = civilTime(at: instant)
        return format.text(hour: time.hour, minute: time.minute)
    }

    /// An hour of the day, 0 to 24, as the locale writes it: `16`, `4 PM`.
    public func text(ofHour hour: Int) -> String { format.text(hour: hour) }

    private var offsets: UTCOffsets {
        UTCOffsets { second in
            var time = time_t(second)
            var parts = tm()
            // It fails only for years that an Int32 cannot hold; those of an Instant have four digits.
            return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }
}

extension Instant {
    fileprivate init(wholeSeconds: Int) {
        self.init(microseconds: Int64(wholeSeconds) * 1_000_000)
    }

    /// Seconds since 1970-01-01T00:00:00Z, rounded down.
    fileprivate var wholeSeconds: Int {
        Int(microseconds).flooredQuotientAndRemainder(dividingBy: 1_000_000).quotient
    }
}

extension Int {
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
