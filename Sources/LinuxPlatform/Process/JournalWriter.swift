// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Glibc
import Systemd
package import Tracker
package import Wording

/// Writes entries to the journal, and their messages to standard error, unless standard error is also the journal.
@MainActor
package final class JournalWriter: @MainActor JournalSink {
    private let identifier: String
    private let echoes: Bool
    private let exports: Bool
    private let journal: Journal
    private let standardError = UnwaitingStandardError()

    /// - Parameters:
    ///   - identifier: SYSLOG_IDENTIFIER.
    ///   - journalStream: `$JOURNAL_STREAM`, which identifies a standard error that is connected to the journal.
    ///   - exports: writes whole entries to standard error instead of the journal, in the journal's export format: a line
    ///     for each field, and an empty line.
    ///   - socket: the socket of journald.
    package init(
        identifier: String, journalStream: String?, exports: Bool = false,
        socket: String = Journal.socket
    ) {
        self.identifier = identifier
        self.exports = exports
        echoes = !Self.isStandardError(journalStream)
        journal = Journal(path: socket)
        journal.onLoss = { [weak self] count in
            self?.write("\(count) journal entries were lost because journald did not respond", priority: .warning)
        }
    }

    package func write(_ fact: JournalFact, localTime: any LocalTime) {
        let entry = JournalEntry(fact, localTime: localTime)
        write(
            entry.message, priority: entry.priority,
            [("MESSAGE_ID", entry.kind.rawValue)] + entry.fields.map { ($0.name, $0.value) })
    }

    /// Writes a message without a MESSAGE_ID, such as the reason why the service cannot start. Control characters are
    /// replaced.
    package func write(
        _ message: String, priority: JournalEntry.Priority, _ fields: [(name: String, value: String)] = []
    ) {
        let entry = entry(message, priority, fields)
        guard !exports else { return standardError.write(entry.map { "\($0.name)=\($0.value)\n" }.joined()) }
        journal.send(entry)
        if echoes { standardError.write(message.printable) }
    }

    func entry(
        _ message: String, _ priority: JournalEntry.Priority, _ fields: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        [
            ("MESSAGE", message.printable), ("PRIORITY", String(priority.rawValue)),
            ("SYSLOG_IDENTIFIER", identifier),
        ] + fields
    }

    /// Whether standard error is the stream `device:inode` (systemd.exec(5), $JOURNAL_STREAM).
    package static func isStandardError(_ journalStream: String?) -> Bool {
        guard let parts = journalStream?.split(separator: ":"), parts.count == 2 else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt(parts[0]) == UInt(status.st_dev) && UInt(parts[1]) == UInt(status.st_ino)
    }
}
