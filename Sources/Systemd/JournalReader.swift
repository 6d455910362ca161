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
        var opened: OpaquePointer?
        try checked("sd_journal_open", sd_journal_open(&opened, Int32(SD_JOURNAL_LOCAL_ONLY | SD_JOURNAL_CURRENT_USER)))
        guard let journal = opened else { throw SystemError("sd_journal_open", number: ENOMEM) }
        defer { sd_journal_close(journal) }
        // Matches of one field are alternatives.
        for id in ids {
            let match = "MESSAGE_ID=\(id)"
            try checked("sd_journal_add_match", sd_journal_add_match(journal, match, match.utf8.count))
        }
        try checked("sd_journal_seek_realtime_usec", sd_journal_seek_realtime_usec(journal, start))

        var entries: [Entry] = []
        while try checked("sd_journal_next", sd_journal_next(journal)) > 0 {
            var time: UInt64 = 0
            try checked("sd_journal_get_realtime_usec", sd_journal_get_realtime_usec(journal, &time))
            var fields: [String: String] = [:]
            for name in names { fields[name] = Self.value(of: name, in: journal) }
            entries.append(Entry(microseconds: time, fields: fields))
        }
        return entries
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
