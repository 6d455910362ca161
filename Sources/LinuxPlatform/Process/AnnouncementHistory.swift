public import Solar
public import Systemd
public import Tracker

/// What the service has announced, as the journal remembers it.
public struct AnnouncementHistory: Sendable {
    /// The history in the journals that this user may read.
    public init() {}

    /// What was announced from an instant on, the oldest first.
    public func announcements(since start: Instant) throws(SystemError) -> [PastAnnouncement] {
        try JournalReader().entries(
            withMessageIDs: PastAnnouncement.kinds.map(\.messageID), since: UInt64(max(0, start.microseconds)),
            fields: PastAnnouncement.fieldNames
        ).compactMap {
            PastAnnouncement(written: Instant(microseconds: Int64(clamping: $0.microseconds)), fields: $0.fields)
        }
    }
}
