import Testing

/// Limits the number of scenarios that run at the same time.
///
/// Each scenario boots its own desktop. Too many together would overload a small machine, and exceed limits of the
/// kernel for one user, such as 128 inotify instances.
actor ConcurrencyLimit {
    /// How long a test may take, including the builds and the other scenarios that it waits for. It only ensures that a
    /// run ends.
    static let timeLimit = TimeLimitTrait.Duration.minutes(40)

    /// The priority of the builds and the scenarios. Every priority has separate threads. With the priority of the
    /// tests, the next build or scenario would have to wait until a unit test frees a thread.
    static let priority = TaskPriority.high

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ number: Int) { free = number }

    /// Runs the work when it is its turn, in the order of the calls.
    func take<Result: Sendable>(
        _ work: sending @isolated(any) () async throws -> Result
    ) async rethrows -> Result {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { leave() }
        return try await work()
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
