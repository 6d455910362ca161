import Solar

/// The programs that people want to be run at an event.
extension Tracker {
    /// Calls the hooks of an occurrence, if there are any.
    mutating func callHooks(_ occurrence: Occurrence, at place: Place, _ now: Instant, recovered: Bool) -> [Output] {
        guard let program = hooks.program(for: occurrence.rule) else { return [] }
        callingHooks.insert(occurrence)
        return [
            .callHooks(
                HookCall(
                    program, for: occurrence, at: place, now: now, timeLimit: settings.hooks.timeLimit,
                    recovered: recovered))
        ]
    }

    /// Says in the journal which folders have names of no event: a slip of the pen would otherwise show at no event ever.
    func tellStrayHooks(besides known: [String] = []) -> [Output] {
        hooks.strayFolders.filter { !known.contains($0) }.map { .journal(.strayHooks($0)) }
    }

    /// Says in the journal that a hook has failed: once, where only a person can mend it.
    mutating func tell(_ failure: HookFailure, _ occurrence: Occurrence, at now: Instant) -> [Output] {
        if failure.isLasting, !lastingHookFailures.insert(failure).inserted { return [] }
        return [.journal(.hookFailed(failure, occurrence, localTime: localTime))]
    }
}
