// SPDX-License-Identifier: MIT
/// A date in the Gregorian calendar, proleptic before 1582, in the years 0001 to 9999. Arithmetic saturates at the ends
/// of this range.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let daysSinceUnixEpoch: Int

    /// The date a number of days after 1970-01-01, clamped to the years 0001 to 9999.
    public init(daysSinceUnixEpoch: Int) {
        self.daysSinceUnixEpoch = min(max(daysSinceUnixEpoch, Self.earliestDay), Self.latestDay)
    }

    private static let earliestDay = -719_162
    private static let latestDay = 2_932_896

    /// The date with this year (1 to 9999), month (1 to 12) and day of the month; nil if there is no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // The year starts in March here, so the leap day is its last day. Days before a month: (153 m + 2) / 5.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        self.init(daysSinceUnixEpoch: days)
        guard self.day == day else { return nil }
    }

    /// The year, the month from 1 to 12, and the day of the month from 1 to 31.
    ///
    /// Source: Meeus, Astronomical Algorithms, ch. 7 (the calendar date from the Julian day), in integers and with the
    /// Gregorian rule throughout.
    public var components: (year: Int, month: Int, day: Int) {
        let days = daysSinceUnixEpoch + 719_468  // since 0000-03-01
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// The year.
    public var year: Int { components.year }
    /// The month, from 1 to 12.
    public var month: Int { components.month }
    /// The day of the month, from 1 to 31.
    public var day: Int { components.day }

    /// Returns the date a number of days later.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = daysSinceUnixEpoch.addingReportingOverflow(days)
        return CivilDate(daysSinceUnixEpoch: overflow ? (days < 0 ? .min : .max) : sum)
    }

    /// Midnight UTC at the start of this date.
    public var startInUTC: Instant { Instant(microseconds: Int64(daysSinceUnixEpoch) * 86_400_000_000) }

    /// Whether the left date is the earlier one.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceUnixEpoch < right.daysSinceUnixEpoch
    }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD` (ISO 8601).
    public var description: String {
        var text: [UInt8] = []
        text.append(self)
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses a date of the form `YYYY-MM-DD`; nil if it is invalid.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = digits(parts[0]), let month = digits(parts[1]), let day = digits(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

/// Text in ASCII.
extension [UInt8] {
    /// Appends a character, and a decimal number with this many digits.
    mutating func append(_ mark: Unicode.Scalar, _ number: Int, digits: Int) {
        append(UInt8(ascii: mark))
        appendDigits(number, digits)
    }

    /// Appends `YYYY-MM-DD`.
    mutating func append(_ date: CivilDate) {
        let (year, month, day) = date.components
        appendDigits(year, 4)
        append("-", month, digits: 2)
        append("-", day, digits: 2)
    }

    private mutating func appendDigits(_ number: Int, _ digits: Int) {
        let end = count + digits
        append(contentsOf: repeatElement(0, count: digits))
        var rest = number
        for place in 1...digits {
            self[end - place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}

/// Parses a number in ASCII digits; nil for anything else, and for more than 18 digits.
package func digits(_ text: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(text.count) else { return nil }
    var number = 0
    for byte in text {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
}
