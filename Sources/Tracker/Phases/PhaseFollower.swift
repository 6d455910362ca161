// SPDX-License-Identifier: MIT
package import Solar

/// The course of day and night, and the state of the calls for its phases.
struct PhaseFollower: Sendable {
    /// The user's login; nil if it is not known.
    let login: Login?
    /// The course at the current place and in the current time zone; nil until a phase is needed.
    var course: PhaseCourse?
    /// The same course, which remembers the span after an override.
    var courseAfterOverride: PhaseCourse?
    /// Whether this run of the service, or an earlier run, has made a call in this login.
    var isCalledInLogin: Bool
    /// The interrupted call of an earlier run; nil if there was none, and after the next call.
    var interrupted: PhaseRecord?
    /// The call whose target and hooks are being started.
    var pending: PhaseCall?
    /// The last call of this run, and its hooks that failed before the graphical session while others were being
    /// started.
    var last: (call: PhaseCall, failed: [String])?

    /// - Parameter record: the last call of an earlier run; nil if there was none.
    init(in login: Login?, after record: PhaseRecord?) {
        self.login = login
        isCalledInLogin = login != nil && record?.login == login
        interrupted = record?.isInterrupted == true ? record : nil
    }
}

/// The reason for starting the target and the hooks of a phase.
package enum PhaseReason: String, Equatable, Sendable, CaseIterable {
    /// The user has logged in, or the graphical session has begun and hooks had failed before it, or the phase changed
    /// while the service was not running.
    case start
    /// The phase began, or an override ended, perhaps while the machine was suspended or because the clock was set.
    case boundary
    /// The current place has changed.
    case moved
    /// The settings have changed, or hooks were added.
    case settings
    /// The user has set the phase manually, or has requested that it follow the settings again.
    case hand
}

/// A call for a phase, which starts its target and its hooks.
package struct PhaseCall: Hashable, Sendable {
    /// The target and the hooks that a call starts.
    package enum Scope: Hashable, Sendable {
        /// The target and all hooks.
        case all
        /// Only the target, because there are no hooks.
        case target
        /// All hooks, but not the target, which was started when there were no hooks.
        case hooks
        /// The hooks at these paths, because they failed before the graphical session.
        case failed([String])
    }

    /// The current phase, and the period for which it lasts.
    package let span: PhaseSpan
    /// The reason for the call.
    package let reason: PhaseReason
    /// When the call is made.
    package let made: Instant
    /// Whether an earlier call for this phase was interrupted, so the hooks may have run before.
    package let isRecovered: Bool
    /// The target and the hooks to start.
    package let scope: Scope

    /// The phase.
    package var phase: Phase { span.phase }

    /// A call for the phase of this span.
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

/// A login: the time for which the user's systemd manager runs. Phase hooks keep their effect until it ends.
package struct Login: Hashable, Sendable {
    /// Identifies the login. It consists of printable ASCII characters, without spaces.
    package let id: String

    /// The login with this identifier; nil if the identifier is empty, or contains characters that the ledger cannot
    /// store.
    package init?(id: String) {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        // In the ledger, "-" stands for no login.
        guard isPlain, !id.isEmpty, id != "-" else { return nil }
        self.id = id
    }
}

/// The ledger's record of the last call for a phase.
package struct PhaseRecord: Hashable, Sendable {
    /// The phase of the call.
    package var phase: Phase
    /// The steps that may not have been taken. If there are no hooks, the step `hooks` stays open, so that hooks that
    /// are added later are started.
    package var open: Ledger.Steps
    /// When the call was made, according to the clock at that time.
    package var made: Instant
    /// The login in which the call was made; nil if it is not known.
    package var login: Login?
    /// The paths of the hooks that failed before the graphical session. If no step is open, these hooks are to be
    /// started again when the graphical session begins. If a step is open, the call is this second start, of these
    /// hooks alone.
    package var failed: [String]

    /// The record of a call.
    package init(_ phase: Phase, open: Ledger.Steps, made: Instant, login: Login?, failed: [String] = []) {
        self.phase = phase
        self.open = open
        self.made = made
        self.login = login
        self.failed = failed
    }

    /// Whether the call was interrupted before its target and its hooks were started.
    package var isInterrupted: Bool { open.contains(.target) }
}
