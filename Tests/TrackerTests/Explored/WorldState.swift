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
        hasher.combine(faults)
        guard let run else { return }
        hasher.combine(run.waiting)
        hasher.combine(run.outputs)
        hasher.combine(run.isWaiting)
        hasher.combine(run.timer)
        hasher.combine(run.writes)
        hasher.combine(run.hasLostLedger)
        hasher.combine(run.questions)
        hasher.combine(run.calls)
        hasher.combine(run.isStepUnreported)
        run.tracker.hashState(into: &hasher, at: clock)
    }
}

extension Tracker {
    /// Hashes the parts on which the tracker's next actions depend. They determine what it publishes, and the place
    /// determines the agenda and the course of the phases.
    fileprivate func hashState(into hasher: inout Hasher, at now: Instant) {
        hasher.combine(ledger)
        hasher.combine(stores)
        hasher.combine(popups)
        hasher.combine(claimedNotices)
        hasher.combine(hookCalls)
        hasher.combine(begun)
        hasher.combine(place)
        hasher.combine(location.chain)
        hasher.combine(location.nextWake(after: now))
        hasher.combine(phases.isCalledInLogin)
        hasher.combine(phases.interrupted)
        hasher.combine(phases.pending)
        hasher.combine(phases.last?.call)
        hasher.combine(phases.last?.failed)
    }
}
