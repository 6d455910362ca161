/// The places that the sources have told, and which of them is in force.
///
/// The order is: what the person gave, what GeoClue says now, what it said last, the time zone's principal place.
public struct LocationChain: Hashable, Sendable {
    /// The fix in force, from a watcher of significant changes.
    public var fix: Place?
    /// The last fix accepted, from state.
    public var lastFix: Place?
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
        case .auto: settings.fixed ?? fix ?? lastFix ?? timeZonePlace
        }
    }
}
