import Dispatch
public import Solar
public import Tracker

/// A clock that starts where one likes and runs as fast as one likes, to see days pass in seconds.
@MainActor
public final class AcceleratedClock: WallClock {
    private let start: Instant
    private let speed: Double
    private let startedAt = ContinuousClock.now
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    private var handler: @MainActor () -> Void = {}

    /// A clock that shows `start` now and runs `speed` times as fast as others.
    ///
    /// - Parameter speed: more than zero; nil is the answer to anything else.
    public init?(start: Instant, speed: Double) {
        guard speed > 0, speed.isFinite else { return nil }
        self.start = start
        self.speed = speed
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handler() }
        }
        timer.activate()
    }

    isolated deinit {
        timer.cancel()
    }

    public var now: Instant {
        start + startedAt.duration(to: .now) * speed
    }

    public func wait(until instant: Instant?, then: @escaping @MainActor () -> Void) {
        handler = then
        guard let instant else {
            timer.schedule(wallDeadline: .distantFuture)
            return
        }
        // Rounded up, since a timer must not fire early.
        let nanoseconds = stopwatchTime(until: instant).microseconds.multipliedReportingOverflow(by: 1000)
        timer.schedule(
            deadline: .now() + .nanoseconds(nanoseconds.overflow ? .max : Int(nanoseconds.partialValue) + 1000))
    }

    public func stopwatchTime(until instant: Instant) -> Duration {
        max(.zero, (instant - now) / speed)
    }
}
