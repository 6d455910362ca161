// SPDX-License-Identifier: MIT
import Solar

/// When to ask for the location with `Mode=follow`: immediately on a trigger, but not twice within `interval`. Further
/// triggers within this time share one request at its end.
///
/// The service's timer on the realtime clock is also set for the end of the interval. So the request is not late after
/// the machine resumes.
struct LocationRequests: Equatable, Sendable {
    /// The shortest time between two requests, so an unstable network does not cause more of them.
    static let interval = Duration.seconds(30)
    /// How long a change of the desktop's setting takes to reach GeoClue's agent, which grants or denies access
    /// according to it.
    static let settingDelay = Duration.seconds(2)

    /// The last request; nil before the first one.
    private var last: Instant?
    /// The time of the request for the triggers that are waiting; nil if no trigger is waiting.
    private var due: Instant?
    /// The time of the request after a change of the desktop's setting. A fix does not cancel this request.
    private var settingDue: Instant?

    /// When the next request is due; nil if no trigger is waiting.
    var next: Instant? { [due, settingDue].compactMap { $0 }.min() }

    mutating func add(_ trigger: LocationTrigger, at now: Instant) {
        guard trigger != .settingChanged else {
            settingDue = settingDue ?? now + Self.settingDelay
            return
        }
        due = due ?? max(now, (last ?? .earliest) + Self.interval)
    }

    /// Records a fix. It answers the waiting triggers, because it was taken after them: a pending request reports each
    /// new fix.
    mutating func answer() { due = nil }

    mutating func ask(at now: Instant) {
        (last, due, settingDue) = (now, nil, nil)
    }

    /// Adapts to the clock, which may have been set back, so no request waits longer than planned.
    mutating func follow(clock now: Instant) {
        last = last.map { min($0, now) }
        due = due.map { min($0, now + Self.interval) }
        settingDue = settingDue.map { min($0, now + Self.settingDelay) }
    }
}

/// A reason to ask for the location: the machine may have moved, or the permission may have changed. With
/// `Mode=follow`, the service asks on each trigger, and at no other time.
package enum LocationTrigger: Equatable, Sendable, CaseIterable {
    case resumed
    /// The machine has gone online, or has changed networks.
    case networkChanged
    /// The user's graphical session has begun.
    case sessionBegan
    case timeZoneChanged
    /// The user has enabled or disabled location services in the desktop's settings.
    case settingChanged
}
