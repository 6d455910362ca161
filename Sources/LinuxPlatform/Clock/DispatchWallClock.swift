import CLinux
import Dispatch
public import Solar
import Systemd
public import Tracker

/// The system's realtime clock, and one Dispatch timer on it.
///
/// A timer with a wall deadline is a `timerfd(CLOCK_REALTIME, TFD_TIMER_ABSTIME)`: it follows when the clock is set, fires
/// on resume when its time passed in sleep, and lets the process sleep without a wakeup until then.
@MainActor
public final class DispatchWallClock: WallClock {
    private let timer = OneShotTimer()
    private let bootID = bootIdentifier()

    /// The realtime clock, with no timer armed.
    public init() {}

    /// The boot of the kernel; nil where it has no name, as without `/proc`, and where the machine fell asleep between one
    /// clock and the other: then they do not belong together.
    public var boot: Boot? {
        let before = bootTimeMicroseconds()
        let now = now
        guard let bootID, bootTimeMicroseconds() - before < 500_000 else { return nil }
        return Boot(id: bootID, instant: now - .microseconds(before))
    }

    /// The system's realtime clock, rounded down to the microsecond.
    public var now: Instant { Self.time }

    /// What that clock shows, on whichever thread.
    public nonisolated static var time: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Fires when the realtime clock shows the instant, at once if it is past.
    public func wait(until instant: Instant?, then: @escaping @MainActor () -> Void) {
        guard let instant else { return timer.disarm() }
        // What is past need not be told by its number: Dispatch has its own meaning for 0 and below.
        guard instant > now else { return timer.fire(atWallTime: .now(), then) }
        let (seconds, microseconds) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let deadline = timespec(tv_sec: Int(seconds), tv_nsec: Int(microseconds) * 1000)
        timer.fire(atWallTime: DispatchWallTime(timespec: deadline), then)
    }

    /// The time until then; sleep only makes the stopwatch run less.
    public func monotonicTime(until instant: Instant) -> Duration {
        max(.zero, instant - now)
    }
}
