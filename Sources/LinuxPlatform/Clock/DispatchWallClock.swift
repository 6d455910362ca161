// SPDX-License-Identifier: MIT
import CLinux
import Dispatch
import Glibc
package import Solar
import Systemd
package import Tracker

/// The system's realtime clock, and one Dispatch timer on it.
///
/// A timer with a wall deadline is a `timerfd(CLOCK_REALTIME, TFD_TIMER_ABSTIME)`: it follows clock changes, fires on
/// resume if its time passed during suspend, and causes no earlier wakeup.
@MainActor
package final class DispatchWallClock: @MainActor WallClock {
    private let timer = OneShotTimer()
    private let bootID = bootIdentifier()

    package init() {}

    /// The current boot of the kernel; nil if it has no identifier, as without `/proc`, or if the machine was suspended
    /// between the reads of the two clocks, whose difference is then not the time of the boot.
    package var boot: Boot? {
        let before = bootTimeMicroseconds()
        let now = now
        guard let bootID, bootTimeMicroseconds() - before < 500_000 else { return nil }
        return Boot(id: bootID, instant: now - .microseconds(before))
    }

    /// The realtime clock, rounded down to the microsecond.
    package var now: Instant { Self.time }

    /// The same clock, for use on any thread.
    package nonisolated static var time: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Fires when the realtime clock reaches the instant, or immediately if it is in the past.
    package func wait(until instant: Instant?, then: @escaping () -> Void) {
        guard let instant else { return timer.stop() }
        // For Dispatch, 0 and negative times have special meanings.
        guard instant > now else { return timer.fire(atWallTime: .now()) { then() } }
        let (seconds, microseconds) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let deadline = timespec(tv_sec: Int(seconds), tv_nsec: Int(microseconds) * 1000)
        timer.fire(atWallTime: DispatchWallTime(timespec: deadline)) { then() }
    }
}
