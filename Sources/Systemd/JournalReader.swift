import CSystemd
import Glibc

/// Reads what journald keeps (sd_journal_open(3)).
public struct JournalReader: Sendable {
    /// The journals that this user may read.
    public init() {}

    /// An entry.
    public struct Entry: Sendable {
        /// When journald received it, in microseconds since 1970-01-01T00:00:00Z.
        public let microseconds: UInt64
        /// The fields asked for, as far as the entry has them. Bytes that are not UTF-8 come out as U+FFFD.
        public let fields: [String: String]

        /// An entry with these fields.
        public init(microseconds: UInt64, fields: [String: String]) {
            self.microseconds = microseconds
            self.fields = fields
        }
    }

    /// The entries that have one of these MESSAGE_IDs, from an instant on, the oldest first.
    ///
    /// - Parameters:
    ///   - start: microseconds since 1970-01-01T00:00:00Z.
    ///   - names: the fields to read of each.
    public func entries(
        withMessageIDs ids: [String], since start: UInt64, fields names: [String]
    ) throws(SystemError) -> [Entry] {
        let journal = try Self.open()
        defer { sd_journal_close(journal) }
        // Matches of one field are alternatives.
        for id in ids { try Self.match("MESSAGE_ID=\(id)", in: journal) }
        try checked("sd_journal_seek_realtime_usec", sd_journal_seek_realtime_usec(journal, start))

        var entries: [Entry] = []
        while try checked("sd_journal_next", sd_journal_next(journal)) > 0 {
            entries.append(try Self.entry(of: journal, names))
        }
        return entries
    }

    /// The latest entry in which each of these fields has one of its values; nil if there is none.
    ///
    /// - Parameter names: the fields to read of it.
    public func lastEntry(
        with values: [String: [String]], fields names: [String]
    ) throws(SystemError) -> Entry? {
        let journal = try Self.open()
        defer { sd_journal_close(journal) }
        for (name, alternatives) in values {
            for value in alternatives { try Self.match("\(name)=\(value)", in: journal) }
        }
        try checked("sd_journal_seek_tail", sd_journal_seek_tail(journal))
        guard try checked("sd_journal_previous", sd_journal_previous(journal)) > 0 else { return nil }
        return try Self.entry(of: journal, names)
    }

    /// Whether some of what this user may read is on the disk, and outlives the machine's next start.
    public func isPersistent() throws(SystemError) -> Bool {
        let journal = try Self.open()
        defer { sd_journal_close(journal) }
        return try checked("sd_journal_has_persistent_files", sd_journal_has_persistent_files(journal)) > 0
    }

    /// Whether the message catalog explains entries of this MESSAGE_ID (journalctl -x).
    public func explains(messageID: String) -> Bool {
        var id = sd_id128_t()
        guard sd_id128_from_string(messageID, &id) >= 0 else { return false }
        var text: UnsafeMutablePointer<CChar>?
        defer { free(text) }
        return sd_journal_get_catalog_for_message_id(id, &text) >= 0
    }

    private static func open() throws(SystemError) -> OpaquePointer {
        var opened: OpaquePointer?
        try checked("sd_journal_open", sd_journal_open(&opened, Int32(SD_JOURNAL_LOCAL_ONLY | SD_JOURNAL_CURRENT_USER)))
        guard let journal = opened else { throw SystemError("sd_journal_open", number: ENOMEM) }
        return journal
    }

    private static func match(_ assignment: String, in journal: OpaquePointer) throws(SystemError) {
        try checked("sd_journal_add_match", sd_journal_add_match(journal, assignment, assignment.utf8.count))
    }

    /// The entry that the journal stands at.
    private static func entry(of journal: OpaquePointer, _ names: [String]) throws(SystemError) -> Entry {
        var time: UInt64 = 0
        try checked("sd_journal_get_realtime_usec", sd_journal_get_realtime_usec(journal, &time))
        var fields: [String: String] = [:]
        for name in names { fields[name] = value(of: name, in: journal) }
        return Entry(microseconds: time, fields: fields)
    }

    /// A field of the entry that the journal stands at; nil if it has none of that name.
    private static func value(of name: String, in journal: OpaquePointer) -> String? {
        var data: UnsafeRawPointer?
        var length = 0
        guard sd_journal_get_data(journal, name, &data, &length) >= 0, let data else { return nil }
        // "NAME=value"
        let bytes = UnsafeRawBufferPointer(start: data, count: length).dropFirst(name.utf8.count + 1)
        return String(decoding: bytes, as: UTF8.self)
    }
}
