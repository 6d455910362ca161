import Solar
import Tracker
import Wording

/// An event that the service announced or missed, from the journal.
struct PastEvent: Equatable, Sendable {
    /// The name of the event or alert, such as `alert:lamps`; nil for many events that were missed together.
    let event: String?
    /// The time at which the announcement was due: the time of the event, except for alerts with an offset and for
    /// clock changes. Nil for many events.
    let due: Instant?
    /// The time at which the entry was written.
    let written: Instant
    /// The text of the entry.
    let message: String

    /// The journal fields to read.
    static let fieldNames = [
        "MESSAGE", "MESSAGE_ID", "SUNTRACKER_ALERT", "SUNTRACKER_DUE_TIME", "SUNTRACKER_EVENT", "SUNTRACKER_EVENT_TIME",
    ]

    /// Parses the fields of an entry; nil if the service cannot have written it.
    init?(written: Instant, fields: [String: String]) {
        // Any program of the user can write to the journal, and a terminal would interpret control characters.
        guard !fields.values.contains(where: \.hasControlCharacter) else { return nil }
        self.written = written
        message = Self.bounded(fields["MESSAGE"] ?? "")
        event = (fields["SUNTRACKER_ALERT"].map { "alert:\($0)" } ?? fields["SUNTRACKER_EVENT"]).map(Self.bounded)
        due = (fields["SUNTRACKER_DUE_TIME"] ?? fields["SUNTRACKER_EVENT_TIME"]).flatMap { Instant(rfc3339: $0) }
        let hasAll = event != nil && due != nil
        guard hasAll || fields["MESSAGE_ID"] == JournalEntry.Kind.missedMany.messageID else { return nil }
    }

    /// Truncates a text that is longer than any name of an alert.
    private static func bounded(_ text: String) -> String { text.count <= 200 ? text : text.prefix(199) + "…" }
}
