public import Solar

/// Whether it counts as day or as night at a place, under a `PhaseBoundary`.
///
/// What switches with the Sun follows the phase instead of the events: a theme, a lamp. Unlike `DayPhase`, it does not say
/// how light it is.
public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// From a rising of the Sun to a setting.
    case day
    /// From a setting to a rising.
    case night

    /// The phase as it is named at the start of a sentence: `Night`.
    package var capitalizedName: String { self == .day ? "Day" : "Night" }

    /// The other phase.
    public var other: Phase { self == .day ? .night : .day }
}

/// A phase, and the time for which it lasts.
public struct PhaseSpan: Hashable, Sendable {
    /// The phase.
    public let phase: Phase
    /// When it has begun; nil if that is more than a year ago.
    public let since: Instant?
    /// When the other phase begins; nil if none does within a year.
    public let until: Instant?

    /// A phase between two instants.
    public init(_ phase: Phase, since: Instant?, until: Instant?) {
        self.phase = phase
        self.since = since
        self.until = until
    }
}
