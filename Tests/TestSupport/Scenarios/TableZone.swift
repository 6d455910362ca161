// SPDX-License-Identifier: MIT
import Solar
import Tracker

/// A time zone of a test: an offset from UTC, and the rules for its clock changes from 1965 to 2064.
package struct TableZone: Sendable {
    /// A yearly clock change.
    package struct Yearly: Sendable {
        /// The day of the year, from 0, and the seconds after 00:00 UTC.
        let day, second: Int
        /// The number of seconds by which the clocks are then ahead of the zone's offset.
        let ahead: Int

        /// A change on this day, at this second, to an offset that is this far ahead of the zone's.
        package init(day: Int, second: Int, ahead: Int) { (self.day, self.second, self.ahead) = (day, second, ahead) }
    }

    /// The initial offset from UTC in seconds.
    let utcOffset: Int
    /// The yearly changes, by day.
    let yearly: [Yearly]
    /// Permanent changes of the offset, in seconds.
    private var moves: [(instant: Instant, shift: Int)] = []

    package init(utcOffset: Int, yearly: [Yearly] = []) {
        (self.utcOffset, self.yearly) = (utcOffset, yearly)
    }

    /// A zone that is a number of seconds ahead of UTC, with summer time from late March to late October.
    static func summerTime(utcOffset: Int) -> TableZone {
        TableZone(
            utcOffset: utcOffset,
            yearly: [Yearly(day: 87, second: 3600, ahead: 3600), Yearly(day: 299, second: 3600, ahead: 0)])
    }

    /// The minimum distance between two changes. In real zones, none are closer, and each is announced on the day
    /// before.
    private static let leastDistance = Duration.seconds(4 * 86_400)

    /// Adds a permanent change, which replaces other permanent changes near that time. The offset stays within a day of
    /// UTC: if it would not, the change is the opposite one, or the only one.
    mutating func change(at instant: Instant, by shift: Int) {
        let others = moves.filter { ($0.instant - instant).magnitude >= Self.leastDistance }
        var choices: [[(instant: Instant, shift: Int)]] = []
        for kept in [others, []] {
            for shift in [shift, -shift] { choices.append(kept + [(instant: instant, shift: shift)]) }
        }
        moves = choices.first { isNearUTC($0) } ?? []
    }

    private func isNearUTC(_ moves: [(instant: Instant, shift: Int)]) -> Bool {
        var offset = utcOffset
        return moves.sorted { $0.instant < $1.instant }.allSatisfy { move in
            offset += move.shift
            return offset.magnitude <= 20 * 3600
        }
    }

    var zone: SimulatedZone {
        var laws: [(instant: Instant, ahead: Int?, shift: Int)] = moves.map { ($0.instant, nil, $0.shift) }
        for year in -5..<95 {
            for change in yearly {
                let second = (year * 1461 / 4 + change.day) * 86_400 + change.second
                let instant = Instant.unixEpoch + .seconds(second)
                if moves.allSatisfy({ ($0.instant - instant).magnitude >= Self.leastDistance }) {
                    laws.append((instant, change.ahead, 0))
                }
            }
        }
        var (offset, ahead) = (utcOffset, yearly.last?.ahead ?? 0)
        let first = offset + ahead
        let changes = laws.sorted { $0.instant < $1.instant }.map { law in
            (offset, ahead) = (offset + law.shift, law.ahead ?? ahead)
            return (instant: law.instant, utcOffset: offset + ahead)
        }
        return SimulatedZone(utcOffset: first, changes: changes)
    }
}
