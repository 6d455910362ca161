public import Solar

/// A realtime clock of a test, with the service's one timer: nothing moves it but the test.
public struct SimulatedClock: Sendable {
    /// What it shows.
    public private(set) var now: Instant
    /// When its timer fires; nil while it is not armed.
    public var timer: Instant?

    /// A clock that shows that instant.
    public init(_ now: Instant) {
        self.now = now
    }

    /// Lets time pass to the instant, or to the timer if that comes first: then the timer fires, and is disarmed.
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

    /// Sets the clock, forward or back.
    mutating func set(to instant: Instant) {
        now = instant
    }
}
