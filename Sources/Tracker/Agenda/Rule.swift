// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// Which event to announce, when, and how.
package struct Rule: Hashable, Sendable {
    /// The identifier of the rule for other programs, and the tag by which a later popup replaces an earlier one:
    /// `sunset`, `alert:lamps`.
    package let id: String
    package let event: AnnouncedEvent
    package let timing: Timing
    /// Whether a notification is shown. An entry is always written to the journal.
    package let notifies: Bool
    /// Whether its notification says that the day is special (`SpecialDay`).
    package let saysSpecialDays: Bool
    /// The alert in the settings that defines the rule; nil for a built-in rule.
    package let alert: Alert?

    /// When an event is announced.
    package enum Timing: Hashable, Sendable {
        /// This long after the event; negative for before it.
        case offset(Duration)
        /// At noon local time on the date before the event.
        case noonBefore
    }

    package init(
        id: String, event: AnnouncedEvent, timing: Timing = .offset(.zero), notifies: Bool,
        saysSpecialDays: Bool = false
    ) {
        self.id = id
        self.event = event
        self.timing = timing
        self.notifies = notifies
        self.saysSpecialDays = saysSpecialDays
        alert = nil
    }

    /// A rule that announces an event of the Sun when it happens.
    package init(id: String, event: SolarEvent, notifies: Bool, saysSpecialDays: Bool = false) {
        self.init(id: id, event: .solar(event), notifies: notifies, saysSpecialDays: saysSpecialDays)
    }

    package init(_ alert: Alert) {
        id = "alert:\(alert.name)"
        event = alert.event
        timing = .offset(alert.offset)
        notifies = true
        saysSpecialDays = false
        self.alert = alert
    }

    /// Whether hooks are run at its occurrences. The notice of an eclipse on the day before runs none.
    package var runsHooks: Bool { alert != nil || id == event.name }

    /// The rule's name in the ledger. It includes the event, offset and bounds of an alert: if these are edited, the
    /// alert counts as a new one, and announcements of the old one must not suppress it. Days and texts are not part of
    /// the name.
    var ledgerName: String {
        guard let alert, case .offset(let offset) = timing else { return id }
        return "\(id) (\(offset.words(around: event))\(alert.bounds.map { " \($0)" } ?? ""))"
    }

    /// What decides when the rule announces something. Texts do not, nor whether a notification is shown.
    struct Schedule: Hashable {
        let ledgerName: String
        let days: Weekdays?
    }

    var schedule: Schedule { Schedule(ledgerName: ledgerName, days: alert?.days) }

    /// The range in which an announcement can be, relative to its event; negative for before it.
    var reach: ClosedRange<Duration> {
        guard let bounds = alert?.bounds else { return timing.reach }
        return timing.reach.lowerBound + bounds.reach.lowerBound...timing.reach.upperBound + bounds.reach.upperBound
    }

    /// The limit below which the instants of two events count as the same one.
    ///
    /// A refined location moves a sunset by seconds or minutes, but the last sunset before a polar night by a day; and
    /// after a journey, other time-zone rules apply. Daily events recur after hours, other events after weeks.
    var sameOccurrence: Duration { event.kind == .daily ? .seconds(45 * 60) : .seconds(36 * 3600) }

    /// Whether a popup of this rule makes a popup of the other rule at the same instant redundant. A polar day or night
    /// begins and ends with a sunrise or a sunset, and close to a pole one begins when the other ends.
    func saysMore(than other: Rule) -> Bool {
        guard alert == nil, other.alert == nil else { return false }
        switch (event, other.event) {
        case (.polar, .solar(.sunrise)), (.polar, .solar(.sunset)): return true
        case (.polar(.dayStart), .polar(.nightEnd)), (.polar(.nightStart), .polar(.dayEnd)): return true
        default: return false
        }
    }
}

extension Rule.Timing {
    /// The range of offsets from the event; negative for before it.
    var reach: ClosedRange<Duration> {
        switch self {
        case .offset(let offset): offset...offset
        // Noon of the date before is up to 36 hours before a transition at the end of a date, and the offset may change
        // by a day.
        case .noonBefore: .seconds(-3 * 86_400)...(.zero)
        }
    }

    func due(of instant: Instant, in localTime: any LocalTime) -> Instant {
        switch self {
        case .offset(let offset): return instant + offset
        case .noonBefore:
            let noons = localTime.instants(of: .noon, on: localTime.oldDate(ofChangeAt: instant).adding(days: -1))
            // A zone that puts its clocks back by a day repeats that noon, perhaps after the event.
            return noons.upperBound < instant ? noons.upperBound : noons.lowerBound
        }
    }
}

extension Duration {
    /// `30min before sunset`, `sunset`, `1h 30min after sunset`.
    package func words(around event: AnnouncedEvent) -> String {
        self == .zero ? event.name : "\(timeSpan) \(self < .zero ? "before" : "after") \(event.name)"
    }
}

/// One occurrence of a rule.
package struct Occurrence: Hashable, Sendable {
    package let rule: Rule
    /// When it is announced, as planned for the current place.
    package let due: Instant
    package let eventInstant: Instant

    package init(_ rule: Rule, at instant: Instant, eventInstant: Instant? = nil) {
        self.rule = rule
        due = instant
        self.eventInstant = eventInstant ?? instant
    }

    /// When it would be due without the bounds of its alert; nil if the bounds have not moved it.
    package var movedFrom: Instant? {
        guard let alert = rule.alert, alert.bounds != nil, due - eventInstant != alert.offset else { return nil }
        return eventInstant + alert.offset
    }

    /// Until when it is in time, apart from `Grace=`. What is announced before its event is in time until the event, and
    /// an eclipse that has begun until most of the Sun is covered; both only until `NotAfter=`.
    func lastMoment(in localTime: any LocalTime, at observer: Observer?) -> Instant {
        let end = due < eventInstant ? eventInstant : greatestEclipse(at: observer) ?? due
        guard due < end else { return due }
        let evening = rule.event.evening(at: eventInstant, in: localTime)
        let notAfter = rule.alert?.bounds?.end(for: due, evening: evening, in: localTime)
        return min(end, notAfter ?? end)
    }

    private func greatestEclipse(at observer: Observer?) -> Instant? {
        guard rule.event == .solarEclipse, let observer else { return nil }
        return SolarEclipse(startingAt: eventInstant, at: observer)?.greatest
    }
}
