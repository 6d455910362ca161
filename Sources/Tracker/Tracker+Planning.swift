// SPDX-License-Identifier: MIT
import Solar

/// Sets the timer, and publishes the outlook to other programs.
extension Tracker {
    /// Sets the timer to whatever comes first: the next occurrence, the retry of a popup, a coarser fix that replaces
    /// the current one, a waiting request for the location, or the end of the phase or of its override.
    mutating func plan(after input: Input, at now: Instant) -> [Output] {
        let next = agenda?.next(after: now)
        let outlook = outlook(from: now)
        let plan = Plan(
            wake: [
                next?.due, popups.nextWake(after: now), location.nextWake(after: now), phaseSpan(at: now)?.validUntil,
            ]
            .compactMap { $0 }.min(),
            status: statusLine(next, now: now), knowledge: outlook.knowledge)
        defer { planned = plan }
        let publication = Output.publish(outlook)
        switch input {
        case .started:
            let entry = place.map { JournalFact.started(at: $0, now: now, next: plan.status) } ?? missingPlace
            return [.journal(entry)] + plan.outputs + [publication, .ready]
        case .settings(_, _, cause: .reload):
            return plan.outputs + [publication, .ready]
        case .timerFired, .clockStepped, .timeZoneChanged:
            // The timer has fired, the time of the next wakeup that was announced to the watchdog has moved, or the
            // status line shows another time of day.
            return plan.outputs + [publication]
        default:
            guard (plan.wake, plan.status) == (planned?.wake, planned?.status) else {
                return plan.outputs + [publication]
            }
            return plan == planned ? [] : [publication]
        }
    }

    /// The plan, which is output when it changes.
    struct Plan: Equatable {
        let wake: Instant?
        let status: StatusLine
        /// The outlook that is published to other programs.
        let knowledge: Outlook

        /// The outputs for the timer and the status line.
        var outputs: [Output] { [.wait(until: wake), .status(status)] }
    }

    private func statusLine(_ next: Occurrence?, now: Instant) -> StatusLine {
        guard let place else { return .noPlace(location.authorization.isRefused ? location.authorization : nil) }
        guard let next else { return .nothing(at: place.name) }
        let years = [next.due, now].map { localTime.civilTime(at: $0).date.year }
        return .next(next, at: place.name, isThisYear: years[0] == years[1])
    }
}
