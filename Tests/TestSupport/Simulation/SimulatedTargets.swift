// SPDX-License-Identifier: MIT
import Tracker

/// The targets of the phases in the user manager of a simulated machine.
package struct SimulatedTargets: Sendable {
    /// How often each target was started, by name, in all boots.
    package private(set) var starts: [String: Int] = [:]
    /// The active target; nil for none.
    package private(set) var active: String?
    /// The violations: a start of an active target, or an active target of another phase.
    package private(set) var violations: [String] = []
    /// The target that the running service knows to be active.
    private var known: String?

    /// Whether the disk has lost the start of another target, because it failed and then the run ended. The next call
    /// corrects this (etc/doc/exactly-once.md).
    private var isLost = false

    /// The user manager ends.
    mutating func reboot() { (active, known, isLost) = (nil, nil, false) }

    /// The service starts with this ledger; nil if the ledger was lost, so the service knows nothing.
    mutating func begin(with ledger: Ledger?, in login: Login?) {
        known = ledger?.phase?.login == login ? ledger?.phase?.phase.target : nil
        let isFinished = ledger?.phase?.isInterrupted == false
        isLost = isFinished && known != nil && active != nil && known != active
    }

    /// Starts the target of a call, if there is one.
    mutating func start(for call: HookCall) {
        guard let target = call.target else { return }
        // As in `HookRun`: the previous run may have started the target.
        if call.isRecovered, target == active { return known = target }
        if target == active, target == known { violations.append("\(target) is started again") }
        (active, known, isLost) = (target, target, false)
        starts[target, default: 0] += 1
    }

    /// Checks the current phase that the service publishes.
    mutating func check(_ span: PhaseSpan?) {
        guard let target = span?.phase.target, target != active, !isLost else { return }
        violations.append("\(active ?? "no target") is active, and not \(target)")
    }
}
