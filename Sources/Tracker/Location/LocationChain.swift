import Solar

/// The places that the sources have told, and which of them is in force.
///
/// The order is: what the person gave, what GeoClue says now, what it said last, the time zone's principal place. A fix
/// that the time zone contradicts is passed over.
public struct LocationChain: Hashable, Sendable {
    /// The fix in force, from a watcher of significant changes.
    public var fix: Place?
    /// The last fix accepted, from state.
    public var lastFix: Place?
    /// The last fix that said less than the one held. It takes its place once that is stale.
    var coarserFix: Place?
    /// The principal place of the time zone; nil for a zone without one, such as UTC.
    public var timeZonePlace: Place?

    /// A chain of what is known so far.
    public init(fix: Place? = nil, lastFix: Place? = nil, timeZonePlace: Place? = nil) {
        self.fix = fix
        self.lastFix = lastFix
        self.timeZonePlace = timeZonePlace
    }

    /// The place in force under the settings; nil if no source knows one.
    public func place(under settings: LocationSettings) -> Place? {
        switch settings.source {
        case .fixed: settings.fixed
        case .geoclue: fix ?? lastFix
        case .timezone: timeZonePlace
        case .auto: settings.fixed ?? heldFix(under: settings) ?? timeZonePlace
        }
    }

    /// The fix that another one is measured by; nil if there is none that counts under the settings.
    func heldFix(under settings: LocationSettings) -> Place? {
        [fix, lastFix].compactMap { $0 }.first { settings.source != .auto || !isContradicted($0) }
    }

    /// The time zone, where it has a principal place.
    var timeZone: String? {
        guard case .timeZone(let name)? = timeZonePlace?.provenance.source else { return nil }
        return name
    }

    /// So far from the principal place of a time zone nobody lives in it, but for the far west of China.
    static let zoneReach = 2_500_000.0

    /// Whether the time zone speaks against the fix: it is another one than when the fix was taken, and the fix lies more
    /// than 2500 km from its principal place.
    ///
    /// A GeoClue without a network says nothing of a flight, and its last fix would be believed for ever; but people, and
    /// desktops, set the time zone when they arrive. Somebody who lives by the clocks of another continent is not
    /// contradicted: the fix was taken in that zone.
    func isContradicted(_ fix: Place) -> Bool {
        guard let timeZonePlace, let timeZone, let before = fix.provenance.timeZone, before != timeZone else {
            return false
        }
        return fix.observer.coordinate.distance(to: timeZonePlace.observer.coordinate) > Self.zoneReach
    }
}
