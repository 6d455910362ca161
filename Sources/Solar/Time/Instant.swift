/// A moment in UTC, to the microsecond, as the system's realtime clock counts it (POSIX time: no leap seconds).
///
/// An instant always lies in the years 0001 to 9999, so that each can be written as RFC 3339 and no sum overflows:
/// arithmetic that would leave that range stops at its end.
public struct Instant: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// The instant so many microseconds after 1970-01-01T00:00:00Z, brought into the years 0001 to 9999.
    public init(microseconds: Int64) {
        self.microseconds = min(max(microseconds, Self.earliestMicroseconds), Self.latestMicroseconds)
    }

    /// The instant so many seconds after 1970-01-01T00:00:00Z, rounded to the microsecond and brought into the years
    /// 0001 to 9999; nil for what is not a number.
    public init?(unixSeconds: Double) {
        guard !unixSeconds.isNaN else { return nil }
        let clamped = min(max(unixSeconds * 1e6, Double(Self.earliestMicroseconds)), Double(Self.latestMicroseconds))
        self.init(microseconds: Int64(clamped.rounded()))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    public var unixSeconds: Double { Double(microseconds) / 1e6 }

    /// 1970-01-01T00:00:00Z.
    public static let unixEpoch = Instant(microseconds: 0)
    /// 0001-01-01T00:00:00Z, the first instant there is.
    public static let earliest = Instant(microseconds: earliestMicroseconds)
    /// 9999-12-31T23:59:59.999999Z, the last instant there is.
    public static let latest = Instant(microseconds: latestMicroseconds)

    private static let earliestMicroseconds: Int64 = -62_135_596_800_000_000
    private static let latestMicroseconds: Int64 = 253_402_300_799_999_999
}

extension Instant: InstantProtocol {
    /// The instant that much later, rounded down to the microsecond.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.microseconds)
        guard !overflow else { return duration < .zero ? .earliest : .latest }
        return Instant(microseconds: sum)
    }

    /// The time from this instant to the other; negative if the other is earlier.
    public func duration(to other: Instant) -> Duration {
        .microseconds(other.microseconds - microseconds)
    }

    /// Whether the left instant is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// The instant that much later.
    public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
    /// The instant that much earlier.
    public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }
    /// The time from the right instant to the left one.
    public static func - (left: Instant, right: Instant) -> Duration { right.duration(to: left) }
}

extension Duration {
    /// Whole microseconds, rounded down, at the ends of their range where it is left.
    public var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let fraction = attoseconds / 1_000_000_000_000
        let below: Int64 = attoseconds % 1_000_000_000_000 < 0 ? 1 : 0
        let (sum, carried) = scaled.addingReportingOverflow(fraction - below)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }
}
