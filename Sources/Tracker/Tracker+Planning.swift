// SPDX-License-Identifier: MIT
import Configuration
import Solar

/// Sets the timer, and publishes the state to other programs.
extension Tracker {
    /// Sets the timer to whatever comes first: the next occurrence, the retry of a popup, a coarser fix that replaces
    /// the current one, a waiting request for the location, or the end of the phase or of its override.
    mutating func plan(after turn: Turn) -> [Output] {
        let (now, consequence) = (turn.now, turn.consequence)
        let next = agenda?.next(after: now)
        let state = publishedState(from: now)
        let plan = Plan(
            wake: [
                next?.due, popups.nextWake, location.nextWake(after: now), phaseSpan(at: now)?.validUntil,
            ]
            .compactMap { $0 }.min(),
            status: statusLine(next, now: now), knowledge: state.knowledge)
        defer { planned = plan }
        var outputs: [Output] = []
        if consequence.reason == .start {
            let entry = place.map { JournalFact.started(at: $0, now: now, next: plan.status) } ?? missingPlace
            outputs.append(.journal(entry))
        }
        let setsTimer = consequence.setsTimer || (plan.wake, plan.status) != (planned?.wake, planned?.status)
        if setsTimer { outputs += [.wait(until: plan.wake), .status(plan.status)] }
        if setsTimer || plan != planned { outputs.append(.publish(state)) }
        return outputs + (consequence.isReady ? [.ready] : [])
    }

    /// The plan, which is output when it changes.
    struct Plan: Equatable {
        let wake: Instant?
        let status: StatusLine
        let knowledge: PublishedState
    }

    private func statusLine(_ next: Occurrence?, now: Instant) -> StatusLine {
        guard let place else { return .noPlace(location.authorization.isRefused ? location.authorization : nil) }
        guard let next else { return .nothing(at: place.name) }
        let years = [next.due, now].map { localTime.civilTime(at: $0).date.year }
        return .next(next, at: place.name, isThisYear: years[0] == years[1])
    }

    mutating func publishedState(from now: Instant) -> PublishedState {
        PublishedState(
            place: place, authorization: settings.location.watch == nil ? nil : location.authorization,
            lastAnnouncement: lastAnnouncement, lastMissed: ledger.last(.missed, under: inEffect.rules),
            hooksWithProblems: hookProblems.hooksWithProblems, strayFolders: hooks.strayFolders,
            phase: phaseSpan(at: now),
            hasStatusIcon: settings.panel.icon,
            timeZone: settings.panel.icon ? localTime.zoneName : nil, now: now)
    }
}
