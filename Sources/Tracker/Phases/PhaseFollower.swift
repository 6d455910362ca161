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
    /// The last call of this run, whether its target and hooks are being started, and its hooks that failed before the
    /// graphical session meanwhile; nil before the first call.
    var last: (call: PhaseCall, isStarting: Bool, failed: [String])?

    init(in login: Login?) { self.login = login }
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

package struct PhaseCall: Hashable, Sendable {
    /// The current phase, and the period for which it lasts.
    package let span: PhaseSpan
    package let reason: PhaseReason
    package let made: Instant
    /// Whether an earlier call for this phase was interrupted, so the hooks may have run before.
    package let isRecovered: Bool
    /// Whether to start the target, which is not started again for hooks that were added or have failed.
    package let startsTarget: Bool
    /// The paths of the hooks that failed before the graphical session, to start only these; nil to start all hooks.
    package let hooks: [String]?

    package var phase: Phase { span.phase }

    /// Whether there are hooks to start.
    var hasHooks: Bool { hooks?.isEmpty != true }

    package init(
        _ span: PhaseSpan, reason: PhaseReason, made: Instant, isRecovered: Bool = false, startsTarget: Bool = true,
        hooks: [String]? = nil
    ) {
        self.span = span
        self.reason = reason
        self.made = made
        self.isRecovered = isRecovered
        self.startsTarget = startsTarget
        self.hooks = hooks
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
    package var failed: [String] = []

    /// Whether the call was interrupted before its target and its hooks were started.
    package var isInterrupted: Bool { open.contains(.target) }
}
