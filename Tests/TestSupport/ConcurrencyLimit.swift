// SPDX-License-Identifier: MIT
package import Testing

/// Limits the number of tests or scenarios that run at the same time.
///
/// Each scenario boots a separate desktop. Too many at once would overload a small machine, and exceed the kernel's
/// limits for one user, such as 128 inotify instances.
package actor ConcurrencyLimit {
    /// The time limit of a test, including builds and other scenarios that it waits for. It only ensures that a run
    /// ends.
    package static let timeLimit = TimeLimitTrait.Duration.minutes(90)

    /// The priority of builds and scenarios. Each priority has separate threads. At the priority of the tests, a build
    /// or scenario would have to wait until a unit test frees a thread.
    package static let priority = TaskPriority.high

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(_ number: Int) { free = number }

    /// Runs the work in its turn, in the order of the calls.
    package func take<Result: Sendable>(
        _ work: sending @isolated(any) () async throws -> Result
    ) async rethrows -> Result {
        await enter()
        defer { leave() }
        return try await work()
    }

    fileprivate func enter() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    fileprivate func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// The limit for tests that hold buses, file watches or child processes while they wait. All of them are suspended at
/// the same time otherwise, and hold hundreds of descriptors in one process.
package struct HoldsDescriptors: SuiteTrait, TestTrait, TestScoping {
    private static let turns = ConcurrencyLimit(5)

    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent () async throws -> Void
    ) async throws {
        // Not by take(_:): the function may not be sent to another actor.
        await Self.turns.enter()
        do { try await function() } catch {
            await Self.turns.leave()
            throw error
        }
        await Self.turns.leave()
    }
}

extension Trait where Self == HoldsDescriptors {
    /// Waits until few other tests hold descriptors.
    package static var holdsDescriptors: Self { Self() }
}
