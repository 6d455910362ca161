import CLinux
import Dispatch
import Glibc
public import Solar
public import Tracker

/// The system's realtime clock, and one Dispatch timer on it.
///
/// A timer with a wall deadline is a `timerfd(CLOCK_REALTIME, TFD_TIMER_ABSTIME)`: it follows when the clock is set, fires
/// on resume when its time passed in sleep, and lets the process sleep without a wakeup until then.
@MainActor
public final class DispatchWallClock: WallClock {
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    private var handler: @MainActor () -> Void = {}

    /// The realtime clock, with no timer armed.
    public init() {
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handler() }
        }
        timer.activate()
    }

    isolated deinit {
        timer.cancel()
    }

    /// The system's realtime clock, rounded down to the microsecond.
    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    public func wait(until instant: Instant?, then: @escaping @MainActor () -> Void) {
        handler = then
        guard let instant else {
            timer.schedule(wallDeadline: .distantFuture)
            return
        }
        let (seconds, microseconds) = instant.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        // An instant before 1970 is past on every clock that Linux can show.
        let deadline = timespec(tv_sec: max(0, Int(seconds)), tv_nsec: max(0, Int(microseconds) * 1000))
        timer.schedule(wallDeadline: DispatchWallTime(timespec: deadline))
    }

    public func stopwatchTime(until instant: Instant) -> Duration {
        max(.zero, instant - now)
    }
}
