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

    /// The time until the instant. It is an upper bound for the time awake, because CLOCK_MONOTONIC stops during
    /// suspend.
    package func monotonicTime(until instant: Instant) -> Duration {
        max(.zero, instant - now)
    }
}

/// Reports that the realtime clock was set, or that the machine has resumed.
///
/// Dispatch adjusts its own timer to such a change, but does not report it. So this class keeps a timer that never
/// fires, and detects its cancellation (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
@MainActor
package final class ClockStepMonitor {
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    /// Calls the handler on the main queue whenever the clock was set or the machine has resumed.
    package init(_ handler: @escaping @MainActor () -> Void) throws {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError("timerfd_create", number: errno) }
        self.descriptor = descriptor
        guard Self.arm(descriptor) else {
            let error = SystemError("timerfd_settime", number: errno)
            close(descriptor)
            throw error
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler {
            var expirations: UInt64 = 0
            let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
            guard count < 0, errno == ECANCELED else { return }
            _ = Self.arm(descriptor)
            MainActor.assumeIsolated(handler)
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }

    /// Arms the timer about 250 years ahead, a time that every kernel can represent.
    private nonisolated static func arm(_ descriptor: Int32) -> Bool {
        var never = itimerspec()
        never.it_value.tv_sec = 8_000_000_000
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(descriptor, flags, &never, nil) == 0
    }
}

/// A timer on the main queue that fires once after a span of time awake (CLOCK_MONOTONIC), unless it is stopped first.
@MainActor
protocol Countdown: AnyObject {
    /// Starts the timer, or restarts it with another span.
    func start(_ span: Duration, then: @escaping @MainActor () -> Void)
    func stop()
}

/// A Dispatch timer on the main queue that fires once, at its last deadline.
@MainActor
package final class OneShotTimer {
    private let source = DispatchSource.makeTimerSource(queue: .main)
    private var handler: @MainActor () -> Void = {}

    /// A timer that is not started.
    package init() {
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handler() }
        }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }

    /// Fires when the realtime clock reaches the deadline.
    func fire(atWallTime deadline: DispatchWallTime, _ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        source.schedule(wallDeadline: deadline)
    }
}

extension OneShotTimer: Countdown {
    /// Fires after the span, unless it is stopped or started again.
    package func start(_ span: Duration, then: @escaping @MainActor () -> Void) {
        handler = then
        source.schedule(deadline: .now() + .microseconds(Int(span.microseconds)))
    }

    /// Prevents the timer from firing.
    package func stop() {
        source.schedule(wallDeadline: .distantFuture)
    }
}
