package import Solar

/// A phase that was set by hand, in place of that by the settings.
///
/// It ends at its time, or by `PhaseRequest.auto`, and with the login in which it was set. One without a time of its own ends
/// at the next boundary by the settings: when the phase that was set begins by itself. If that boundary moves with the place,
/// the time zone, the clock or the settings, the end moves with it; without a place there is none. A time of its own stays
/// that instant, whatever moves.
package struct PhaseOverride: Hashable, Sendable {
    /// The phase.
    package var phase: Phase
    /// When it was set.
    package var made: Instant
    /// When it ends; nil if no end is known.
    package var until: Instant?
    /// Whether it ends at the next boundary, wherever that moves.
    package var endsAtBoundary: Bool
    /// The login in which it was set; nil if it is not known. Then it does not outlive the run of the service.
    package var login: Login?

    /// A phase that was set.
    package init(_ phase: Phase, made: Instant, until: Instant?, endsAtBoundary: Bool, login: Login?) {
        self.phase = phase
        self.made = made
        self.until = until
        self.endsAtBoundary = endsAtBoundary
        self.login = login
    }

    /// The phase and its bounds.
    var span: PhaseSpan { PhaseSpan(phase, since: made, until: until, isSetByHand: true) }

    /// Whether it is over.
    ///
    /// - Parameter settings: the phase by the settings; nil if it is not known.
    func hasEnded(at now: Instant, by settings: PhaseSpan?) -> Bool {
        if let until, until <= now { return true }
        return endsAtBoundary && settings?.phase == phase
    }
}

/// A request to set the phase by hand.
package enum PhaseRequest: Equatable, Sendable {
    /// Set this phase until an instant; nil for the next boundary.
    case set(Phase, until: Instant?)
    /// Set the other phase than that in force, likewise.
    case toggle(until: Instant?)
    /// Follow the settings again.
    case auto

    /// The names of the requests: those of the phases, and these.
    package static let names = Phase.allCases.map(\.rawValue) + ["toggle", "auto"]

    /// The request with a name.
    ///
    /// - Parameter until: nil for the next boundary.
    init(_ name: String, until: Instant?, at now: Instant) throws(PhaseRequestError) {
        if let until {
            guard until > now else { throw .past(until) }
            guard until - now <= Self.longest else { throw .tooFar(until) }
        }
        switch name {
        case "toggle": self = .toggle(until: until)
        case "auto":
            guard until == nil else { throw .untilOfAuto }
            self = .auto
        default:
            guard let phase = Phase(rawValue: name) else { throw .unknown(name) }
            self = .set(phase, until: until)
        }
    }

    private static let longest = Duration.seconds(366 * 86_400)
}

/// Why a request to set the phase is refused.
package enum PhaseRequestError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no request of that name.
    case unknown(String)
    /// The end is not in the future.
    case past(Instant)
    /// The end is more than a year ahead.
    case tooFar(Instant)
    /// `auto` has no end.
    case untilOfAuto
    /// No phase is known that could be toggled.
    case noPhase

    /// What is wrong, and what would be right.
    package var description: String {
        switch self {
        case .unknown(let name):
            "there is no phase \"\(String(name.prefix(40)).printable)\"; give one of \(PhaseRequest.names.joined(separator: ", "))"
        case .past(let instant):
            "\(instant.rfc3339(fractionDigits: 0)) is past; give a time to come, or 0 for the next boundary"
        case .tooFar(let instant):
            "\(instant.rfc3339(fractionDigits: 0)) is more than a year ahead; give an earlier time, or 0 for the next boundary"
        case .untilOfAuto: "auto has no end; give 0 as the time"
        case .noPhase: "no place is known, so there is no phase to toggle; give day or night"
        }
    }
}

extension Tracker {
    /// Why a request is refused; nil if it is not.
    mutating func refusal(of request: PhaseRequest, at now: Instant) -> PhaseRequestError? {
        if case .toggle = request, phaseSpan(at: now) == nil { .noPhase } else { nil }
    }

    /// Sets the phase, or follows the settings again. The phase that they have anyway needs no override, unless it is to last
    /// until a time.
    mutating func set(_ request: PhaseRequest, at now: Instant) -> [Output] {
        let wish: (phase: Phase?, until: Instant?) =
            switch request {
            case .set(let phase, let until): (phase, until)
            case .toggle(let until): (phaseSpan(at: now)?.phase.other, until)
            case .auto: (nil, nil)
            }
        let settings = phaseSpanBySettings(at: now)
        guard let phase = wish.phase, wish.until != nil || phase != settings?.phase else { return endOverride(at: now) }
        ledger.override = PhaseOverride(
            phase, made: now, until: wish.until ?? settings?.until, endsAtBoundary: wish.until == nil,
            login: phases.login)
        return [.keep(ledger)] + reportOverride(at: now)
    }

    /// Ends the override if it is over, and moves its end with the boundary.
    mutating func followOverride(at now: Instant) -> [Output] {
        guard let override = ledger.override else { return [] }
        let settings = phaseSpanBySettings(at: now)
        if override.hasEnded(at: now, by: settings) { return endOverride(at: now) }
        guard override.endsAtBoundary, let settings, settings.until != override.until else { return [] }
        ledger.override?.until = settings.until
        return [.keep(ledger)]
    }

    private mutating func endOverride(at now: Instant) -> [Output] {
        guard ledger.override != nil else { return [] }
        ledger.override = nil
        return [.keep(ledger)] + reportOverride(at: now)
    }

    private mutating func reportOverride(at now: Instant) -> [Output] {
        [.journal(.phaseSet(phaseSpan(at: now), at: now, localTime: localTime))]
    }
}
