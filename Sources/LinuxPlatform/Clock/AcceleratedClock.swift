import Dispatch
public import Solar
public import Tracker

/// A clock that starts where one likes and runs as fast as one likes, to see days pass in seconds.
@MainActor
public final class AcceleratedClock: WallClock {
    /// How many times as fast as others a clock runs: 0.001 to 1,000,000.
    public struct Speed: Hashable, Sendable {
        let factor: Double

        /// That many times as fast; nil outside 0.001 to 1,000,000 and for what is not a number.
        public init?(_ factor: Double) {
            guard (0.001...1_000_000).contains(factor) else { return nil }
            self.factor = factor
        }

        /// An hour in a second.
        public static let hourInASecond = Speed(unchecked: 3600)

        private init(unchecked factor: Double) { self.factor = factor }
    }

    private let start: Instant
    private let speed: Double
    private let startedAt = ContinuousClock.now
    private let timer = OneShotTimer()

    /// A clock that shows `start` now.
    public init(start: Instant, speed: Speed) {
        self.start = start
        self.speed = speed.factor
    }

    /// The simulated time.
    public var now: Instant { reading() }

    /// Reads the simulated time on whichever thread.
    public var reading: @Sendable () -> Instant {
        { [start, startedAt, speed] in start + startedAt.duration(to: .now) * speed }
    }

    /// The simulated machine has booted when the clock was started, which nobody sets.
    public var boot: Boot? { Boot(id: "simulation", instant: start) }

    /// Fires when the simulated time has come.
    public func wait(until instant: Instant?, then: @escaping @MainActor () -> Void) {
        guard let instant else { return timer.disarm() }
        // A microsecond more, since a timer must not fire early. A thousand years are enough for any deadline.
        let microseconds = min(monotonicTime(until: instant).microseconds, 31_557_600_000_000_000) + 1
        timer.fire(at: .now() + .microseconds(Int(microseconds)), then)
    }

    /// The real time until then.
    public func monotonicTime(until instant: Instant) -> Duration {
        max(.zero, (instant - now) / speed)
    }
}
