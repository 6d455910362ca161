// SPDX-License-Identifier: MIT
import Solar

/// When the notification server may be sent a popup after a failure. There is one wait for all popups together.
///
/// Each attempt may make the bus start a server, which may crash immediately. So the wait applies to all popups, and a
/// server that appears shortens it only after staying for a while.
struct ServerBackoff: Hashable, Sendable {
    /// How long a new server must stay on the bus before it is sent a popup.
    static let settling = Duration.seconds(2)
    /// The wait after the first failure; it doubles with each further failure.
    static let shortest = Duration.seconds(5)

    /// Whether the current server has shown the last popup that it was sent. If not, popups are sent one at a time.
    private(set) var isProven = false
    /// The number of failures since a popup was last shown.
    private var failures = 0
    private var last: Failure?
    /// When the server appeared, if it has not been sent a popup yet.
    private var appeared: Instant?

    private struct Failure: Hashable {
        var instant: Instant
        /// The next attempt.
        var next: Instant
        /// The number of the newest popup at the time of the failure.
        let newest: UInt64
    }

    /// The wait after that many failures in a row: 5, 10, 20, … seconds, up to 80 seconds or an eighth of the grace
    /// period, whichever is longer, but at most a quarter of the grace period.
    static func wait(after failures: Int, grace: Duration) -> Duration {
        min(shortest * (1 << min(failures - 1, 14)), max(min(.seconds(80), grace / 4), grace / 8))
    }

    /// The earliest instant at which a popup may be sent.
    ///
    /// - Parameters:
    ///   - number: the popup's number. A popup that is newer than the last failure waits for a shorter time than older
    ///     ones.
    ///   - own: the earliest instant for this popup alone.
    func due(_ number: UInt64, from own: Instant) -> Instant {
        if isProven { return own }
        let settled = appeared.map { $0 + Self.settling } ?? .latest
        guard let last else { return own }
        let next = number > last.newest ? min(last.next, last.instant + Self.shortest) : last.next
        return max(min(own, settled), min(next, settled))
    }

    /// Records that the server shows a popup.
    mutating func recordSuccess() {
        self = ServerBackoff()
        isProven = true
    }

    /// Records that a popup, sent at `asked`, was not shown.
    mutating func recordFailure(askedAt asked: Instant, newest: UInt64, at now: Instant, grace: Duration) {
        isProven = false
        failures += 1
        last = Failure(instant: now, next: now + Self.wait(after: failures, grace: grace), newest: newest)
        // The server that was asked has had its attempt. A server that appeared later still gets one.
        if let appeared, appeared < asked { self.appeared = nil }
    }

    /// Records that there is another server.
    mutating func serverAppeared(at now: Instant) { (isProven, appeared) = (false, now) }

    /// Records that the server has left.
    mutating func serverLeft() { (isProven, appeared) = (false, nil) }

    /// Shortens the wait after the clock was set back.
    mutating func clockWentBack(to now: Instant) {
        appeared = appeared.map { min($0, now) }
        last?.instant = now
        last?.next = now
    }
}
