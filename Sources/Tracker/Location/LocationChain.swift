// SPDX-License-Identifier: MIT
package import Configuration
import Solar

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
