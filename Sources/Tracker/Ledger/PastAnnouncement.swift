public import Solar

/// What became of an event, as its entry in the journal tells: the way back from `JournalEntry`.
public struct PastAnnouncement: Hashable, Sendable {
    /// What became of it.
    public enum Outcome: String, Hashable, Sendable {
        /// It was announced.
        case announced
        /// It was announced again after a crash in the middle.
        case recovered
        /// It was too late when the service learnt of it.
        case missed
        /// It was announced, and its notification could not be shown.
        case notShown = "not shown"
    }

    /// When the entry was written.
    public let written: Instant
    /// The event's name; for an alert its own, as in `alert:lamps`.
    public let event: String
    /// When it was due: when the event happened, except for alerts with an offset and changes of the clocks.
    public let due: Instant
    /// The name of the place; nil for one without.
    public let place: String?
    /// What became of it.
    public let outcome: Outcome

    /// The kinds of entry that tell what became of an event.
    public static let kinds: [JournalEntry.Kind] = [.event, .missed, .notShown]

    /// The fields that are needed of an entry.
    public static let fieldNames = [
        "MESSAGE_ID", "SUNTRACKER_ALERT", "SUNTRACKER_DUE_TIME", "SUNTRACKER_EVENT", "SUNTRACKER_EVENT_TIME",
        "SUNTRACKER_PLACE", "SUNTRACKER_RECOVERED", "SUNTRACKER_SIMULATED",
    ]

    /// What an entry with these fields tells; nil if it is of a simulation, of another kind, or not as the service
    /// writes it.
    public init?(written: Instant, fields: [String: String]) {
        guard fields["SUNTRACKER_SIMULATED"] == nil,
            let kind = Self.kinds.first(where: { $0.messageID == fields["MESSAGE_ID"] }),
            let event = fields["SUNTRACKER_EVENT"],
            // Any program of the user writes to that journal, and a terminal would obey what it writes.
            !fields.values.contains(where: \.hasControlCharacter),
            let due = (fields["SUNTRACKER_DUE_TIME"] ?? fields["SUNTRACKER_EVENT_TIME"]).flatMap({
                Instant(rfc3339: $0)
            })
        else { return nil }
        self.written = written
        self.event = fields["SUNTRACKER_ALERT"].map { "alert:\($0)" } ?? event
        self.due = due
        place = fields["SUNTRACKER_PLACE"]
        outcome =
            switch kind {
            case .missed: .missed
            case .notShown: .notShown
            default: fields["SUNTRACKER_RECOVERED"] == nil ? .announced : .recovered
            }
    }
}
