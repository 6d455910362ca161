import CLinux
import Glibc
import Systemd
public import Tracker

/// Writes entries to the journal, and their lines to standard error where a person or a file reads that.
@MainActor
public final class JournalWriter: JournalSink {
    private let journal = Journal()
    private let identifier: String
    private let marks: [(name: String, value: String)]
    private let echoes: Bool

    /// - Parameters:
    ///   - identifier: SYSLOG_IDENTIFIER.
    ///   - journalStream: `$JOURNAL_STREAM`, by which a process knows that its standard error is the journal already.
    ///   - simulated: marks every entry with SUNTRACKER_SIMULATED=1.
    public init(identifier: String, journalStream: String?, simulated: Bool = false) {
        self.identifier = identifier
        marks = simulated ? [("SUNTRACKER_SIMULATED", "1")] : []
        echoes = !Self.isStandardError(journalStream)
    }

    /// Writes the entry with its MESSAGE_ID and fields.
    public func write(_ entry: JournalEntry) {
        write(
            entry.message, priority: entry.priority,
            [("MESSAGE_ID", entry.kind.messageID)] + entry.fields.map { ($0.name, $0.value) })
    }

    /// Writes a line that is of no kind, such as why the service cannot start. What others say in it cannot end it or give
    /// a terminal orders.
    public func write(
        _ message: String, priority: JournalEntry.Priority, _ fields: [(name: String, value: String)] = []
    ) {
        // A journal that cannot be written to can only be passed over: there is nobody else to tell.
        try? journal.send(entry(message, priority, fields))
        if echoes { writeToStandardError(message.printable) }
    }

    /// All of an entry's fields.
    func entry(
        _ message: String, _ priority: JournalEntry.Priority, _ fields: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        [
            ("MESSAGE", message.printable), ("PRIORITY", String(priority.rawValue)),
            ("SYSLOG_IDENTIFIER", identifier),
        ] + fields + marks
    }

    /// Whether standard error is the stream `device:inode` (systemd.exec(5), $JOURNAL_STREAM).
    public static func isStandardError(_ journalStream: String?) -> Bool {
        guard let parts = journalStream?.split(separator: ":"), parts.count == 2 else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt(parts[0]) == UInt(status.st_dev) && UInt(parts[1]) == UInt(status.st_ino)
    }
}
