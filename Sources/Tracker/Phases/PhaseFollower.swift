package import Solar

/// What the tracker knows about phases, and the calls of their targets and hooks.
struct PhaseFollower: Sendable {
    /// The user's login; nil if it is not known.
    let login: Login?
    /// The course at the place and in the time zone in force; nil until a phase is asked for.
    var course: PhaseCourse?
    /// Whether a phase was called for in this login, by this run of the service or by an earlier one.
    var isCalledInLogin: Bool
    /// The call of an earlier run that was interrupted, until the next call.
    var interrupted: PhaseRecord?
    /// The call whose target and hooks are being started.
    var pending: PhaseCall?
    /// The last call of this run, and its hooks that failed before the graphical session while others were being started.
    var last: (call: PhaseCall, failed: [String])?
    /// The boot and the time asleep at the last input.
    private var boot: Boot?
    private var asleep: Duration?

    /// - Parameter record: the last call of an earlier run.
    init(in login: Login?, after record: PhaseRecord?) {
        self.login = login
        isCalledInLogin = login != nil && record?.login == login
        interrupted = record?.isInterrupted == true ? record : nil
    }

    /// What made time pass since the last input: a sleep, a step of the clock, or else time itself.
    mutating func cause(of input: Input, _ boot: Boot?, _ asleep: Duration) -> PhaseReason {
        defer { (self.boot, self.asleep) = (boot ?? self.boot, asleep) }
        if case .started = input { return .start }
        // A sleep with a step in it is a sleep.
        if let before = self.asleep, asleep - before >= Boot.readingError { return .resume }
        if let before = self.boot, let step = boot?.step(since: before) { return step == .zero ? .boundary : .clock }
        if case .clockStepped = input { return .clock }
        return .boundary
    }
}

/// Why the target and the hooks of a phase are called.
package enum PhaseReason: String, Equatable, Sendable, CaseIterable {
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
    /// The phase was set by hand, or follows the settings again by request.
    case hand
    /// The graphical session has begun, before which the hooks had failed.
    case session
}

/// One call of the target and the hooks of a phase.
package struct PhaseCall: Hashable, Sendable {
    /// What it starts.
    package enum Scope: Hashable, Sendable {
        /// The target and all hooks.
        case all
        /// The target; there are no hooks.
        case target
        /// All hooks, since there were none when the target was started.
        case hooks
        /// The hooks at these paths, since they failed before the graphical session.
        case failed([String])
    }

    /// The phase in force, and for how long.
    package let span: PhaseSpan
    /// Why it is made.
    package let reason: PhaseReason
    /// When it is made.
    package let made: Instant
    /// Whether an earlier call for this phase was interrupted, so that the hooks may have run before.
    package let isRecovered: Bool
    /// What it starts.
    package let scope: Scope

    /// The phase.
    package var phase: Phase { span.phase }

    /// A call for that phase.
    package init(
        _ span: PhaseSpan, reason: PhaseReason, made: Instant, isRecovered: Bool = false, scope: Scope = .all
    ) {
        self.span = span
        self.reason = reason
        self.made = made
        self.isRecovered = isRecovered
        self.scope = scope
    }
}

/// A login session; phase hooks keep their effect until it ends.
package struct Login: Hashable, Sendable {
    /// Identifies the login. It has neither spaces nor control characters.
    package let id: String

    /// The login with that identifier; nil if it is empty or has characters that the ledger cannot hold.
    package init?(id: String) {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        guard isPlain, !id.isEmpty else { return nil }
        self.id = id
    }
}

/// What the ledger remembers of the last call for a phase.
package struct PhaseRecord: Hashable, Sendable {
    /// The phase last called for.
    package var phase: Phase
    /// The steps that may not have been made. While there are no hooks, they stay open: those that are added are to be called.
    package var open: Ledger.Steps
    /// When the call was made, by the clock at that time.
    package var made: Instant
    /// The login in which it was made; nil if it is not known.
    package var login: Login?
    /// The paths of the hooks that failed before the graphical session: once they are called, they are to be called again
    /// when it begins; before, the call is this second one, of these alone.
    package var failed: [String]

    /// The record of a call.
    package init(_ phase: Phase, open: Ledger.Steps, made: Instant, login: Login?, failed: [String] = []) {
        self.phase = phase
        self.open = open
        self.made = made
        self.login = login
        self.failed = failed
    }

    /// Whether the call has not come to its end.
    package var isInterrupted: Bool { open.contains(.target) }
}
