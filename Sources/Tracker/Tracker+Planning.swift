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
                next?.due, popups.nextWake(after: now), location.nextWake(after: now), phaseSpan(at: now)?.until,
            ]
            .compactMap { $0 }.min(),
            status: statusText(next, now: now), knowledge: outlook.knowledge)
        defer { planned = plan }
        let publication = Output.publish(outlook)
        switch input {
        case .started:
            let entry = place.map { JournalEntry.started(at: $0, now: now, next: plan.status) } ?? missingPlace
            return [.journal(entry)] + plan.outputs + [publication, .ready]
        case .settings(_, _, cause: .reload):
            return plan.outputs + [publication, .ready]
        case .timerFired, .clockStepped:
            // The timer has fired, or the time of the next wakeup that was announced to the watchdog has moved.
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
        let status: String
        /// The outlook that is published to other programs.
        let knowledge: Outlook

        /// The outputs for the timer and the status line.
        var outputs: [Output] { [.wait(until: wake), .status(status)] }
    }

    /// `Next: sunset in Denver on 21 November at 16:37`. It always contains the date, because the service does not wake
    /// up at midnight to turn "tomorrow" into "today".
    private func statusText(_ next: Occurrence?, now: Instant) -> String {
        guard let place else {
            return "No place is known"
                + (location.authorization.isRefused ? ". \(location.authorization.advice())" : "")
        }
        let inPlace = place.name.map { " \($0.locationPhrase())" } ?? ""
        guard let next else { return "Nothing to announce\(inPlace) within a year" }
        let date = localTime.civilTime(at: next.due).date
        let day = date.formatted(relativeTo: localTime.civilTime(at: now).date)
        return "Next: \(next.rule.displayName())\(inPlace) on \(day) at \(localTime.inEnglish.timeOfDay(at: next.due))"
    }
}
