import Testing

/// Lets only so many scenarios run at once.
///
/// Each boots a desktop of its own. Where all are booted together, a small machine is busy with nothing else, and they use
/// up what the kernel gives one user, such as inotify instances, of which there are 128.
actor Turns {
    /// How long a test may take, with the builds and the turns of others that it waits for: only so that a run ends.
    static let timeLimit = TimeLimitTrait.Duration.minutes(40)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ number: Int) { free = number }

    /// Runs the work when it is its turn, first come, first served.
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
