// SPDX-License-Identifier: MIT
import Configuration
package import Solar

/// A phase that was set manually, in place of the phase according to the settings.
///
/// An override ends with the login in which it was set, by `PhaseRequest.auto`, or at its end. If the request names an
/// end, that end never moves. A clock that was ahead when the override ended, by more than an announcement tolerates, has
/// not ended it.
///
/// If the request names no end, the override ends at the next boundary according to the settings, because the phase
/// that was set then begins anyway. The end moves with this boundary: with the place, the time zone, the clock and the
/// settings. While the phase according to the settings is not known, the end does not move, and a new override has no
/// end.
package struct PhaseOverride: Hashable, Sendable {
    package var phase: Phase
    package var made: Instant
    /// When the override ends; nil if no end is known.
    package var until: Instant?
    /// Whether the override ends at the next boundary, wherever that moves.
    package var endsAtBoundary: Bool
    /// Whether the override has ended. It is kept, because a clock that was ahead may have ended it.
    package var isOver = false
    /// The login in which the override was set; nil if it is not known. An override of an unknown login ends with the
    /// run of the service.
    package var login: Login?

    /// The phase and its bounds.
    ///
    /// - Parameter next: the phase according to the settings at the end of the override; nil if it is not known.
    func span(before next: PhaseSpan?) -> PhaseSpan {
        let end = next.map { $0.phase == phase ? $0.until : until } ?? nil
        return PhaseSpan(phase, since: made, until: end, isSetManually: true, overrideUntil: until)
    }

    /// Whether the override has ended.
    ///
    /// - Parameter settings: the phase according to the settings; nil if it is not known.
    func hasEnded(at now: Instant, by settings: PhaseSpan?) -> Bool {
        isPast(at: now) || endsAtBoundary && settings?.phase == phase
    }

    func isPast(at now: Instant) -> Bool {
        guard let until else { return false }
        return until <= now || isOver && until - now <= Ledger.clockTolerance
    }
}

package enum PhaseRequest: Hashable, Sendable {
    /// Set this phase until an instant; if nil, until the next boundary.
    case set(Phase, until: Instant?)
    /// Set the phase that is not the current one, until an instant; if nil, until the next boundary.
    case toggle(until: Instant?)
    /// Follow the settings again.
    case auto

    /// The names of the requests: the names of the phases, and two more.
    package static let names = Phase.allCases.map(\.rawValue) + ["toggle", "auto"]

    /// The request with this name.
    ///
    /// - Parameter until: when the override ends; nil for the next boundary.
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

    /// How far ahead the end of an override can be.
    package static let longest = Duration.seconds(366 * 86_400)
}

/// The reason why a request to set the phase is refused.
package enum PhaseRequestError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(String)
    case past(Instant)
    case tooFar(Instant)
    /// The request is `auto`, and names an end.
    case untilOfAuto
    /// No phase is known, so there is none to toggle.
    case noPhase
    /// The phase was set this often within a minute, perhaps by hooks in a loop.
    case tooOften(Int)

    /// The error and its remedy.
    package var description: String {
        switch self {
        case .unknown(let name):
            "unknown phase \"\(String(name.prefix(40)).printable)\"; use one of \(PhaseRequest.names.joined(separator: ", "))"
        case .past(let instant):
            "\(instant.rfc3339(fractionDigits: 0)) is in the past; use a later time, or 0 for the next boundary"
        case .tooFar(let instant):
            "\(instant.rfc3339(fractionDigits: 0)) is more than a year ahead; use an earlier time, or 0 for the next boundary"
        case .untilOfAuto: "auto has no end; use 0 as the time"
        case .noPhase: "no place is known, so there is no phase to toggle; use day or night"
        case .tooOften(let most):
            "the phase was set \(most) times within a minute; check whether hooks set the phase, then try again in a minute"
        }
    }
}
