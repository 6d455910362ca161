// SPDX-License-Identifier: MIT
import Dispatch
import Solar

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
    package func start(_ span: Duration, then: @escaping @MainActor () -> Void) {
        handler = then
        source.schedule(deadline: .now() + .microseconds(Int(span.microseconds)))
    }

    package func stop() {
        source.schedule(wallDeadline: .distantFuture)
    }
}
