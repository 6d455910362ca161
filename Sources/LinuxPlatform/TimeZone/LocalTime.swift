// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import Solar
package import Tracker

/// The system's time zone, according to libc, and the time of day in the format of the user's locale.
///
/// libc has one zone per process: the zone named in `TZ`, or else `/etc/localtime`. `init` makes libc read the zone
/// again, and all values then use the new zone, except for the times for which they keep the earlier one
/// (`keepingOffsets`). Create a new value when the zone or its rules may have changed.
package struct SystemLocalTime: LocalTime {
    /// The zone's name, from `TZ` or from the target of `/etc/localtime`; nil if it has none, as when `TZ` is a rule, and
    /// if libc cannot read it.
    package let zoneName: String?
    private var format: TimeOfDayFormat
    /// Why libc cannot read the zone, and times are in UTC; nil if it can.
    package let problem: ZoneProblem?
    /// Whether libc has read the zone. Otherwise, `localtime_r` would read it.
    private let isRead: Bool
    /// The offsets that stay known when libc reads another zone; nil for none.
    private var kept: UTCOffsets.Table?

    /// Reads the current zone. `TZ` must have the same value in the environment and the process. `LC_ALL`, `LC_TIME`
    /// and `LANG` determine the format of the time of day.
    package init(
        environment: [String: String], zoneinfo: ZoneinfoTree? = nil, localtimePath: String = "/etc/localtime"
    ) {
        let zoneinfo = zoneinfo ?? ZoneinfoTree(environment: environment)
        // This reads the file before libc, which would hold its lock while a disk does not respond, and wait for somebody to
        // write to a named pipe.
        problem = zoneinfo.problem(environment: environment, localtimePath: localtimePath)
        isRead = problem == nil
        if isRead { Self.readZone(environment["TZ"], file: zoneinfo.file(inSettings: environment)) }
        zoneName =
            isRead ? zoneinfo.systemZone(environment: environment, localtimePath: localtimePath) : nil
        format = TimeOfDayFormat(environment: environment)
    }

    /// Uses UTC while the files of the zone cannot be read.
    init(utcInFormatOf environment: [String: String]) {
        (zoneName, problem, isRead) = (nil, nil, false)
        format = TimeOfDayFormat(environment: environment)
    }

    /// The same zone, which keeps its offsets when libc reads another one: from a month before this time to ten years
    /// after it. This takes some milliseconds.
    func keepingOffsets(around now: Instant) -> SystemLocalTime {
        let day = 86_400
        var keeping = self
        keeping.kept = offsets.table(in: now.wholeSeconds - 30 * day..<now.wholeSeconds + 3660 * day)
        return keeping
    }

    /// Makes libc read the zone, and its file again. If `TZ` names the file, libc reads it again only if `TZ` has changed,
    /// so the file gets another name in between.
    private static func readZone(_ setting: String?, file: String?) {
        if let setting, let file {
            setenv("TZ", "/" + file, 1)
            tzset()
            setenv("TZ", setting, 1)
        }
        tzset()
    }

    package func civilTime(at instant: Instant) -> CivilTime {
        CivilTime(at: instant, utcOffset: offsets.offset(instant.wholeSeconds))
    }

    /// The first instant of the local date; of the next date if the zone skipped this one.
    package func start(of date: CivilDate) -> Instant {
        Instant(wholeSeconds: offsets.start(of: date))
    }

    /// The search takes up to a millisecond for each year.
    package func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition? {
        let start = instant.wholeSeconds
        let end = (limit - .microseconds(1)).wholeSeconds + 1
        guard start < end, let change = offsets.firstChange(in: start..<end) else { return nil }
        return ZoneTransition(
            instant: Instant(wholeSeconds: change.second), offsetBefore: change.before, offsetAfter: change.after)
    }

    package func timeOfDay(at instant: Instant) -> String {
        let time = civilTime(at: instant)
        return format.text(hour: time.hour, minute: time.minute)
    }

    package func text(ofHour hour: Int) -> String { format.text(hour: hour) }

    package var inEnglish: any LocalTime {
        var english = self
        english.format = format.inEnglish
        return english
    }

    private var offsets: UTCOffsets {
        UTCOffsets { second in
            if let kept, kept.period.contains(second) { return kept.offset(second) }
            guard isRead else { return 0 }
            var time = time_t(second)
            var parts = tm()
            // This fails only for years beyond Int32. The years of an Instant have four digits.
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
        let (quotient, remainder) = Int(microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// A time zone as a function: the offset from UTC at each second.
///
/// Dates follow from this function, so no other function of libc is needed. It is sampled every six hours, then
/// bisected, so an offset that lasts less than six hours may be missed. The shortest offset in the tz database lasted
/// four days (Freetown in 1939).
struct UTCOffsets {
    /// Seconds ahead of UTC at a second since 1970-01-01T00:00:00Z.
    let offset: (_ second: Int) -> Int

    /// The first second with another offset.
    struct Change: Equatable {
        let second: Int
        let before: Int
        let after: Int
    }

    private static let stride = 6 * 3600
    /// An upper bound of all offsets: POSIX allows 24:59:59.
    private static let largest = 25 * 3600

    /// Returns the first change in the range, excluding its lower bound. The search takes 1461 calls for each year.
    func firstChange(in range: Range<Int>) -> Change? {
        var (start, before) = (range.lowerBound, offset(range.lowerBound))
        while start < range.upperBound - 1 {
            let end = min(start + Self.stride, range.upperBound - 1)
            guard offset(end) != before else {
                start = end
                continue
            }
            var (old, new) = (start, end)
            while new - old > 1 {
                let middle = old + (new - old) / 2
                if offset(middle) == before { old = middle } else { new = middle }
            }
            return Change(second: new, before: before, after: offset(new))
        }
        return nil
    }

    /// The offsets of a period.
    struct Table {
        let period: Range<Int>
        fileprivate let first: Int
        fileprivate let changes: [Change]

        /// Seconds ahead of UTC at a second of the period.
        func offset(_ second: Int) -> Int { changes.last { $0.second <= second }?.after ?? first }
    }

    func table(in period: Range<Int>) -> Table {
        var changes: [Change] = []
        while let change = firstChange(in: (changes.last?.second ?? period.lowerBound)..<period.upperBound) {
            changes.append(change)
        }
        return Table(period: period, first: offset(period.lowerBound), changes: changes)
    }

    /// Returns the first second of the local date, or of a later date if the zone skipped this one.
    func start(of date: CivilDate) -> Int {
        let midnight = date.daysSinceUnixEpoch * 86_400
        // This far from midnight UTC, the local date is certainly an earlier or a later one.
        var second = midnight - Self.largest
        let end = midnight + Self.largest
        while let change = firstChange(in: second..<end) {
            // While the offset is constant, the local date only increases.
            let candidate = max(second, midnight - change.before)
            if candidate < change.second { return candidate }
            second = change.second
        }
        return max(second, midnight - offset(second))
    }
}
