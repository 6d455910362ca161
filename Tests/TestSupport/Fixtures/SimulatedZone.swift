// SPDX-License-Identifier: MIT
package import Solar
package import Tracker

/// A time zone of a test: an offset from UTC, and the instants at which it changes.
package struct SimulatedZone: LocalTime {
    /// The zone's name; nil if the system does not provide it.
    package var zoneName: String?
    /// Whether the locale writes `4:41 PM` instead of `16:41`.
    package var hasTwelveHours = false
    /// The names of morning and afternoon on a 12-hour clock.
    package var halves = (morning: "AM", afternoon: "PM")
    /// A hash of the offsets and changes, which identifies the zone.
    let law: UInt64
    private let firstOffset: Int
    private let changes: [ZoneTransition]

    /// Creates a zone with an offset from UTC in seconds, and with later offsets from given instants, in chronological
    /// order.
    package init(name: String? = nil, utcOffset: Int, changes: [(instant: Instant, utcOffset: Int)] = []) {
        zoneName = name
        firstOffset = utcOffset
        var before = utcOffset
        self.changes = changes.map { change in
            defer { before = change.utcOffset }
            return ZoneTransition(instant: change.instant, offsetBefore: before, offsetAfter: change.utcOffset)
        }
        law = self.changes.reduce(UInt64(bitPattern: Int64(utcOffset))) { law, change in
            var random = SeededRandom(law &+ UInt64(bitPattern: change.instant.microseconds))
            return random.next() &+ UInt64(bitPattern: Int64(change.offsetAfter))
        }
    }

    package func civilTime(at instant: Instant) -> CivilTime {
        let count = changesThrough(instant)
        return CivilTime(at: instant, utcOffset: count > 0 ? changes[count - 1].offsetAfter : firstOffset)
    }

    /// The first instant of the date, or of the next date if this one is skipped.
    package func start(of date: CivilDate) -> Instant {
        var (segmentStart, offset) = (Instant.earliest, firstOffset)
        for change in changes {
            let candidate = max(segmentStart, date.startInUTC - .seconds(offset))
            if candidate < change.instant { return candidate }
            (segmentStart, offset) = (change.instant, change.offsetAfter)
        }
        return max(segmentStart, date.startInUTC - .seconds(offset))
    }

    /// The first change between the two instants.
    package func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition? {
        changes[changesThrough(instant)...].prefix { $0.instant < limit }.first { $0.offsetBefore != $0.offsetAfter }
    }

    /// The number of changes at or before the instant.
    private func changesThrough(_ instant: Instant) -> Int {
        var (low, high) = (changes.startIndex, changes.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if changes[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The time of day, `16:41` or `4:41 PM`.
    package func timeOfDay(at instant: Instant) -> String {
        let time = civilTime(at: instant)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        guard hasTwelveHours else { return "\(two(time.hour)):\(two(time.minute))" }
        return "\((time.hour + 11) % 12 + 1):\(two(time.minute)) \(time.hour < 12 ? halves.morning : halves.afternoon)"
    }

    /// The same zone, with `AM` and `PM`.
    package var inEnglish: any LocalTime {
        var english = self
        english.halves = ("AM", "PM")
        return english
    }

    /// The hour, `16` or `4 PM`.
    package func text(ofHour hour: Int) -> String {
        hasTwelveHours ? "\((hour + 11) % 12 + 1) \(hour % 24 < 12 ? halves.morning : halves.afternoon)" : String(hour)
    }
}

extension SimulatedZone {
    /// UTC without changes.
    package static let utc = SimulatedZone(name: "UTC", utcOffset: 0)
    /// 14 hours ahead of UTC, where each date begins first.
    package static let kiritimati = SimulatedZone(name: "Pacific/Kiritimati", utcOffset: 14 * 3600)
    /// 11 hours behind UTC, where dates begin almost last.
    package static let pagoPago = SimulatedZone(name: "Pacific/Pago_Pago", utcOffset: -11 * 3600)
    /// Mountain Time, with summer time in 2026 and 2027 (2026-03-08, 2026-11-01, 2027-03-14, 2027-11-07).
    package static let denver = SimulatedZone(
        name: "America/Denver", utcOffset: -7 * 3600,
        changes: [
            (at("2026-03-08T09:00:00Z"), -6 * 3600),
            (at("2026-11-01T08:00:00Z"), -7 * 3600),
            (at("2027-03-14T09:00:00Z"), -6 * 3600),
            (at("2027-11-07T08:00:00Z"), -7 * 3600),
        ])
    /// Central European Time, with summer time in 2026 and 2027 (2026-03-29, 2026-10-25, 2027-03-28, 2027-10-31).
    package static let oslo = SimulatedZone(
        name: "Europe/Oslo", utcOffset: 3600,
        changes: [
            (at("2026-03-29T01:00:00Z"), 2 * 3600),
            (at("2026-10-25T01:00:00Z"), 3600),
            (at("2027-03-28T01:00:00Z"), 2 * 3600),
            (at("2027-10-31T01:00:00Z"), 3600),
        ])
}
