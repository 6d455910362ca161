package import Solar

/// The pause of notifications, which the user asks for: until its end nothing is shown. Journal, hooks and signals go on.
package enum Pause {
    /// The longest time to the end of a pause. One that ends later was asked for while the clock was wrong, and is none.
    package static let longest = Duration.seconds(7 * 86_400)
    /// When a pause ends for which no end is given.
    package static let morning = TimeOfDay(hour: 8, minute: 0)

    /// Whether nothing is shown at an instant, if a pause ends at `end`.
    package static func isInForce(until end: Instant, at now: Instant) -> Bool { now < end && end - now <= longest }

    /// Why a pause cannot end at an instant, for a program that asks for it; nil if it can.
    package static func obstacle(until end: Instant, at now: Instant) -> String? {
        guard !isInForce(until: end, at: now) else { return nil }
        return end > now ? "a pause ends within 7 days" : "that time has passed"
    }

    /// The end of a pause until the morning: 08:00.
    package static func nextMorning(after now: Instant, in localTime: any LocalTime) -> Instant {
        morning.map { localTime.next($0, after: now) } ?? now
    }
}

extension Tracker {
    /// The end of the pause in force; nil without one.
    func pausedUntil(at now: Instant) -> Instant? {
        ledger.notes[.paused].flatMap { Pause.isInForce(until: $0, at: now) ? $0 : nil }
    }

    /// Begins, changes or ends the pause. What waits to be shown is left out by `showPending`.
    mutating func pause(until end: Instant?, at now: Instant) -> [Output] {
        let before = pausedUntil(at: now)
        ledger.notes[.paused] = end.flatMap { Pause.isInForce(until: $0, at: now) ? $0 : nil }
        guard pausedUntil(at: now) != before else { return [] }
        return [.keep(ledger), .journal(.paused(until: pausedUntil(at: now), localTime: localTime))]
    }
}
