// SPDX-License-Identifier: MIT
/// A moment in UTC, to the microsecond, in the time scale of the system's realtime clock (POSIX time, without leap
/// seconds).
///
/// All instants are in the years 0001 to 9999, so each has an RFC 3339 form, and no sum overflows. Arithmetic saturates
/// at the ends of this range.
public struct Instant: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    /// The instant a number of microseconds after 1970-01-01T00:00:00Z, clamped to the years 0001 to 9999.
    public init(microseconds: Int64) {
        self.microseconds = min(max(microseconds, Self.earliestMicroseconds), Self.latestMicroseconds)
    }

    /// The instant a number of seconds after 1970-01-01T00:00:00Z, rounded to the microsecond and clamped to the years
    /// 0001 to 9999; nil for NaN.
    public init?(unixSeconds: Double) {
        guard !unixSeconds.isNaN else { return nil }
        let clamped = min(max(unixSeconds * 1e6, Double(Self.earliestMicroseconds)), Double(Self.latestMicroseconds))
        self.init(microseconds: Int64(clamped.rounded()))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    public var unixSeconds: Double { Double(microseconds) / 1e6 }

    /// 1970-01-01T00:00:00Z.
    public static let unixEpoch = Instant(microseconds: 0)
    /// 0001-01-01T00:00:00Z, the first instant.
    public static let earliest = Instant(microseconds: earliestMicroseconds)
    /// 9999-12-31T23:59:59.999999Z, the last instant.
    public static let latest = Instant(microseconds: latestMicroseconds)

    private static let earliestMicroseconds: Int64 = -62_135_596_800_000_000
    private static let latestMicroseconds: Int64 = 253_402_300_799_999_999
}

extension Instant: InstantProtocol {
    /// Returns the instant later by a duration, rounded down to the microsecond.
    public func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.microseconds)
        guard !overflow else { return duration < .zero ? .earliest : .latest }
        return Instant(microseconds: sum)
    }

    /// Returns the time from this instant to the other; negative if the other is earlier.
    public func duration(to other: Instant) -> Duration {
        .microseconds(other.microseconds - microseconds)
    }

    /// Whether the left instant is the earlier one.
    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// The instant later by the duration.
    public static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
    /// The instant earlier by the duration.
    public static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }
    /// The time from the right instant to the left one.
    public static func - (left: Instant, right: Instant) -> Duration { right.duration(to: left) }
}

extension Duration {
    /// Whole microseconds, rounded down and clamped to the range of `Int64`.
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

package func abs(_ duration: Duration) -> Duration {
    duration < .zero ? .zero - duration : duration
}

extension Instant: CustomStringConvertible {
    /// UTC in RFC 3339 (section 5.6), with microseconds if they are not zero: `2026-11-21T13:46:12Z`.
    public var description: String {
        rfc3339(fractionDigits: microseconds % 1_000_000 == 0 ? 0 : 6)
    }

    /// Returns the instant in RFC 3339 (section 5.6), with 0 to 6 digits for the fraction of a second, rounded down.
    /// The offset from UTC is in seconds east. It is limited to less than a day, and truncated to the minute, because
    /// offsets have no seconds in this format. In UTC if local time would be outside the years 0001 to 9999.
    public func rfc3339(fractionDigits: Int = 3, utcOffset: Int? = nil) -> String {
        let offset = min(max(utcOffset ?? 0, -86_340), 86_340) / 60 * 60
        guard (self + .seconds(offset)) - self == .seconds(offset) else {
            return rfc3339(fractionDigits: fractionDigits)
        }
        let local = microseconds + Int64(offset) * 1_000_000
        let (days, timeOfDay) = local.quotientAndRemainder(flooringBy: 86_400_000_000)
        let (seconds, fraction) = timeOfDay.quotientAndRemainder(dividingBy: 1_000_000)
        var text: [UInt8] = []
        // A single allocation, because a table contains thousands of these texts.
        text.reserveCapacity(32)
        text.append(CivilDate(daysSinceUnixEpoch: Int(days)))
        text.append("T", Int(seconds / 3600), digits: 2)
        text.append(":", Int(seconds / 60 % 60), digits: 2)
        text.append(":", Int(seconds % 60), digits: 2)
        let digits = min(max(fractionDigits, 0), 6)
        if digits > 0 {
            text.append(".", Int(fraction), digits: 6)
            text.removeLast(6 - digits)
        }
        if utcOffset != nil {
            let minutes = abs(offset) / 60
            text.append(offset < 0 ? "-" : "+", minutes / 60, digits: 2)
            text.append(":", minutes % 60, digits: 2)
        } else {
            text.append(UInt8(ascii: "Z"))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses an instant in RFC 3339 (section 5.6): `2026-11-21T13:46:12.345Z`, `2026-11-21T06:46:12-07:00`. Digits
    /// past the microsecond are dropped. Nil if the text is anything else, or if the instant is not in the years 0001
    /// to 9999.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = digits(bytes[11..<13]), let minute = digits(bytes[14..<16]), let second = digits(bytes[17..<19]),
            hour < 24, minute < 60, second <= 60
        else { return nil }

        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let fractionDigits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let six = Array(fractionDigits.prefix(6))
            guard let number = digits(six + Array(repeating: UInt8(ascii: "0"), count: 6 - six.count)),
                !six.isEmpty
            else { return nil }
            fraction = Int64(number)
            rest = rest[fractionDigits.endIndex...]
        }

        var offset = 0
        switch rest.first {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"):
            guard rest.count == 1 else { return nil }
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let zone = Array(rest)
            guard zone.count == 6, zone[3] == UInt8(ascii: ":"),
                let hours = digits(zone[1..<3]), let minutes = digits(zone[4..<6]), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
        default:
            return nil
        }
        let seconds = Int64(date.daysSinceUnixEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset)
        let microseconds = seconds * 1_000_000 + fraction
        self.init(microseconds: microseconds)
        guard self.microseconds == microseconds else { return nil }
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(flooringBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
