import Solar

/// When the notification server may be asked after it has failed: one wait for all popups together.
///
/// Each try may start a server over the bus, which may die at once. So the wait holds for the sum of the popups, and a
/// server that appears shortens it only when it has stayed for a while.
struct ServerBackoff: Sendable {
    /// A server that has appeared is asked when it has stayed this long.
    static let settling = Duration.seconds(2)
    /// The wait after the first failure; it doubles with each that follows.
    static let shortest = Duration.seconds(5)

    /// Whether the server that is there has shown the popup it was asked for last. If not, one popup at a time is tried.
    private(set) var isProven = false
    /// Failures since a popup was last shown.
    private var failures = 0
    private var last: Failure?
    /// When the server has appeared that was not asked yet.
    private var appeared: Instant?

    private struct Failure {
        var instant: Instant
        /// The next try.
        var next: Instant
        /// The number of the last popup that was wanted by then.
        let newest: UInt64
    }

    /// The wait after so many failures in a row: 5, 10, 20, … seconds up to 80, or an eighth of the grace where that is
    /// more; never more than a quarter of it.
    static func wait(after failures: Int, grace: Duration) -> Duration {
        min(shortest * (1 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    /// The earliest instant at which a popup may be asked for.
    ///
    /// - Parameters:
    ///   - number: the popup's. One that is wanted only since the last failure does not wait as long as those before it.
    ///   - own: the popup's own time.
    func due(_ number: UInt64, from own: Instant) -> Instant {
        if isProven { return own }
        let settled = appeared.map { $0 + Self.settling } ?? .latest
        guard let last else { return own }
        let next = number > last.newest ? min(last.next, last.instant + Self.shortest) : last.next
        return max(min(own, settled), min(next, settled))
    }

    /// Notes that the server shows a popup.
    mutating func recordSuccess() { self = ServerBackoff(isProven: true) }

    /// Notes that a popup was not shown, which was asked for at `asked`.
    mutating func recordFailure(askedAt asked: Instant, newest: UInt64, at now: Instant, grace: Duration) {
        isProven = false
        failures += 1
        last = Failure(instant: now, next: now + Self.wait(after: failures, grace: grace), newest: newest)
        // It was asked, and has no other try in advance. One that has appeared since then may be the next one.
        if let appeared, appeared < asked { self.appeared = nil }
    }

    /// Notes that there is another server.
    mutating func serverAppeared(at now: Instant) { (isProven, appeared) = (false, now) }

    /// Notes that the server has left.
    mutating func serverLeft() { (isProven, appeared) = (false, nil) }

    /// Lets nobody wait for a clock that has gone back.
    mutating func clockWentBack(to now: Instant) {
        appeared = appeared.map { min($0, now) }
        last?.instant = now
        last?.next = now
    }

    init() {}

    private init(isProven: Bool) { self.isProven = isProven }
}
