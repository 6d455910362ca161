// SPDX-License-Identifier: MIT
import Testing

/// Limits the number of scenarios that run at the same time.
///
/// Each scenario boots a separate desktop. Too many at once would overload a small machine, and exceed the kernel's
/// limits for one user, such as 128 inotify instances.
actor ConcurrencyLimit {
    /// The time limit of a test, including builds and other scenarios that it waits for. It only ensures that a run
    /// ends.
    static let timeLimit = TimeLimitTrait.Duration.minutes(40)

    /// The priority of builds and scenarios. Each priority has separate threads. At the priority of the tests, a build
    /// or scenario would have to wait until a unit test frees a thread.
    static let priority = TaskPriority.high

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ number: Int) { free = number }

    /// Runs the work in its turn, in the order of the calls.
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
