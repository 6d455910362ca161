// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Solar
import Systemd
import Tracker
import Wording

/// Reads the journal entries (sd_journal_open(3)) that this user is allowed to read.
final class JournalReader {
    private let journal: OpaquePointer

    init() throws(SystemError) {
        var opened: OpaquePointer?
        try checked("sd_journal_open", sd_journal_open(&opened, Int32(SD_JOURNAL_LOCAL_ONLY | SD_JOURNAL_CURRENT_USER)))
        guard let opened else { throw SystemError("sd_journal_open", number: ENOMEM) }
        journal = opened
    }

    deinit { sd_journal_close(journal) }

    /// Returns the latest entry of these kinds about an event; nil if there is none.
    func lastEvent(_ kinds: JournalEntry.Kind...) throws(SystemError) -> PastEvent? {
        sd_journal_flush_matches(journal)
        try select(kinds.map { "MESSAGE_ID=\($0.messageID)" })
        try checked("sd_journal_seek_tail", sd_journal_seek_tail(journal))
        while try checked("sd_journal_previous", sd_journal_previous(journal)) > 0 {
            if let event = PastEvent(written: try time(), fields: fields(PastEvent.fieldNames)) { return event }
        }
        return nil
    }

    /// Returns fields of the latest entry of the service's unit, or of this user's processes with the same name; nil if
    /// there is none.
    ///
    /// journald determines the unit of an entry from the sender's control group. The unit is missing if the process has
    /// already ended, for example after an invalid argument.
    ///
    /// - Parameters:
    ///   - priorities: the priorities of the entry; empty for any.
    ///   - names: the fields to read.
    func lastServiceEntry(
        priorities: [JournalEntry.Priority] = [], fields names: [String]
    ) throws(SystemError) -> [String: String]? {
        sd_journal_flush_matches(journal)
        for sender in [
            ["_SYSTEMD_USER_UNIT=suntrackerd.service"], ["SYSLOG_IDENTIFIER=suntrackerd", "_UID=\(getuid())"],
        ] {
            try select(sender + priorities.map { "PRIORITY=\($0.rawValue)" })
            try checked("sd_journal_add_disjunction", sd_journal_add_disjunction(journal))
        }
        try checked("sd_journal_seek_tail", sd_journal_seek_tail(journal))
        guard try checked("sd_journal_previous", sd_journal_previous(journal)) > 0 else { return nil }
        return fields(names)
    }

    func isPersistent() throws(SystemError) -> Bool {
        return try checked("sd_journal_has_persistent_files", sd_journal_has_persistent_files(journal)) > 0
    }

    /// Whether the message catalog contains an entry for this MESSAGE_ID (journalctl -x).
    static func explains(messageID: String) -> Bool {
        var id = sd_id128_t()
        guard sd_id128_from_string(messageID, &id) >= 0 else { return false }
        var text: UnsafeMutablePointer<CChar>?
        defer { free(text) }
        return sd_journal_get_catalog_for_message_id(id, &text) >= 0
    }

    private func select(_ fields: [String]) throws(SystemError) {
        for field in fields {
            try checked("sd_journal_add_match", sd_journal_add_match(journal, field, field.utf8.count))
        }
    }

    private func time() throws(SystemError) -> Instant {
        var time: UInt64 = 0
        try checked("sd_journal_get_realtime_usec", sd_journal_get_realtime_usec(journal, &time))
        return Instant(microseconds: Int64(clamping: time))
    }

    /// Returns fields of the entry at the journal's read position, without missing ones. Bytes that are not UTF-8 are
    /// replaced with U+FFFD.
    private func fields(_ names: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, value(of: $0)) }).compactMapValues(\.self)
    }

    private func value(of name: String) -> String? {
        var data: UnsafeRawPointer?
        var length = 0
        guard sd_journal_get_data(journal, name, &data, &length) >= 0, let data else { return nil }
        // NAME=value
        let bytes = UnsafeRawBufferPointer(start: data, count: length).dropFirst(name.utf8.count + 1)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// An event that the service announced or missed, from the journal.
struct PastEvent: Equatable, Sendable {
    /// The name of the event or alert, such as `alert:lamps`; nil for many events that were missed together.
    let event: String?
    /// The time at which the announcement was due: the time of the event, except for alerts with an offset and for
    /// clock changes. Nil for many events.
    let due: Instant?
    let written: Instant
    let message: String

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

    func json(in scale: any LocalTime) -> JSONObject {
        ["event": event, "time": due.map(scale.timestamp), "written": scale.timestamp(written), "message": message]
    }

    /// Truncates a text that is longer than any name of an alert.
    private static func bounded(_ text: String) -> String { text.count <= 200 ? text : text.prefix(199) + "…" }
}
