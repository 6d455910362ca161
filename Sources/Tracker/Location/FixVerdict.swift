// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// How a new fix compares with the current one.
enum FixVerdict: Equatable {
    /// It moves the next sunrise or sunset, and replaces the current fix.
    case significant
    /// It does not noticeably change sunrise and sunset.
    case insignificant
    /// It is less accurate than the current fix, but replaces it once the current fix is stale.
    case coarser
    /// It is no location (`Place.isLocation`).
    case rejected

    /// The limit below which two times look the same on a clock that shows minutes.
    static let significantChange = Duration.seconds(15)
    /// The age from which a fix is stale: a less accurate but newer one is better.
    static let staleAge = Duration.seconds(6 * 3600)

    /// Compares a fix with the current one.
    ///
    /// A less accurate fix does not replace the current one as long as both can be true, that is, if their circles
    /// overlap: the smaller circle contains more information. If the circles do not overlap, the machine has moved,
    /// however wide they are.
    init(of fix: Place, besides held: Place?, at now: Instant) {
        if !fix.isLocation {
            self = .rejected
        } else if let held, !Self.differs(fix.observer, from: held.observer, at: now) {
            self = .insignificant
        } else if let held, Self.saysLess(fix, than: held, at: now) {
            self = .coarser
        } else {
            self = .significant
        }
    }

    /// Whether the fix is too old. A fix without a time is stale.
    static func isStale(_ fix: Place, at now: Instant) -> Bool {
        fix.provenance.observed.map { abs(now - $0) >= staleAge } ?? true
    }

    /// Whether the fix is less accurate than the held one, the held one is not stale, and their circles overlap.
    static func saysLess(_ fix: Place, than held: Place, at now: Instant) -> Bool {
        guard let radius = fix.provenance.accuracy, let heldRadius = held.provenance.accuracy, radius > heldRadius,
            !isStale(held, at: now)
        else { return false }
        return fix.observer.coordinate.distance(to: held.observer.coordinate) <= radius + heldRadius
    }

    /// Whether the next sunrise or sunset differs between two observers.
    private static func differs(_ one: Observer, from other: Observer, at now: Instant) -> Bool {
        [SolarEvent.sunrise, .sunset].contains { event in
            guard let expected = Sun.nextOccurrence(of: event, after: now, at: other).instant else {
                return Sun.nextOccurrence(of: event, after: now, at: one).instant != nil
            }
            // The search begins before the expected instant, not now. Otherwise, an event at this very moment would be
            // compared with the next day's.
            let found = Sun.nextOccurrence(of: event, after: expected - significantChange, at: one).instant
            return found.map { abs($0 - expected) > significantChange } ?? true
        }
    }
}

extension Place {
    /// Whether the fix says where the machine is. Otherwise, it is the same as none.
    package var isLocation: Bool { !observer.coordinate.isOrigin && !isVague }

    /// Whether the fix is so inaccurate that it says no more than the time zone: GeoClue reports 300 km for a country, and
    /// some providers 1,000 km. With 250 km, sunrise and sunset are wrong by up to a quarter of an hour at a latitude of 50
    /// degrees. A fix of unknown accuracy is not vague.
    package var isVague: Bool { provenance.accuracy.map { $0 > 250_000 } ?? false }
}

extension Coordinate {
    /// Whether latitude and longitude are zero, which broken sources report instead of nothing. No people live within
    /// 500 km of this point.
    package var isOrigin: Bool {
        abs(latitude.degrees) < 0.001 && abs(longitude.degrees) < 0.001
    }
}
