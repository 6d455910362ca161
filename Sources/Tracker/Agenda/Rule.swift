public import Solar

/// Which event to announce, when, and how.
public struct Rule: Hashable, Sendable {
    /// The rule's name for other programs, and the tag by which a later popup replaces an earlier one: `sunset`,
    /// `alert:lamps`.
    public let id: String
    /// The event.
    public let event: AnnouncedEvent
    /// When it is told.
    public let timing: Timing
    /// Whether a notification is shown. The journal has an entry in any case.
    public let notifies: Bool
    /// The alert of the settings that it stands for; nil for what the service announces by itself.
    public let alert: Alert?

    /// When an event is told.
    public enum Timing: Hashable, Sendable {
        /// So long after it, or before it where negative.
        case offset(Duration)
        /// At noon, by the clock on the wall, of the date before that of the event.
        case noonBefore
    }

    /// A rule of that name for an event.
    public init(id: String, event: AnnouncedEvent, timing: Timing = .offset(.zero), notifies: Bool) {
        self.id = id
        self.event = event
        self.timing = timing
        self.notifies = notifies
        alert = nil
    }

    /// A rule of that name for what the Sun does, told when it does it.
    public init(id: String, event: SolarEvent, notifies: Bool) {
        self.init(id: id, event: .solar(event), notifies: notifies)
    }

    /// The rule that an alert makes.
    public init(_ alert: Alert) {
        id = "alert:\(alert.name)"
        event = alert.event
        timing = .offset(alert.offset)
        notifies = true
        self.alert = alert
    }

    /// `Hook=`: the program that the settings want started; nil for none.
    public var hook: String? { alert?.hook }

    /// Under this its occurrences stand in the ledger. An alert that waits for another event, or for another time, is
    /// another one: what was told of the earlier must not silence it. The days and the words make no difference.
    var ledgerName: String {
        guard alert != nil, case .offset(let offset) = timing else { return id }
        return "\(id) (\(offset.words(around: event)))"
    }

    /// Closer than this, two instants are one occurrence.
    ///
    /// A location that is refined moves a sunset by seconds or minutes, but the last sunset before a polar night by a day,
    /// and a journey brings another law of the clocks. What happens daily comes back after hours, the rest after weeks.
    var sameOccurrence: Duration { event.kind == .daily ? .seconds(45 * 60) : .seconds(36 * 3600) }

    /// Whether a popup of this rule leaves nothing to say for one of the other of the same instant: a polar day or night
    /// begins and ends with a sunrise or a sunset, and close to a pole the one begins when the other ends.
    func saysMore(than other: Rule) -> Bool {
        guard alert == nil, other.alert == nil else { return false }
        switch (event, other.event) {
        case (.polar, .solar(.sunrise)), (.polar, .solar(.sunset)): return true
        case (.polar(.dayStart), .polar(.nightEnd)), (.polar(.nightStart), .polar(.dayEnd)): return true
        default: return false
        }
    }

    /// The rule as it is named in the middle of a sentence: `sunset`, `alert lamps`, `change of the clocks`.
    public var displayName: String { alert.map { "alert \($0.name)" } ?? event.displayName }
}

extension Rule.Timing {
    /// How much later than the event it may be told, or earlier where negative.
    var reach: ClosedRange<Duration> {
        switch self {
        case .offset(let offset): offset...offset
        // From a change at the end of a date to noon of the date before are 36 hours, and the clocks may change by a day.
        case .noonBefore: .seconds(-3 * 86_400)...(.zero)
        }
    }

    /// When an event of that instant is told.
    func due(of instant: Instant, in localTime: any LocalTime) -> Instant {
        switch self {
        case .offset(let offset): return instant + offset
        case .noonBefore:
            let date = localTime.dateBefore(changeAt: instant)
            let middle = localTime.start(of: date) + .seconds(12 * 3600)
            let reading = localTime.civilTime(at: middle)
            return middle + .seconds((12 - reading.hour) * 3600 - reading.minute * 60 - reading.second)
        }
    }
}

extension Duration {
    /// `30min before sunset`, `sunset`, `1h 30min after sunset`: an event, so long after.
    func words(around event: AnnouncedEvent) -> String {
        self == .zero ? event.name : "\(timeSpan) \(self < .zero ? "before" : "after") \(event.name)"
    }
}

/// One time that a rule calls for an announcement.
public struct Occurrence: Hashable, Sendable {
    /// The rule that calls for it.
    public let rule: Rule
    /// When it is announced, as planned for the place in force.
    public let due: Instant
    /// When the event happens that it is about.
    public let eventInstant: Instant

    /// The rule's occurrence at that instant, which is that of the event if nothing else is said.
    public init(_ rule: Rule, at instant: Instant, eventInstant: Instant? = nil) {
        self.rule = rule
        due = instant
        self.eventInstant = eventInstant ?? instant
    }

    /// The rule's occurrence that was to be told at that instant; nil if there can be none.
    init?(_ rule: Rule, dueAt instant: Instant, in localTime: any LocalTime) {
        switch rule.timing {
        case .offset(let offset):
            self.init(rule, at: instant, eventInstant: instant - offset)
        case .noonBefore:
            let reach = rule.timing.reach
            guard
                let change = localTime.nextClockChange(
                    after: instant - reach.upperBound, before: instant - reach.lowerBound)
            else { return nil }
            self.init(rule, at: instant, eventInstant: change.instant)
        }
    }
}
