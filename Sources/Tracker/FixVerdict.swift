public import Solar

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
}
