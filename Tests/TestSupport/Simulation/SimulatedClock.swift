// SPDX-License-Identifier: MIT
package import Solar

/// A realtime clock with the service's only timer. Only the test moves it.
package struct SimulatedClock: Sendable {
    package private(set) var now: Instant
    /// The time at which the timer fires; nil while it is not armed.
    package var timer: Instant?

    package init(_ now: Instant) {
        self.now = now
    }

    /// Advances the clock to the instant, or to the expiry of the timer if that is earlier. The timer then fires, and
    /// is disarmed.
    ///
    /// - Returns: whether the timer has fired.
    mutating func pass(until end: Instant) -> Bool {
        guard let timer, timer <= end else {
            now = max(now, end)
            return false
        }
        now = max(now, timer)
        self.timer = nil
        return true
    }

    /// Sets the clock forward or back.
    mutating func set(to instant: Instant) {
        now = instant
    }
}
