// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

extension Settings {
    /// The rule with a name; nil if there is none. The name is an event, or an alert, whether or not it is enabled:
    /// `alert:lamps`, or `lamps` if no event has that name.
    package func rule(named name: String) -> Rule? {
        if let event = AnnouncedEvent(name: name) {
            return notifications.rules.first { $0.id == name } ?? Rule(id: name, event: event, notifies: true)
        }
        let alert = alerts.first { "alert:\($0.name)" == name } ?? alerts.first { $0.name == name }
        return alert.map(Rule.init)
    }
}

/// A request for a preview that waits for the result.
package struct PreviewRequest: Hashable, Sendable {
    static let patience = Duration.seconds(20)

    /// The number that identifies the request.
    let number: UInt64
}

extension Rule {
    /// The next occurrence of the rule; nil if there is none within a year.
    ///
    /// The agenda is created in a separate function. As a variable in the initialiser of a popup, it was not freed in an
    /// optimised build of Swift 6.3 (found by the leak checker).
    func next(at observer: Observer, after now: Instant, localTime: any LocalTime) -> Occurrence? {
        var agenda = Agenda(rules: [self], observer: observer, localTime: localTime)
        return agenda.next(after: now)
    }
}

extension HookCall {
    /// The next call for an event, an alert or a phase, for a program that tests the hooks now; nil if there is none
    /// within a year.
    ///
    /// - Parameter place: nil if none is known, which only a phase between times of day can do without.
    package static func next(
        for occasion: HookOccasion, under settings: Settings, at place: Place?, after now: Instant,
        localTime: any LocalTime
    ) -> HookCall? {
        let limit = settings.hooks.timeLimit
        switch occasion {
        case .rule(let rule):
            guard let place else { return nil }
            return rule.next(at: place.observer, after: now, localTime: localTime).map {
                HookCall(for: $0, at: place, made: $0.due, timeLimit: limit)
            }
        case .phase(let phase):
            guard var course = PhaseCourse(of: settings.phases, at: place?.observer, in: localTime) else { return nil }
            let current = course.span(at: now)
            let span = current.phase == phase ? current : current.until.map { course.span(at: $0) }
            return span.map { HookCall(PhaseCall($0, reason: .boundary, made: now), at: place, timeLimit: limit) }
        }
    }
}
