// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

package struct CivilTime: Equatable, Sendable {
    package let date: CivilDate
    package let hour: Int
    package let minute: Int
    /// The second, 0 to 59.
    package let second: Int
    /// By how many seconds local time is ahead of UTC; positive to the east.
    package let utcOffset: Int

    /// The reading of a clock that is ahead of UTC by that many seconds.
    package init(at instant: Instant, utcOffset: Int) {
        let day: Int64 = 86_400_000_000
        let reading = instant.microseconds + Int64(utcOffset) * 1_000_000
        let timeOfDay = (reading % day + day) % day
        date = CivilDate(daysSinceUnixEpoch: Int((reading - timeOfDay) / day))
        let second = Int(timeOfDay / 1_000_000)
        (hour, minute, self.second) = (second / 3600, second / 60 % 60, second % 60)
        self.utcOffset = utcOffset
    }
}

/// A zone transition: a change of the UTC offset of local time.
package struct ZoneTransition: Hashable, Sendable {
    /// The first instant with the new offset.
    package let instant: Instant
    /// By how many seconds local time is ahead of UTC before the change.
    package let offsetBefore: Int
    /// By how many seconds local time is ahead of UTC from the change on.
    package let offsetAfter: Int

    package init(instant: Instant, offsetBefore: Int, offsetAfter: Int) {
        self.instant = instant
        self.offsetBefore = offsetBefore
        self.offsetAfter = offsetAfter
    }

    /// How far the clocks go forward; negative if they go back.
    package var shift: Duration { .seconds(offsetAfter - offsetBefore) }

    /// The local date of the change, as the clocks before it show it: a change at midnight on Sunday is on Sunday, even
    /// if the clocks then show Saturday again.
    package var date: CivilDate { CivilTime(at: instant, utcOffset: offsetBefore).date }
}

/// Port: a time zone, and how the user writes the time of day. It stays the same when the system changes to another zone.
package protocol LocalTime: Sendable {
    /// The zone's IANA name (`America/Denver`); nil if the system does not provide it.
    var zoneName: String? { get }

    func civilTime(at instant: Instant) -> CivilTime

    /// The first instant of the local date. This is not always 00:00, because some zones change their clocks at
    /// midnight.
    func start(of date: CivilDate) -> Instant

    /// The first zone transition after the instant and before the limit; nil if there is none.
    func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition?

    /// The time of day in the user's locale, rounded down to the minute: `16:41` or `4:41 PM`.
    func timeOfDay(at instant: Instant) -> String

    /// An hour of the day, 0 to 24, in the user's locale, for an axis: `16` or `4 PM`.
    func text(ofHour hour: Int) -> String

    /// This local time for English texts: with a 12-hour clock, they use `AM` and `PM` instead of the locale's names.
    var inEnglish: any LocalTime { get }
}

extension LocalTime {
    /// The local date of a zone transition, according to the offset before it.
    package func oldDate(ofChangeAt instant: Instant) -> CivilDate {
        CivilTime(at: instant, utcOffset: civilTime(at: instant - .microseconds(1)).utcOffset).date
    }

    /// The name of the zone, or its offset at the instant: `America/Denver`, `UTC-07:00`.
    package func zoneDescription(at instant: Instant) -> String {
        let offset = civilTime(at: instant).utcOffset
        return zoneName ?? "UTC" + instant.rfc3339(utcOffset: offset).suffix("+HH:MM".utf8.count)
    }

    /// When the clocks show a time of day on a date: the first and the last instant. The two differ if the clocks are
    /// set back past that time. For a time that the clocks skip, both are the instant of the change.
    package func instants(of time: TimeOfDay, on date: CivilDate) -> ClosedRange<Instant> {
        let reading = date.startInUTC + .seconds(time.minutes * 60)
        // No zone is farther from UTC than this, and no zone changes its clocks twice within this time.
        let (earliest, latest) = (reading - Self.farthest, reading + Self.farthest)
        let offsets = [civilTime(at: earliest).utcOffset, civilTime(at: latest).utcOffset]
        if offsets[0] == offsets[1] {
            let instant = reading - .seconds(offsets[0])
            return instant...instant
        }
        let shown = offsets.filter { civilTime(at: reading - .seconds($0)).utcOffset == $0 }
            .map { reading - .seconds($0) }
        if let first = shown.min(), let last = shown.max() { return first...last }
        let change = nextZoneTransition(after: earliest, before: latest)?.instant ?? reading - .seconds(offsets[0])
        return change...change
    }

    /// The first instant after this one at which the clocks show or skip the time of day.
    package func next(_ time: TimeOfDay, after instant: Instant) -> Instant {
        let today = civilTime(at: instant).date
        let shown = (-1...2).map { instants(of: time, on: today.adding(days: $0)) }
        return shown.flatMap { [$0.lowerBound, $0.upperBound] }.filter { $0 > instant }.min() ?? instant
    }

    private static var farthest: Duration { .seconds(26 * 3600) }
}
