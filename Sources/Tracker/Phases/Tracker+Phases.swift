import Solar

/// The phase in force, and the calls of its target and its hooks.
///
/// A call is made as an announcement is: the ledger has all its steps as open, then come the journal entry, the target and the
/// hooks. If there are no hooks, there is no journal entry: the user manager writes that the target is reached.
extension Tracker {
    /// What decides the phase, as it was before an input.
    typealias PhaseSituation = (span: PhaseSpan?, observer: Observer?)

    /// The phase in force and for how long: that set by hand, or else that by the settings; nil if none is known.
    mutating func phaseSpan(at now: Instant) -> PhaseSpan? {
        let settings = phaseSpanBySettings(at: now)
        guard let override = ledger.override, !override.hasEnded(at: now, by: settings) else { return settings }
        return override.span
    }

    /// The phase by the settings and for how long; nil if it depends on the place and that is not known.
    mutating func phaseSpanBySettings(at now: Instant) -> PhaseSpan? {
        let observer = place?.observer
        if phases.course?.observer != observer || phases.course?.boundary != settings.phases {
            phases.course = PhaseCourse(of: settings.phases, at: observer, in: localTime)
        }
        return phases.course?.span(at: now)
    }

    /// Starts the target of the phase in force and calls its hooks, if it is another one than the last call was for, and
    /// once a login.
    ///
    /// Hooks that are added to a phase without hooks are called while it is in force, also if no service ran then.
    ///
    /// - Parameters:
    ///   - cause: what made time pass before the input.
    ///   - former: what decided the phase before the input.
    mutating func callPhase(
        after input: Input, _ cause: PhaseReason, from former: PhaseSituation, at now: Instant
    ) -> [Output] {
        guard let span = phaseSpan(at: now) else { return [] }
        let hasHooks = hooks.phases.contains(span.phase)
        guard let record = ledger.phase, record.phase == span.phase, phases.isCalledInLogin, phases.interrupted == nil
        else {
            let reason = reason(after: input, cause, from: former, to: span)
            return call(span, reason, now, hasHooks ? .all : .target)
        }
        switch (record.open, hasHooks) {
        case (.hooks, true): return call(span, cause == .start ? .start : .settings, now, .hooks)
        case ([], false):
            // Its hooks were removed.
            ledger.phase?.open = .hooks
            ledger.phase?.failed = []
            phases.last = nil
            return [.keep(ledger)]
        default:
            // The hooks that failed before the graphical session are called once more when it has begun.
            guard case .graphicalSessionBegan = input, record.awaitsSession else { return [] }
            return call(span, .session, now, .failed(record.failed))
        }
    }

    /// Why the call is made that is due after an input.
    private func reason(
        after input: Input, _ cause: PhaseReason, from former: PhaseSituation, to span: PhaseSpan
    ) -> PhaseReason {
        if case .phaseRequested = input { return .hand }
        guard cause != .start, phases.isCalledInLogin || former.span != nil else { return .start }
        // Whatever the input has changed, the phase had changed before it.
        if let before = former.span?.phase, let called = ledger.phase?.phase, before != called { return cause }
        if case .settings = input { return .settings }
        return place?.observer != former.observer ? .moved : cause
    }

    private mutating func call(
        _ span: PhaseSpan, _ reason: PhaseReason, _ now: Instant, _ scope: PhaseCall.Scope
    ) -> [Output] {
        let interrupted = phases.interrupted
        let isRecovered = interrupted?.phase == span.phase
        // In another login, all of them are due.
        let left = isRecovered && phases.isCalledInLogin ? interrupted?.failed ?? [] : []
        let call = PhaseCall(
            span, reason: reason, made: now, isRecovered: isRecovered, scope: left.isEmpty ? scope : .failed(left))
        // The entry of the interrupted call is written, and on the disk the ledger says so.
        let isContinued = call.isRecovered && phases.isCalledInLogin && interrupted?.open.contains(.entry) == false
        phases.interrupted = nil
        phases.isCalledInLogin = true
        phases.pending = call
        phases.last = (call, [])
        let hookCall = Output.callHooks(HookCall(call, at: place, timeLimit: settings.hooks.timeLimit))
        if isContinued { return [hookCall] }
        let failed = if case .failed(let hooks) = call.scope { hooks } else { [String]() }
        ledger.phase = PhaseRecord(span.phase, open: .call, made: now, login: phases.login, failed: failed)
        let entry = Output.journal(.phase(call, at: place, localTime: localTime))
        // systemd writes an entry of its own about a target.
        return [.keep(ledger)] + (call.scope == .target ? [] : [entry]) + [hookCall]
    }

    /// Records that the journal entry of a call that was begun by the last input is written.
    mutating func markPhaseBegun() {
        if phases.pending != nil { ledger.phase?.open.remove(.entry) }
    }

    /// Records that the target and the hooks of a call are started, unless a newer call has superseded it.
    mutating func markPhaseCalled(_ call: PhaseCall) -> [Output] {
        guard phases.pending == call else { return [] }
        phases.pending = nil
        ledger.phase?.open = call.scope == .target ? .hooks : []
        ledger.phase?.failed = phases.last?.failed ?? []
        return [.keep(ledger)] + awaitSession()
    }

    /// Records the failure of a hook that was started before the graphical session, as those are that run at a login or
    /// after the boot, unless a newer call has superseded it.
    mutating func notePhaseFailure(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        guard failure.isBeforeSession, case .phase(let call) = subject, phases.last?.call == call else { return [] }
        if case .failed = call.scope { return [] }
        guard phases.pending == nil else {
            phases.last?.failed.append(failure.hook)
            return []
        }
        ledger.phase?.failed.append(failure.hook)
        return [.keep(ledger)] + awaitSession()
    }

    /// Waits for the graphical session if hooks of this login are to be called again when it begins.
    func awaitSession() -> [Output] {
        ledger.phase?.awaitsSession == true && phases.isCalledInLogin ? [.awaitSession] : []
    }
}

extension PhaseRecord {
    /// Whether hooks have failed that are to be called again when the graphical session begins.
    fileprivate var awaitsSession: Bool { open.isEmpty && !failed.isEmpty }
}
