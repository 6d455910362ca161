// SPDX-License-Identifier: MIT
import Solar

/// What an input leads to, apart from the state. The stages after it know nothing else of the input.
struct Consequence {
    /// The outputs about the input itself.
    var outputs: [Output] = []
    /// Why the hooks of the phase are run, if the input is the reason.
    var reason = PhaseReason.boundary
    /// Whether the graphical session has begun, so hooks that failed before it are run again.
    var hasSession = false
    /// Whether to set the timer and the status line even if the plan is the same: the timer has fired, the time of the
    /// next wakeup that was announced to the watchdog has moved, or the status line shows another time of day.
    var setsTimer = false
    /// Whether the service manager waits for `Output.ready`.
    var isReady = false
}

/// One input on its way through the stages.
struct Turn {
    let now: Instant
    /// The phase before the input; nil if it was not known.
    let phase: PhaseSpan?
    /// The observer before the input; nil if no place was known.
    let observer: Observer?
    /// Whether the location was missing before the input (`Tracker.lacksLocation`).
    let lacksLocation: Bool
    var consequence = Consequence()
    /// The outputs for the phase, which come after the popups.
    var phaseOutputs: [Output] = []
    var writeBeforePhase: Int?
    /// The outputs for the location watcher, which come last.
    var watcherOutputs: [Output] = []
}
