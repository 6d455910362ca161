public import Solar

/// Which event to announce, and how.
public struct Rule: Hashable, Sendable {
    /// The name under which its occurrences stand in the ledger; also the tag by which a later popup replaces an earlier.
    public let id: String
    /// The event.
    public let event: SolarEvent
    /// Whether a notification is shown. The journal has an entry in any case.
    public let notifies: Bool

    /// A rule of that name for an event.
    public init(id: String, event: SolarEvent, notifies: Bool) {
        self.id = id
        self.event = event
        self.notifies = notifies
    }
}

/// One time that a rule calls for an announcement.
public struct Occurrence: Hashable, Sendable {
    /// The rule that calls for it.
    public let rule: Rule
    /// When, as planned for the place in force.
    public let instant: Instant

    /// The rule's occurrence at that instant.
    public init(_ rule: Rule, at instant: Instant) {
        self.rule = rule
        self.instant = instant
    }
}
