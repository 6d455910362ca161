import Dispatch
package import Solar
package import Tracker

/// A clock that starts at any time and runs at any speed, so days can pass in seconds.
@MainActor
package final class AcceleratedClock: @MainActor WallClock {
    /// The ratio of the clock's speed to real time: 0.001 to 1,000,000.
    package struct Speed: Equatable, Sendable {
        let factor: Double

        /// Nil outside 0.001 to 1,000,000, and for NaN.
        package init?(_ factor: Double) {
            guard (0.001...1_000_000).contains(factor) else { return nil }
            self.factor = factor
        }

        package static let hourInASecond = Speed(unchecked: 3600)

        private init(unchecked factor: Double) { self.factor = factor }
    }

    private let start: Instant
    private let speed: Double
    private let startedAt = ContinuousClock.now
    private let timer = OneShotTimer()

    /// A clock that shows `start` now.
    package init(start: Instant, speed: Speed) {
        self.start = start
        self.speed = speed.factor
    }

    /// The simulated time.
    package var now: Instant { reading() }

    /// Reads the simulated time, on any thread.
    package var reading: @Sendable () -> Instant {
        { [start, startedAt, speed] in start + startedAt.duration(to: .now) * speed }
    }

    /// The simulated machine boots when the clock starts.
    package var boot: Boot? { Boot(id: "simulation", instant: start) }

    /// The simulated machine never sleeps.
    package var asleep: Duration { .zero }

    /// Fires when the simulated time reaches the instant.
    package func wait(until instant: Instant?, then: @escaping () -> Void) {
        guard let instant else { return timer.stop() }
        // One microsecond more, because a timer must not fire early. A thousand years are longer than any wait.
        let microseconds = min(monotonicTime(until: instant).microseconds, 31_557_600_000_000_000) + 1
        timer.start(.microseconds(microseconds)) { then() }
    }

    /// The real time until the simulated instant.
    package func monotonicTime(until instant: Instant) -> Duration {
        max(.zero, (instant - now) / speed)
    }
}
