import Dispatch

/// A Dispatch timer on the main queue that fires once, at the deadline it was last given.
@MainActor
final class OneShotTimer {
    private let source = DispatchSource.makeTimerSource(queue: .main)
    private var handler: @MainActor () -> Void = {}

    init() {
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.handler() }
        }
        source.activate()
    }

    isolated deinit {
        source.cancel()
    }

    /// Fires when the realtime clock shows the deadline.
    func fire(atWallTime deadline: DispatchWallTime, _ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        source.schedule(wallDeadline: deadline)
    }

    /// Fires when so much time awake has passed.
    func fire(at deadline: DispatchTime, _ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        source.schedule(deadline: deadline)
    }

    /// Does not fire.
    func disarm() {
        source.schedule(wallDeadline: .distantFuture)
    }
}
