// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Finds the current phase, and starts its target and its hooks.
///
/// A call for a phase is made like an announcement. First the ledger records all its steps as open; then come the
/// journal entry, the target and the hooks. Without hooks, there is no journal entry, because the user manager logs
/// that the target is reached.
extension Tracker {
    /// The current phase and the period for which it lasts: the phase that was set manually, or otherwise the phase
    /// according to the settings; nil if neither is known.
    mutating func phaseSpan(at now: Instant) -> PhaseSpan? {
        let settings = phaseSpanBySettings(at: now)
        guard let override = ledger.override, !override.hasEnded(at: now, by: settings) else { return settings }
        return override.span(before: override.until.flatMap { phases.courseAfterOverride?.span(at: $0) })
    }

    /// The phase according to the settings and the period for which it lasts; nil if it depends on the place and the
    /// place is not known.
    mutating func phaseSpanBySettings(at now: Instant) -> PhaseSpan? {
        let observer = place?.observer
        if phases.course?.observer != observer || phases.course?.boundary != settings.phases {
            phases.course = PhaseCourse(of: settings.phases, at: observer, in: localTime)
            phases.courseAfterOverride = phases.course
        }
        return phases.course?.span(at: now)
    }

    /// Starts the target and the hooks of the current phase: if the last call was for the other phase or was
    /// interrupted, and once per login.
    ///
    /// Hooks that are added to a phase without hooks are started while it is the current phase, even if they were added
    /// while the service was not running. The outputs follow a write of the ledger, if it has changed.
    mutating func callPhase(after turn: Turn) -> [Output] {
        let (now, consequence) = (turn.now, turn.consequence)
        guard let span = phaseSpan(at: now) else { return [] }
        let hasHooks = hooks.phases.contains(span.phase)
        guard let record = ledger.phase, record.phase == span.phase, isCalledInLogin, interruptedCall == nil else {
            return call(span, reason(after: turn), now, hooks: hasHooks ? nil : [])
        }
        switch (record.open, hasHooks) {
        case (.hooks, true):
            return call(span, consequence.reason == .start ? .start : .settings, now, startsTarget: false)
        case ([], false):
            // Its hooks were removed.
            ledger.phase?.open = .hooks
            ledger.phase?.failed = []
            return []
        default:
            // The hooks that failed before the graphical session are started again when it begins.
            guard consequence.hasSession, record.awaitsSession else { return [] }
            return call(span, .start, now, startsTarget: false, hooks: record.failed)
        }
    }

    /// Whether a call was made in this login, by this run of the service or an earlier one.
    private var isCalledInLogin: Bool {
        phases.last != nil || phases.login != nil && ledger.phase?.login == phases.login
    }

    /// The interrupted call of an earlier run; nil if there was none, and after the next call.
    private var interruptedCall: PhaseRecord? {
        phases.last == nil && ledger.phase?.isInterrupted == true ? ledger.phase : nil
    }

    /// The reason for a call that is due after an input.
    private func reason(after turn: Turn) -> PhaseReason {
        let reason = turn.consequence.reason
        if reason == .hand || reason == .start { return reason }
        guard isCalledInLogin || turn.phase != nil else { return .start }
        // The phase had changed before the input, so the input is not the reason.
        if let before = turn.phase?.phase, let called = ledger.phase?.phase, before != called { return .boundary }
        return reason == .boundary && place?.observer != turn.observer ? .moved : reason
    }

    private mutating func call(
        _ span: PhaseSpan, _ reason: PhaseReason, _ now: Instant, startsTarget: Bool = true, hooks: [String]? = nil
    ) -> [Output] {
        let interrupted = interruptedCall
        let isRecovered = interrupted?.phase == span.phase
        // In another login, all hooks are due.
        let isContinued = isRecovered && isCalledInLogin
        let left = isContinued ? interrupted?.failed ?? [] : []
        let call = PhaseCall(
            span, reason: reason, made: now, isRecovered: isRecovered, startsTarget: startsTarget && left.isEmpty,
            hooks: left.isEmpty ? hooks : left)
        phases.last = (call, true, [])
        let hookCall = Output.callHooks(HookCall(call, at: place, timeLimit: settings.hooks.timeLimit))
        // The entry of the interrupted call was written, and the ledger on the disk records this.
        if isContinued, interrupted?.open.contains(.entry) == false { return [hookCall] }
        ledger.phase = PhaseRecord(
            phase: span.phase, open: .call, made: now, login: phases.login, failed: call.hooks ?? [])
        // systemd logs the start of a target.
        return (call.hasHooks ? [.journal(.phase(call, at: place))] : []) + [hookCall]
    }

    /// Records that the journal entry of the call is written, which is true for each write of the ledger after it.
    mutating func closePhaseEntry() {
        if phases.last?.isStarting == true { ledger.phase?.open.remove(.entry) }
    }

    /// Records that the target and the hooks of a call have been started, unless a newer call has replaced it.
    mutating func markPhaseCalled(_ call: PhaseCall, at now: Instant) -> [Output] {
        guard let last = phases.last, last.call == call, last.isStarting else { return [] }
        phases.last?.isStarting = false
        ledger.phase?.open = call.hasHooks ? [] : .hooks
        ledger.phase?.failed = last.failed
        guard call.hasHooks else {
            // This can wait for the popups: after a crash in between, a target that is active is not started again.
            hasUnwrittenSteps = true
            return keepClosedSteps(at: now)
        }
        return keep() + awaitSession()
    }

    /// Records the failure of a hook that was started before the graphical session, for example at a login or after the
    /// boot. The failure is ignored if a newer call has replaced the call of the hook.
    mutating func notePhaseFailure(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        guard failure.isBeforeSession, case .phase(let call) = subject, let last = phases.last, last.call == call,
            call.hooks == nil
        else { return [] }
        guard !last.isStarting else {
            phases.last?.failed.append(failure.hook)
            return []
        }
        // Otherwise, the hooks were removed meanwhile.
        guard ledger.phase?.open == [] else { return [] }
        ledger.phase?.failed.append(failure.hook)
        return keep() + awaitSession()
    }

    /// Waits for the graphical session if hooks of this login are to be started again when it begins.
    func awaitSession() -> [Output] {
        ledger.phase?.awaitsSession == true && isCalledInLogin ? [.awaitSession] : []
    }
}

extension PhaseRecord {
    /// Whether failed hooks are to be started again when the graphical session begins.
    fileprivate var awaitsSession: Bool { open.isEmpty && !failed.isEmpty }
}
