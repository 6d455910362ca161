// SPDX-License-Identifier: MIT
/// The hooks of occurrences that are being started, and the failures that are known.
struct HookCalls: Hashable, Sendable {
    /// The occurrences whose hooks are being started.
    private var pending: Set<Occurrence> = []
    /// The failures that were reported and persist until somebody fixes the hook.
    private var lastingFailures: Set<HookFailure> = []
    /// The hooks that cannot be started.
    private(set) var hooksWithProblems: [PlannedHook] = []

    /// Whether the hooks of the occurrence are being started.
    func contains(_ occurrence: Occurrence) -> Bool { pending.contains(occurrence) }

    /// Records that the hooks of an occurrence are being started.
    mutating func begin(_ occurrence: Occurrence) { pending.insert(occurrence) }

    /// Records that the hooks of an occurrence have been started. Returns whether the hooks of all other occurrences
    /// have been started, too.
    mutating func end(_ occurrence: Occurrence) -> Bool {
        pending.remove(occurrence)
        return pending.isEmpty
    }

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
