// SPDX-License-Identifier: MIT
import Solar

/// Sets the phase manually, and follows the override until it ends.
extension Tracker {
    /// The reason why a request is refused; nil if it is accepted.
    mutating func refusal(of request: PhaseRequest, at now: Instant) -> PhaseRequestError? {
        if case .toggle = request, phaseSpan(at: now) == nil { .noPhase } else { nil }
    }

    /// Sets the phase, or follows the settings again. If the request names no end, and its phase is the phase according
    /// to the settings, no override is needed, and an existing override ends.
    mutating func set(_ request: PhaseRequest, at now: Instant) -> [Output] {
        let wish: (phase: Phase?, until: Instant?) =
            switch request {
            case .set(let phase, let until): (phase, until)
            case .toggle(let until): (phaseSpan(at: now)?.phase.other, until)
            case .auto: (nil, nil)
            }
        let settings = phaseSpanBySettings(at: now)
        guard let phase = wish.phase, wish.until != nil || phase != settings?.phase else { return endOverride(at: now) }
        let override = PhaseOverride(
            phase: phase, made: now, until: wish.until ?? settings?.until, endsAtBoundary: wish.until == nil,
            login: phases.login)
        let isKept = ledger.override == override
        ledger.override = override
        return (isKept ? [] : keep()) + reportOverride(at: now)
    }

    /// Ends the override, or resumes it because the clock was ahead when it ended. Otherwise, its end moves with the
    /// boundary. The outputs follow a write of the ledger, if it has changed.
    mutating func followOverride(at now: Instant) -> [Output] {
        guard let before = ledger.override else { return [] }
        var override = before
        let settings = phaseSpanBySettings(at: now)
        override.isOver = before.hasEnded(at: now, by: settings)
        if override.isOver {
            // The settings have ended it, perhaps once more, because the clock that first ended it was ahead.
            if !before.isPast(at: now) { override.until = now }
        } else if override.endsAtBoundary, let settings {
            override.until = settings.until
        }
        guard override != before else { return [] }
        ledger.override = override
        return override.isOver == before.isOver ? [] : reportOverride(at: now)
    }

    private mutating func endOverride(at now: Instant) -> [Output] {
        guard let override = ledger.override else { return [] }
        ledger.override = nil
        return keep() + (override.isOver ? [] : reportOverride(at: now))
    }

    private mutating func reportOverride(at now: Instant) -> [Output] {
        [.journal(.phaseSet(phaseSpan(at: now), now: now))]
    }
}
