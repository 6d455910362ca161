// SPDX-License-Identifier: MIT
import Solar
import Tracker

/// The user manager of a simulated machine, which starts the hooks.
extension SimulatedMachine {
    /// A pending report about hooks, with its time on the monotonic clock.
    struct PendingHookReport {
        let input: Input
        var due: Instant
        let send: () -> Void
    }

    func call(_ call: HookCall, _ report: @escaping (HookReport) -> Void) {
        record(.called(call))
        targets.start(for: call)
        let hasHooks = !(call.target != nil && !call.includes("/hooks/lamps"))
        if hasHooks { hookCalls.append(call) }
        let input = Input.hooks(.called, call.subject)
        guard hasHooks, hookDelay > .zero else { return self.report(input) { report(.called) } }
        hookReports.append(PendingHookReport(input: input, due: clock.now + hookDelay) { report(.called) })
    }

    var nextHookReport: Instant? { hookReports.map(\.due).min() }

    func reportFirstHook() {
        guard let due = nextHookReport, let index = hookReports.firstIndex(where: { $0.due == due }) else { return }
        let next = hookReports.remove(at: index)
        report(next.input, next.send)
    }
}
