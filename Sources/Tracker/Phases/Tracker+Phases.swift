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
        guard let record = ledger.phase, record.phase == span.phase, phases.isCalledInLogin, phases.interrupted == nil
        else {
            return call(span, reason(after: turn), now, hasHooks ? .all : .target)
        }
        switch (record.open, hasHooks) {
        case (.hooks, true):
            return call(span, consequence.reason == .start ? .start : .settings, now, .hooks)
        case ([], false):
            // Its hooks were removed.
            ledger.phase?.open = .hooks
            ledger.phase?.failed = []
            phases.last = nil
            return []
        default:
            // The hooks that failed before the graphical session are started again when it begins.
            guard consequence.hasSession, record.awaitsSession else { return [] }
            return call(span, .start, now, .failed(record.failed))
        }
    }

    /// The reason for a call that is due after an input.
    private func reason(after turn: Turn) -> PhaseReason {
        let reason = turn.consequence.reason
        if reason == .hand || reason == .start { return reason }
        guard phases.isCalledInLogin || turn.phase != nil else { return .start }
        // The phase had changed before the input, so the input is not the reason.
        if let before = turn.phase?.phase, let called = ledger.phase?.phase, before != called { return .boundary }
        return reason == .boundary && place?.observer != turn.observer ? .moved : reason
    }

    private mutating func call(
        _ span: PhaseSpan, _ reason: PhaseReason, _ now: Instant, _ scope: PhaseCall.Scope
    ) -> [Output] {
        let interrupted = phases.interrupted
        let isRecovered = interrupted?.phase == span.phase
        // In another login, all hooks are due.
        let left = isRecovered && phases.isCalledInLogin ? interrupted?.failed ?? [] : []
        let call = PhaseCall(
            span, reason: reason, made: now, isRecovered: isRecovered, scope: left.isEmpty ? scope : .failed(left))
        // The entry of the interrupted call was written, and the ledger on the disk records this.
        let isContinued = call.isRecovered && phases.isCalledInLogin && interrupted?.open.contains(.entry) == false
        phases.interrupted = nil
        phases.isCalledInLogin = true
        phases.pending = call
        phases.last = (call, [])
        let hookCall = Output.callHooks(HookCall(call, at: place, timeLimit: settings.hooks.timeLimit))
        if isContinued { return [hookCall] }
        let failed = if case .failed(let hooks) = call.scope { hooks } else { [String]() }
        ledger.phase = PhaseRecord(span.phase, open: .call, made: now, login: phases.login, failed: failed)
        let entry = Output.journal(.phase(call, at: place))
        // systemd logs the start of a target.
        return (call.scope == .target ? [] : [entry]) + [hookCall]
    }

    /// Records that the journal entry of the call is written, which is true for each write of the ledger after it.
    mutating func closePhaseEntry() {
        if phases.pending != nil { ledger.phase?.open.remove(.entry) }
    }

    /// Records that the target and the hooks of a call have been started, unless a newer call has replaced it.
    mutating func markPhaseCalled(_ call: PhaseCall, at now: Instant) -> [Output] {
        guard phases.pending == call else { return [] }
        phases.pending = nil
        ledger.phase?.open = call.scope == .target ? .hooks : []
        ledger.phase?.failed = phases.last?.failed ?? []
        guard call.scope != .target else {
            // This can wait for the popups: after a crash in between, a target that is active is not started again.
            hasUnwrittenSteps = true
            return keepAnswers(at: now)
        }
        return keep() + awaitSession()
    }

    /// Records the failure of a hook that was started before the graphical session, for example at a login or after the
    /// boot. The failure is ignored if a newer call has replaced the call of the hook.
    mutating func notePhaseFailure(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        guard failure.isBeforeSession, case .phase(let call) = subject, phases.last?.call == call else { return [] }
        if case .failed = call.scope { return [] }
        guard phases.pending == nil else {
            phases.last?.failed.append(failure.hook)
            return []
        }
        ledger.phase?.failed.append(failure.hook)
        return keep() + awaitSession()
    }

    /// Waits for the graphical session if hooks of this login are to be started again when it begins.
    func awaitSession() -> [Output] {
        ledger.phase?.awaitsSession == true && phases.isCalledInLogin ? [.awaitSession] : []
    }
}

extension PhaseRecord {
    /// Whether failed hooks are to be started again when the graphical session begins.
    fileprivate var awaitsSession: Bool { open.isEmpty && !failed.isEmpty }
}
