// SPDX-License-Identifier: MIT
import Solar

/// Handles the reports about the programs that run at an event.
extension Tracker {
    /// Reports hook directories whose name is neither an event nor a phase. Otherwise, a typo would go unnoticed.
    func reportStrayHooks(besides known: [String] = []) -> [Output] {
        hooks.strayFolders.filter { !known.contains($0) }.map { .journal(.strayHooks($0)) }
    }

    mutating func applyCalled(_ subject: HookCall.Subject, at now: Instant) -> [Output] {
        switch subject {
        case .occurrence(let occurrence):
            ledger.close(.hooks, of: occurrence)
            // The ledger is written once for all hooks that were started together. It does not wait for the popup,
            // because a crash would then start the hooks again.
            return ledger.startsHooks ? [] : keep()
        case .phase(let call):
            return markPhaseCalled(call, at: now)
        }
    }

    mutating func report(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        hookProblems.isNews(failure) ? [.journal(.hookFailed(failure, subject))] : []
    }
}
