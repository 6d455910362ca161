package import Solar
package import Tracker

/// In which time a report counts days and writes instants.
package enum TimeScale: Sendable {
    /// UTC.
    case utc
    /// The time on the wall.
    case local(any LocalTime)

    /// The IANA name of the time zone; nil if the system does not tell.
    var zoneName: String? {
        switch self {
        case .utc: "UTC"
        case .local(let time): time.zoneName
        }
    }

    /// The first instant of the date.
    func start(of date: CivilDate) -> Instant {
        switch self {
        case .utc: date.startInUTC
        case .local(let time): time.start(of: date)
        }
    }

    /// The date at the instant.
    package func date(at instant: Instant) -> CivilDate {
        switch self {
        case .utc: CivilDate(daysSinceUnixEpoch: instant.daysSinceUnixEpoch)
        case .local(let time): time.civilTime(at: instant).date
        }
    }

    /// The time of day to the minute, for a person.
    func timeOfDay(at instant: Instant) -> String {
        switch self {
        case .utc: String(instant.rfc3339(fractionDigits: 0).dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count))
        case .local(let time): time.timeOfDay(at: instant)
        }
    }

    /// The instant for a program: RFC 3339 to the nearest millisecond, in UTC or with the local offset.
    package func timestamp(_ instant: Instant) -> String {
        // RFC 3339 is written rounded down.
        let rounded = instant + .microseconds(500)
        return switch self {
        case .utc: rounded.rfc3339(fractionDigits: 3)
        case .local(let time): rounded.rfc3339(fractionDigits: 3, utcOffset: time.civilTime(at: instant).utcOffset)
        }
    }
}

extension Instant {
    fileprivate var daysSinceUnixEpoch: Int {
        let (days, rest) = Int(microseconds).quotientAndRemainder(dividingBy: 86_400_000_000)
        return rest < 0 ? days - 1 : days
    }
}
