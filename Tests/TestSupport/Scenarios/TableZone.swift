public import Solar
import Tracker

extension Scenario {
    /// A time zone, as a test writes it: an offset from UTC, and the law by which its clocks change from 1965 to 2064.
    public struct TableZone: Hashable, Sendable, CustomStringConvertible {
        /// Something that happens each year.
        public struct Yearly: Hashable, Sendable, CustomStringConvertible {
            /// On that day of the year, counted from 0, so many seconds after 00:00 UTC.
            public let day, second: Int
            /// From then on the clocks are so many seconds ahead of the zone's offset.
            public let ahead: Int

            /// On that day, at that second, the clocks are put so many seconds ahead.
            public init(day: Int, second: Int, ahead: Int) {
                (self.day, self.second, self.ahead) = (day, second, ahead)
            }

            /// As Swift writes it.
            public var description: String { "TableZone.Yearly(day: \(day), second: \(second), ahead: \(ahead))" }
        }

        /// A change of the offset that stays.
        public struct Move: Hashable, Sendable, CustomStringConvertible {
            /// When.
            public let instant: Instant
            /// By so many seconds.
            public let shift: Int

            /// A change at that instant by so many seconds.
            public init(at instant: Instant, by shift: Int) {
                (self.instant, self.shift) = (instant, shift)
            }

            /// As Swift writes it.
            public var description: String { "TableZone.Move(at: at(\"\(instant)\"), by: \(shift))" }
        }

        /// Seconds ahead of UTC at first.
        public var utcOffset: Int
        /// What happens each year, in the order of the days.
        public var yearly: [Yearly]
        /// What happens once.
        public var moves: [Move]

        /// A zone so many seconds ahead of UTC, with these changes.
        public init(utcOffset: Int, yearly: [Yearly] = [], moves: [Move] = []) {
            (self.utcOffset, self.yearly, self.moves) = (utcOffset, yearly, moves)
        }

        /// So many seconds ahead of UTC, and an hour more from late March to late October.
        public static func summerTime(utcOffset: Int) -> TableZone {
            TableZone(
                utcOffset: utcOffset,
                yearly: [Yearly(day: 87, second: 3600, ahead: 3600), Yearly(day: 299, second: 3600, ahead: 0)])
        }

        /// As Swift writes it.
        public var description: String { "TableZone(utcOffset: \(utcOffset), yearly: \(yearly), moves: \(moves))" }

        /// Two changes are never closer than this, as no law has them: to be told on the day before, each needs one.
        private static let leastDistance = Duration.seconds(4 * 86_400)

        /// Has the clocks change once more, in the place of other changes of that kind around then. No place is further from
        /// UTC than a day.
        mutating func change(at instant: Instant, by shift: Int) {
            moves.removeAll { ($0.instant - instant).magnitude < Self.leastDistance }
            let isFar = (utcOffset + moves.map(\.shift).reduce(shift, +)).magnitude > 20 * 3600
            moves.append(Move(at: instant, by: isFar ? -shift : shift))
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

    /// A fix, as a test writes it.
    public struct TableFix: Hashable, Sendable, CustomStringConvertible {
        /// Where.
        public let place: TablePlace
        /// The radius in metres; nil where it is not told. What is no radius is passed on as it is.
        public let accuracy: Double?

        /// A fix there, within so many metres.
        public init(_ place: TablePlace, within accuracy: Double?) {
            (self.place, self.accuracy) = (place, accuracy)
        }

        /// As Swift writes it.
        public var description: String {
            let radius = accuracy.map { $0.isNaN ? ".nan" : $0.isInfinite ? ".infinity" : "\($0)" } ?? "nil"
            return "TableFix(\(place), within: \(radius))"
        }

        var fix: Place {
            Place(
                observer: Observer(coordinate(place.latitude, place.longitude)), name: nil,
                provenance: Provenance(source: .geoclue, accuracy: accuracy))
        }
    }
}
