// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Systemd
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

    /// Returns the message of the latest entry of the service's unit, or of this user's processes with the same name; nil
    /// if there is none. Call it once, because it selects the entries of this reader.
    ///
    /// journald determines the unit of an entry from the sender's control group. The unit is missing if the process has
    /// already ended, for example after an invalid argument.
    ///
    /// - Parameter priority: the priority of the entry; nil for any.
    func lastMessage(_ priority: JournalEntry.Priority? = nil) throws(SystemError) -> String? {
        for sender in [
            ["_SYSTEMD_USER_UNIT=suntrackerd.service"], ["SYSLOG_IDENTIFIER=suntrackerd", "_UID=\(getuid())"],
        ] {
            for field in sender + (priority.map { ["PRIORITY=\($0.rawValue)"] } ?? []) {
                try checked("sd_journal_add_match", sd_journal_add_match(journal, field, field.utf8.count))
            }
            try checked("sd_journal_add_disjunction", sd_journal_add_disjunction(journal))
        }
        try checked("sd_journal_seek_tail", sd_journal_seek_tail(journal))
        guard try checked("sd_journal_previous", sd_journal_previous(journal)) > 0 else { return nil }
        var data: UnsafeRawPointer?
        var length = 0
        guard sd_journal_get_data(journal, "MESSAGE", &data, &length) >= 0, let data else { return "" }
        // Bytes that are not UTF-8 are replaced with U+FFFD.
        return String(
            decoding: UnsafeRawBufferPointer(start: data, count: length).dropFirst("MESSAGE=".count), as: UTF8.self)
    }
}
