import Glibc
public import Solar

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

/// What a fix is worth beside the one that is held.
enum FixVerdict: Hashable {
    /// It moves the next sunrise or sunset: it takes the place of the one held.
    case significant
    /// It says what is known.
    case insignificant
    /// It says less than the one held, but would be better than that once it is stale.
    case coarser
    /// It is a mistake.
    case rejected

    /// Two times closer than this are the same to a person, whose clock shows minutes.
    static let significantChange = Duration.seconds(15)
    /// A fix of this age does not speak for the present: a less accurate one is better than none.
    static let staleAge = Duration.seconds(6 * 3600)

    /// The worth of a fix at this moment.
    ///
    /// A fix that is less accurate than the one held does not replace it as long as both can be true, that is while their
    /// circles meet: then the smaller circle says more. A circle apart from the one held shows a move, however wide it is.
    init(of fix: Place, besides held: Place?, at now: Instant) {
        guard !fix.observer.coordinate.isOrigin else {
            self = .rejected
            return
        }
        guard let held else {
            self = .significant
            return
        }
        guard Self.differs(fix.observer, from: held.observer, at: now) else {
            self = .insignificant
            return
        }
        self = Self.saysLess(fix, than: held, at: now) ? .coarser : .significant
    }

    /// Whether the fix no longer speaks for the present. Where nobody knows when it was taken, it does not.
    static func isStale(_ fix: Place, at now: Instant) -> Bool {
        fix.provenance.observed.map { abs(now - $0) >= staleAge } ?? true
    }

    private static func saysLess(_ fix: Place, than held: Place, at now: Instant) -> Bool {
        guard let radius = fix.provenance.accuracy, let heldRadius = held.provenance.accuracy, radius > heldRadius,
            !isStale(held, at: now)
        else { return false }
        return fix.observer.coordinate.distance(to: held.observer.coordinate) <= radius + heldRadius
    }

    /// Whether the next sunrise or sunset is at another time for one observer than for the other.
    private static func differs(_ one: Observer, from other: Observer, at now: Instant) -> Bool {
        [SolarEvent.sunrise, .sunset].contains { event in
            guard case .occurs(let expected) = Sun.nextOccurrence(of: event, after: now, at: other) else {
                if case .occurs = Sun.nextOccurrence(of: event, after: now, at: one) { return true }
                return false
            }
            // Looked for around the instant and not from now on, so that an event of this very moment is not taken for
            // that of tomorrow.
            let around = Sun.nextOccurrence(of: event, after: expected - significantChange, at: one)
            guard case .occurs(let found) = around else { return true }
            return abs(found - expected) > significantChange
        }
    }
}

extension Coordinate {
    /// Latitude and longitude zero: what broken sources say in place of nothing. No person lives within 500 km.
    public var isOrigin: Bool {
        abs(latitude.degrees) < 0.001 && abs(longitude.degrees) < 0.001
    }

    /// Metres along the great circle, on a sphere of the Earth's mean radius (haversine formula).
    func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let (here, there) = (latitude.degrees * radians, other.latitude.degrees * radians)
        let (north, east) = (there - here, (other.longitude.degrees - longitude.degrees) * radians)
        let haversine = sin(north / 2) * sin(north / 2) + cos(here) * cos(there) * sin(east / 2) * sin(east / 2)
        return 2 * 6_371_009 * asin(min(1, haversine.squareRoot()))
    }
}
