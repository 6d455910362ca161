public import Solar

/// Why the hooks of a phase are called.
public enum PhaseReason: String, Hashable, Sendable, CaseIterable {
    /// The first call in a login.
    case start
    /// The phase has begun while the service was running and the machine awake.
    case boundary
    /// The phase has begun while the machine slept.
    case resume
    /// The place in force has changed.
    case moved
    /// The clock was set.
    case clock
    /// The settings have changed, or hooks were added.
    case settings
}

/// One call of the hooks of a phase.
public struct PhaseCall: Hashable, Sendable {
    /// The phase in force, and for how long.
    public let span: PhaseSpan
    /// Why its hooks are called.
    public let reason: PhaseReason
    /// When they are called.
    public let made: Instant
    /// Whether an earlier call for this phase was interrupted, so that the hooks may have run before.
    public let isRecovered: Bool

    /// The phase.
    public var phase: Phase { span.phase }

    /// A call of the hooks of that phase.
    public init(_ span: PhaseSpan, reason: PhaseReason, made: Instant, isRecovered: Bool = false) {
        self.span = span
        self.reason = reason
        self.made = made
        self.isRecovered = isRecovered
    }
}
