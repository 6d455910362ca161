import Solar
import Tracker

/// Who starts the hooks on a simulated machine.
extension SimulatedMachine {
    /// What becomes of a call.
    public enum HookStarter: Hashable, Sendable, CaseIterable {
        /// All hooks are started at once.
        case prompt
        /// The user manager takes its time to start them.
        case slow
        /// It takes its time, and then one of them cannot be started, as it could not the last time.
        case missing
        /// They are started at once, and one fails later.
        case failing
    }

    /// What is to be said of hooks, by the time of a stopwatch.
    struct HookReport {
        let event: Input
        var due: Instant
    }

    mutating func call(_ call: HookCall) {
        hookCalls.append(call)
        record(.called(call))
        let called = Input.hooksCalled(call.occurrence)
        func failed(_ problem: HookFailure.Problem) -> Input {
            .hookFailed(HookFailure(hook: "/hooks/lamps", unit: nil, problem), call.occurrence)
        }
        switch hookStarter {
        case .prompt: waiting.append(called)
        case .slow: report(called, after: .seconds(3))
        case .missing:
            report(failed(.missing), after: .seconds(2))
            report(called, after: .seconds(2))
        case .failing:
            waiting.append(called)
            report(failed(.exitStatus(1)), after: .seconds(20))
        }
    }

    private mutating func report(_ event: Input, after time: Duration) {
        hookReports.append(HookReport(event: event, due: clock.now + time))
    }

    var nextHookReport: Instant? { hookReports.map(\.due).min() }

    mutating func reportFirstHook() {
        guard let due = nextHookReport, let index = hookReports.firstIndex(where: { $0.due == due }) else { return }
        deliver(hookReports.remove(at: index).event)
    }
}
