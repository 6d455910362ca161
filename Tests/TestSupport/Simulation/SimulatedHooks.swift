import Solar
import Tracker

/// The user manager of a simulated machine, which starts the hooks.
extension SimulatedMachine {
    /// The outcome of a call.
    public enum HookStarter: Hashable, Sendable, CaseIterable {
        /// All hooks start at once.
        case prompt
        /// All hooks start after a delay.
        case slow
        /// After a delay, one hook fails to start, in the same way as the last time.
        case missing
        /// All hooks start at once, and one fails later.
        case failing
    }

    /// A pending report about hooks, by monotonic time.
    struct PendingHookReport {
        let input: Input
        var due: Instant
        let send: () -> Void
    }

    func call(_ call: HookCall, _ report: @escaping (HookReport) -> Void) {
        if call.target != nil { record(.calledPhase) }
        targets.start(for: call)
        let hasHooks = !(call.target != nil && !call.includes("/hooks/lamps"))
        if hasHooks { hookCalls.append(call) }
        func send(_ answer: HookReport, after time: Duration) {
            let input = Input.hooks(answer, call.subject)
            guard time > .zero else { return self.report(input) { report(answer) } }
            hookReports.append(PendingHookReport(input: input, due: clock.now + time) { report(answer) })
        }
        func failed(_ problem: HookProblem) -> HookReport {
            .failed(HookFailure(hook: "/hooks/lamps", unit: nil, problem))
        }
        switch hookStarter {
        case _ where !hasHooks: send(.called, after: .zero)
        case .prompt: send(.called, after: .zero)
        case .slow: send(.called, after: .seconds(3))
        case .missing:
            send(failed(.missing), after: .seconds(2))
            send(.called, after: .seconds(2))
        case .failing:
            send(.called, after: .zero)
            send(failed(.exitStatus(1)), after: .seconds(20))
        }
    }

    var nextHookReport: Instant? { hookReports.map(\.due).min() }

    func reportFirstHook() {
        guard let due = nextHookReport, let index = hookReports.firstIndex(where: { $0.due == due }) else { return }
        let next = hookReports.remove(at: index)
        report(next.input, next.send)
    }
}
