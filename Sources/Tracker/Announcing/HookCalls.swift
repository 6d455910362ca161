/// The calls of the hooks of occurrences.
struct HookCalls: Hashable, Sendable {
    /// The occurrences whose hooks are being started.
    private var pending: Set<Occurrence> = []
    /// The failures that were reported and persist until somebody fixes the hook.
    private var lastingFailures: Set<HookFailure> = []
    /// The hooks that cannot be started.
    private var faults: [PlannedHook] = []

    /// Whether the hooks of the occurrence are being started.
    func contains(_ occurrence: Occurrence) -> Bool { pending.contains(occurrence) }

    /// Records a call.
    mutating func begin(_ occurrence: Occurrence) { pending.insert(occurrence) }

    /// Records that the hooks of a call are started. Returns whether no other call is pending.
    mutating func end(_ occurrence: Occurrence) -> Bool {
        pending.remove(occurrence)
        return pending.isEmpty
    }

    /// Whether to report a failure: each time, or once if the hook fails the same way until somebody fixes it.
    mutating func isNews(_ failure: HookFailure) -> Bool {
        !failure.problem.isLasting || lastingFailures.insert(failure).inserted
    }

    /// Records the hooks that cannot be started, as far as is known before their time. Returns those that were not among the
    /// last ones.
    mutating func record(_ faults: [PlannedHook]) -> [PlannedHook] {
        defer { self.faults = faults }
        return faults.filter { !self.faults.contains($0) }
    }

    /// Reports lasting failures again.
    mutating func forgetFailures() { lastingFailures = [] }
}
