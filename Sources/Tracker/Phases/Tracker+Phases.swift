import Solar

/// The phase in force, and the calls of its hooks.
///
/// A call is made in the same steps as an announcement: the ledger says *begun*, then come the journal entry and the hooks. A
/// ledger written from the next input on says *calling* while the hooks are being started, and *called* in the end.
extension Tracker {
    /// What decides the phase, as it was before an input.
    struct PhaseSituation {
        let span: PhaseSpan?
        let observer: Observer?
        let hooks: Set<Phase>
    }

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

    /// What decides the phase at present.
    mutating func phaseSituation(at now: Instant) -> PhaseSituation {
        PhaseSituation(span: phaseSpan(at: now), observer: place?.observer, hooks: hooks.phases)
    }

    /// Calls the hooks of the phase in force, if it is another one than they were called for last, and once a login.
    ///
    /// A phase without hooks is not called for, so that hooks that are added to it are, also while no service runs.
    ///
    /// - Parameters:
    ///   - cause: what made time pass before the input.
    ///   - former: what decided the phase before the input.
    mutating func callPhase(
        after input: Input, _ cause: PhaseReason, from former: PhaseSituation, at now: Instant
    ) -> [Output] {
        guard !hooks.phases.isEmpty else { return forgetPhase() }
        guard let span = phaseSpan(at: now) else { return [] }
        guard hooks.phases.contains(span.phase) else { return forgetPhase() }
        guard ledger.phase?.phase != span.phase || !phases.isCalledInLogin || phases.interrupted != nil else {
            return callFailedHooks(after: input, span, now)
        }
        return call(span, reason(after: input, cause, from: former, to: span), now)
    }

    /// Calls once more the hooks that failed before the graphical session, when it has begun.
    private mutating func callFailedHooks(after input: Input, _ span: PhaseSpan, _ now: Instant) -> [Output] {
        guard case .graphicalSessionBegan = input, let record = ledger.phase, record.awaitsSession else { return [] }
        return call(span, .session, now, only: record.failed)
    }

    /// Records that nothing is called for.
    private mutating func forgetPhase() -> [Output] {
        guard ledger.phase != nil else { return [] }
        ledger.phase = nil
        (phases.interrupted, phases.pending, phases.last) = (nil, nil, nil)
        return [.keep(ledger)]
    }

    /// Why the hooks are called that are due after an input.
    private func reason(
        after input: Input, _ cause: PhaseReason, from former: PhaseSituation, to span: PhaseSpan
    ) -> PhaseReason {
        if case .phaseRequested = input { return .hand }
        let isSettings = if case .settings(.success, _, _) = input { true } else { false }
        if isSettings, !former.hooks.contains(span.phase) { return .settings }
        guard cause != .start, phases.isCalledInLogin || former.span != nil else { return .start }
        // Whatever the input has changed, the phase had changed before it.
        if let before = former.span?.phase, let called = ledger.phase?.phase, before != called { return cause }
        if isSettings { return .settings }
        return place?.observer != former.observer ? .moved : cause
    }

    /// - Parameter failed: the paths of the hooks, if only these are called; nil for all.
    private mutating func call(
        _ span: PhaseSpan, _ reason: PhaseReason, _ now: Instant, only failed: [String]? = nil
    ) -> [Output] {
        let interrupted = phases.interrupted
        let isRecovered = interrupted?.phase == span.phase
        // In another login, all of them are due.
        let left = isRecovered && phases.isCalledInLogin ? interrupted?.failed ?? [] : []
        let hooks = failed ?? (left.isEmpty ? nil : left)
        let call = PhaseCall(span, reason: reason, made: now, isRecovered: isRecovered, hooks: hooks)
        // The entry of the interrupted call is written, and on the disk the ledger says so.
        let isContinued = call.isRecovered && phases.isCalledInLogin && interrupted?.step == .calling
        phases.interrupted = nil
        phases.isCalledInLogin = true
        phases.pending = call
        phases.last = (call, [])
        phases.isBegun = true
        let hookCall = Output.callHooks(HookCall(call, at: place, timeLimit: settings.hooks.timeLimit))
        if isContinued { return [hookCall] }
        ledger.phase = PhaseRecord(span.phase, .begun, made: now, login: phases.login, failed: hooks ?? [])
        return [.keep(ledger), .journal(.phase(call, at: place, localTime: localTime)), hookCall]
    }

    /// Records that the journal entry of a call that was begun by the last input is written.
    mutating func markPhaseBegun() {
        guard phases.isBegun else { return }
        phases.isBegun = false
        ledger.phase?.step = phases.pending == nil ? .called : .calling
    }

    /// Records that the hooks of a call are started, unless a newer call has superseded it.
    mutating func markPhaseCalled(_ call: PhaseCall) -> [Output] {
        guard phases.pending == call else { return [] }
        phases.pending = nil
        ledger.phase?.step = .called
        ledger.phase?.failed = phases.last?.failed ?? []
        return [.keep(ledger)] + awaitSession()
    }

    /// Records the failure of a hook that was started before the graphical session, as those are that run at a login or
    /// after the boot, unless a newer call has superseded it.
    mutating func notePhaseFailure(_ failure: HookFailure, _ subject: HookCall.Subject) -> [Output] {
        guard failure.isBeforeSession, case .phase(let call) = subject, call.hooks == nil, phases.last?.call == call
        else {
            return []
        }
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
    fileprivate var awaitsSession: Bool { step == .called && !failed.isEmpty }
}
