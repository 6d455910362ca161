// SPDX-License-Identifier: MIT
import Solar
import TestSupport

@testable import Tracker

extension World: Hashable {
    static func == (one: World, other: World) -> Bool { one.hashValue == other.hashValue }

    /// Hashes everything on which the future and its judgement depend.
    func hash(into hasher: inout Hasher) {
        hasher.combine(clock)
        hasher.combine(ahead)
        hasher.combine(booted)
        hasher.combine(boots)
        hasher.combine(hasMovedZone)
        hasher.combine(hasOtherSettings)
        hasher.combine(store)
        hasher.combine(server)
        hasher.combine(ledger)
        hasher.combine(fix)
        hasher.combine(judge)
        hasher.combine(phases)
        hasher.combine(brokenPromise)
        hasher.combine(hasFirstNotice)
        hasher.combine(mayLackFirstNotice)
        hasher.combine(faults)
        guard let run else { return }
        let last = run.tracker.lastWrite
        hasher.combine(run.waiting.map { $0.counting(from: last) })
        hasher.combine(run.outputs.map { $0.counting(from: last) })
        hasher.combine(run.isWaiting)
        hasher.combine(run.timer)
        hasher.combine(run.writes.map { $0.counting(from: last) })
        hasher.combine(run.hasLostLedger)
        hasher.combine(run.questions)
        hasher.combine(run.calls)
        hasher.combine(run.isStepUnreported)
        run.tracker.hashState(into: &hasher, at: clock)
    }
}

// How many writes a run has made does not matter. Two states are the same if their writes differ by the same number.

extension Output {
    fileprivate func counting(from last: Int) -> Output {
        if case .keep(let ledger, let write) = self { .keep(ledger, write: write - last) } else { self }
    }
}

extension World.Report {
    fileprivate func counting(from last: Int) -> World.Report {
        if case .ledger(let report, let write) = self { .ledger(report, write: write - last) } else { self }
    }
}

extension Tracker {
    /// Hashes the parts on which the tracker's next actions depend. They determine what it publishes, and the place
    /// determines the agenda and the course of the phases.
    fileprivate func hashState(into hasher: inout Hasher, at now: Instant) {
        hasher.combine(ledger)
        hasher.combine(stores)
        hasher.combine(popups)
        hasher.combine(hasUnwrittenSteps)
        hasher.combine(claimedNotices.notes)
        if !claimedNotices.notes.isEmpty { hasher.combine(claimedNotices.write - lastWrite) }
        hasher.combine(hookProblems)
        hasher.combine(place)
        hasher.combine(location.chain)
        hasher.combine(location.nextWake(after: now))
        hasher.combine(phases.last?.call)
        hasher.combine(phases.last?.isStarting)
        hasher.combine(phases.last?.failed)
    }
}
