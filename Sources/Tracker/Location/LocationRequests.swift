import Solar

/// When the location is asked for with `Mode=follow`: at once on an occasion, but not twice within `interval`. Occasions
/// within it share one request at its end.
///
/// The end of the interval is one of the instants that the service's timer is armed for, on the realtime clock. So it is
/// not late after a sleep.
struct LocationRequests: Equatable, Sendable {
    /// The shortest time between two requests: a network that comes and goes all the time does not cause more of them.
    static let interval = Duration.seconds(30)
    /// How long a change of the desktop's setting takes to reach GeoClue's agent, which decides by it.
    static let settingDelay = Duration.seconds(2)

    /// The last request; nil before the first one.
    private var last: Instant?
    /// When to ask for the occasions that wait; nil if none does.
    private var due: Instant?
    /// When to ask after a change of the desktop's setting, which no fix answers.
    private var settingDue: Instant?

    /// The next request; nil if no occasion waits.
    var next: Instant? { [due, settingDue].compactMap { $0 }.min() }

    /// Records an occasion.
    mutating func add(_ occasion: LocationTrigger, at now: Instant) {
        guard occasion != .settingChanged else {
            settingDue = settingDue ?? now + Self.settingDelay
            return
        }
        due = due ?? max(now, (last ?? .earliest) + Self.interval)
    }

    /// Records a fix. It was taken after the occasions that wait, because a request that is open reports each new one.
    mutating func answer() { due = nil }

    /// Records a request.
    mutating func ask(at now: Instant) {
        (last, due, settingDue) = (now, nil, nil)
    }

    /// Adapts to the clock, which may have been set back: nothing waits for longer than it would have.
    mutating func follow(clock now: Instant) {
        last = last.map { min($0, now) }
        due = due.map { min($0, now + Self.interval) }
        settingDue = settingDue.map { min($0, now + Self.settingDelay) }
    }
}

/// An occasion on which the machine may have moved, or the permission to locate it may have changed. With `Mode=follow`,
/// the location is asked for on each, and at no other time.
package enum LocationTrigger: Equatable, Sendable, CaseIterable {
    /// The machine has resumed from sleep.
    case resumed
    /// The machine is online, or by another network than before.
    case networkChanged
    /// The user's graphical session has begun.
    case sessionBegan
    /// The time zone was set.
    case timeZoneChanged
    /// The user has switched location services on or off in the desktop's settings.
    case settingChanged
}

extension Input {
    /// The occasion of an input; nil for an input after which the location is not asked for.
    var locationTrigger: LocationTrigger? {
        switch self {
        case .locationTrigger(let occasion): occasion
        case .timeZoneChanged: .timeZoneChanged
        case .clockStepped: .resumed
        default: nil
        }
    }
}
