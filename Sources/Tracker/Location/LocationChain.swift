// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// The places from all sources, which determine the current place.
///
/// The order is: the place from `--place` or the settings, GeoClue's current fix, its last fix, the place that is set
/// in Plasma, the main city of the time zone. A fix is skipped if the time zone contradicts it, or if Plasma's place says
/// more.
package struct LocationChain: Hashable, Sendable {
    /// The current fix of the location watcher.
    package var fix: Place?
    /// The last accepted fix, which is kept across restarts.
    package var lastFix: Place?
    /// The last fix that was less accurate than the current one. It is accepted once the current one is stale.
    var coarserFix: Place?
    /// The place that is set in Plasma; nil if none is.
    package var plasmaPlace: Place?
    /// The main city of the time zone; nil for a zone without one, such as UTC.
    package var timeZonePlace: Place?

    package init(
        fix: Place? = nil, lastFix: Place? = nil, plasmaPlace: Place? = nil, timeZonePlace: Place? = nil
    ) {
        self.fix = fix
        self.lastFix = lastFix
        self.plasmaPlace = plasmaPlace
        self.timeZonePlace = timeZonePlace
    }

    /// The current place according to the settings; nil if no source provides one.
    package func place(under settings: LocationSettings) -> Place? {
        switch settings.source {
        case .fixed: settings.fixed
        case .geoclue: fix ?? lastFix
        case .timezone: timeZonePlace
        case .auto: settings.fixed ?? heldFix(under: settings) ?? plasmaPlace ?? timeZonePlace
        }
    }

    /// The fix with which a new one is compared; nil if there is none that the settings allow.
    func heldFix(under settings: LocationSettings) -> Place? {
        [fix, lastFix].compactMap { $0 }.first { counts($0, under: settings) }
    }

    /// Whether the settings allow the fix to be the place: with `Source=auto`, only if no other source disproves it or says
    /// more.
    func counts(_ fix: Place, under settings: LocationSettings) -> Bool {
        settings.source != .auto || !(isContradicted(fix) || isWiderThanPlasmaPlace(fix))
    }

    /// Whether the circle of the fix contains the whole surroundings of the place that is set in Plasma, so that the fix
    /// confirms Plasma's place, and says less.
    private func isWiderThanPlasmaPlace(_ fix: Place) -> Bool {
        guard let plasmaPlace, let radius = fix.provenance.accuracy else { return false }
        let distance = fix.observer.coordinate.distance(to: plasmaPlace.observer.coordinate)
        return distance + Self.plasmaRadius <= radius
    }

    /// The radius in metres within which a user is expected to be of the place that he has set: a town.
    private static let plasmaRadius = 10_000.0

    /// The coordinate of the time zone's main city; nil if it has none.
    var mainCity: Coordinate? { timeZonePlace?.observer.coordinate }

    /// Whether the time zone contradicts the fix: the zone has changed since the fix was taken, and the fix is nearer
    /// to the main city of the former zone than to the new one's.
    ///
    /// Without a network, GeoClue does not notice a flight, so its last fix would stay the current one. But people and
    /// desktops set the time zone on arrival. There is no contradiction if a wrong time zone is corrected, if a zone is
    /// renamed, or if a user always uses the time zone of another continent, because the fix was taken in that zone.
    func isContradicted(_ fix: Place) -> Bool {
        guard let mainCity, let former = fix.provenance.mainCity else { return false }
        let coordinate = fix.observer.coordinate
        return coordinate.distance(to: former) < coordinate.distance(to: mainCity)
    }
}

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
