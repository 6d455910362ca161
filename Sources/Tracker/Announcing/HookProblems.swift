// SPDX-License-Identifier: MIT
/// The problems of hooks that are known.
struct HookProblems: Hashable, Sendable {
    /// The failures that were reported and persist until somebody fixes the hook.
    private var lastingFailures: Set<HookFailure> = []
    /// The hooks that cannot be started.
    private(set) var hooksWithProblems: [PlannedHook] = []

    /// Whether to report a failure. A failure that persists until somebody fixes the hook is reported once, any other
    /// failure each time.
    mutating func isNews(_ failure: HookFailure) -> Bool {
        !failure.problem.isLasting || lastingFailures.insert(failure).inserted
    }

    /// Records the hooks that cannot be started, which is known before they are due. Returns the hooks that were not
    /// recorded the last time.
    mutating func record(_ hooks: [PlannedHook]) -> [PlannedHook] {
        defer { hooksWithProblems = hooks }
        return hooks.filter { !hooksWithProblems.contains($0) }
    }

    /// Forgets the reported failures, so that lasting failures are reported again.
    mutating func forgetFailures() { lastingFailures = [] }
}
