// SPDX-License-Identifier: MIT
package import Solar
package import Tracker

/// A clock that stands still until it jumps to its timer. Whatever a simulation does takes no simulated time, so nothing
/// is late, however slow the machine is.
@MainActor
package final class JumpingClock: @MainActor WallClock {
    package private(set) var now: Instant
    private let end: Instant
    private var timer: (instant: Instant, then: () -> Void)?

    /// A clock that shows `start`, and does not jump beyond `end`.
    package init(start: Instant, end: Instant) {
        (now, self.end) = (start, end)
    }

    /// The simulated machine has one boot, at an unknown time.
    package var boot: Boot? { nil }

    package func wait(until instant: Instant?, then: @escaping () -> Void) {
        timer = instant.map { (max($0, now), then) }
    }

    package var untilJump: Duration { min(timer?.instant ?? end, end) - now }

    /// Jumps to the instant of the timer, and fires it. Jumps to the end, and returns false, if that comes first.
    package func jump() -> Bool {
        guard let timer, timer.instant < end else {
            now = end
            return false
        }
        self.timer = nil
        now = timer.instant
        timer.then()
        return true
    }
}
