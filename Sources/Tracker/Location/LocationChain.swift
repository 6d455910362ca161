import Glibc
package import Solar

/// The places from all sources, and which of them is in force.
///
/// The order is: the user's own, GeoClue's current fix, its last fix, the place that is set in Plasma, the time zone's principal
/// place. A fix that the time zone contradicts is skipped.
package struct LocationChain: Hashable, Sendable {
    /// The current fix of the location watcher.
    package var fix: Place?
    /// The last accepted fix, kept over restarts.
    package var lastFix: Place?
    /// The last fix that was less accurate than the current one. It is accepted once that is stale.
    var coarserFix: Place?
    /// The place that is set in Plasma; nil if none is.
    package var plasmaPlace: Place?
    /// The principal place of the time zone; nil for a zone without one, such as UTC.
    package var timeZonePlace: Place?

    /// A chain of what is known so far.
    package init(
        fix: Place? = nil, lastFix: Place? = nil, plasmaPlace: Place? = nil, timeZonePlace: Place? = nil
    ) {
        self.fix = fix
        self.lastFix = lastFix
        self.plasmaPlace = plasmaPlace
        self.timeZonePlace = timeZonePlace
    }

    /// The place in force under the settings; nil if no source has one.
    package func place(under settings: LocationSettings) -> Place? {
        switch settings.source {
        case .fixed: settings.fixed
        case .geoclue: fix ?? lastFix
        case .timezone: timeZonePlace
        case .auto: settings.fixed ?? heldFix(under: settings) ?? plasmaPlace ?? timeZonePlace
        }
    }

    /// The fix that a new one is compared with; nil if there is none that counts under the settings.
    func heldFix(under settings: LocationSettings) -> Place? {
        [fix, lastFix].compactMap { $0 }.first { settings.source != .auto || !isContradicted($0) }
    }

    /// The name of the time zone, if it has a principal place.
    var timeZone: String? {
        guard case .timeZone(let name)? = timeZonePlace?.provenance.source else { return nil }
        return name
    }

    /// Nobody lives further than this from the principal place of their time zone, except in the far west of China.
    static let zoneReach = 2_500_000.0

    /// Whether the time zone contradicts the fix: it has changed since the fix was taken, and the fix is more than 2500
    /// km from its principal place.
    ///
    /// Without a network GeoClue does not notice a flight, and its last fix would stay in force; but people and
    /// desktops set the time zone on arrival. Somebody who uses the time zone of another continent is not
    /// contradicted: the fix was taken in that zone.
    func isContradicted(_ fix: Place) -> Bool {
        guard let timeZonePlace, let timeZone, let before = fix.provenance.timeZone, before != timeZone else {
            return false
        }
        return fix.observer.coordinate.distance(to: timeZonePlace.observer.coordinate) > Self.zoneReach
    }
}

/// How a new fix compares with the current one.
enum FixVerdict: Equatable {
    /// It moves the next sunrise or sunset, and replaces the current fix.
    case significant
    /// It adds nothing new.
    case insignificant
    /// It is less accurate than the current fix, but replaces it once that is stale.
    case coarser
    /// It is not a valid location.
    case rejected

    /// Two times closer than this look the same on a clock that shows minutes.
    static let significantChange = Duration.seconds(15)
    /// A fix of this age no longer describes the present: a less accurate one is better.
    static let staleAge = Duration.seconds(6 * 3600)

    /// Compares a fix with the current one.
    ///
    /// A fix that is less accurate than the current one does not replace it as long as both can be true, that is, while
    /// their circles meet: the smaller circle carries more information. A circle apart from the current one shows a
    /// move, however wide it is.
    init(of fix: Place, besides held: Place?, at now: Instant) {
        if fix.observer.coordinate.isOrigin {
            self = .rejected
        } else if let held, !Self.differs(fix.observer, from: held.observer, at: now) {
            self = .insignificant
        } else if let held, Self.saysLess(fix, than: held, at: now) {
            self = .coarser
        } else {
            self = .significant
        }
    }

    /// Whether the fix no longer describes the present. A fix without a time is stale.
    static func isStale(_ fix: Place, at now: Instant) -> Bool {
        fix.provenance.observed.map { abs(now - $0) >= staleAge } ?? true
    }

    /// Whether the fix is less accurate than the held one, which is not stale, and the circles of both overlap.
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
            // The search begins before the expected instant, not at the present: otherwise an event of this very moment
            // would be compared with tomorrow's.
            let found = Sun.nextOccurrence(of: event, after: expected - significantChange, at: one).instant
            return found.map { abs($0 - expected) > significantChange } ?? true
        }
    }
}

extension Coordinate {
    /// Latitude and longitude zero, which broken sources report instead of nothing. Nobody lives within 500 km of it.
    package var isOrigin: Bool {
        abs(latitude.degrees) < 0.001 && abs(longitude.degrees) < 0.001
    }
}
