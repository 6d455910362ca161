// SPDX-License-Identifier: MIT
import Solar

/// A time of day on the clocks, to the minute.
package struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1439.
    package let minutes: Int

    package static let noon = Self(minutes: 12 * 60)

    private init(minutes: Int) { self.minutes = minutes }

    /// A time of day; nil outside 00:00 to 23:59.
    package init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// Parses `07:00` or `7:00`, from 00:00 to 23:59; nil for anything else.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            let hour = digits(parts[0]), let minute = digits(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    package var description: String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}
