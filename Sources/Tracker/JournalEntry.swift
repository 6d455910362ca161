import Solar

/// An entry of the journal.
public struct JournalEntry: Hashable, Sendable {
    /// What an entry is about. Each kind has its MESSAGE_ID, explained in the message catalog.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// An event was announced.
        case event
        /// An event was learnt of too late to be announced.
        case missed
        /// Many events were learnt of too late.
        case missedMany
        /// The service has started.
        case started
        /// The service ends.
        case stopped
        /// The place in force is another one.
        case locationChanged
        /// No source knows a place.
        case noLocation
        /// The time zone is another one.
        case timeZoneChanged
        /// A location service may tell the location, or may not.
        case authorization
        /// The settings cannot be used.
        case settingsRefused
        /// The settings were read again.
        case settingsReloaded
        /// A notification could not be shown.
        case notShown
        /// The ledger could not be read or kept.
        case stateTrouble

        /// The MESSAGE_ID (systemd.journal-fields(7)): fixed for ever, since filters and the catalog name it.
        public var messageID: String {
            switch self {
            case .event: "5d2f1c6e0b8a4d3e9f7a6c1b2e4d8f01"
            case .missed: "8a7e3b9d4c5f4e1ab2d6f0c9e8a71b02"
            case .missedMany: "1c9b7f2e6d3a4b8590e1d2c3b4a5f603"
            case .started: "3e6d9a1f7b2c4c0d8e5f4a3b2c1d0e04"
            case .stopped: "7f0e1d2c3b4a495887766554433a2b05"
            case .locationChanged: "2b3c4d5e6f704182939495a6b7c8d906"
            case .noLocation: "9e8d7c6b5a4f43e2b1c0d9e8f7a6b507"
            case .timeZoneChanged: "109e03c94a7341efa67a92bdc7ac330a"
            case .authorization: "e1f2a3b4c5d64708897a6b5c4d3e2f0d"
            case .settingsRefused: "4a5b6c7d8e9f40a1b2c3d4e5f6a7b808"
            case .settingsReloaded: "6c7d8e9fa0b141c2d3e4f5061728390a"
            case .notShown: "0d1e2f3a4b5c46d7e8f9a0b1c2d3e40b"
            case .stateTrouble: "b4c5d6e7f80942a3b5c7d9e1f3a5b70c"
            }
        }

        /// How much it matters.
        public var priority: Priority {
            switch self {
            case .event, .authorization: .notice
            case .started, .stopped, .locationChanged, .timeZoneChanged, .settingsReloaded: .info
            case .missed, .missedMany, .noLocation, .notShown: .warning
            case .settingsRefused, .stateTrouble: .error
            }
        }
    }

    /// The levels of syslog(3) that are used.
    public enum Priority: Int, Hashable, Sendable {
        /// LOG_ERR.
        case error = 3
        /// LOG_WARNING.
        case warning = 4
        /// LOG_NOTICE.
        case notice = 5
        /// LOG_INFO.
        case info = 6
    }

    /// A field besides MESSAGE, MESSAGE_ID and PRIORITY.
    public struct Field: Hashable, Sendable {
        /// The name: capital letters, digits and underscores.
        public let name: String
        /// The value.
        public let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What it is about.
    public let kind: Kind
    /// MESSAGE: the line that people read.
    public let message: String
    /// The SUNTRACKER_ fields.
    public let fields: [Field]

    init(_ kind: Kind, _ message: String, _ fields: [Field] = []) {
        self.kind = kind
        self.message = message
        self.fields = fields
    }
}

extension JournalEntry.Field {
    /// The fields that say which event, where, and how late it is told.
    static func event(_ occurrence: Occurrence, at place: Place?, now: Instant) -> [JournalEntry.Field] {
        let lateness = max(0, (now - occurrence.instant).microseconds)
        return [
            JournalEntry.Field("SUNTRACKER_EVENT", occurrence.rule.event.name),
            JournalEntry.Field("SUNTRACKER_EVENT_TIME", occurrence.instant.rfc3339(fractionDigits: 6)),
            JournalEntry.Field("SUNTRACKER_LATENESS_USEC", String(lateness)),
        ] + (place.map(Self.place) ?? [])
    }

    /// The fields that say where.
    static func place(_ place: Place) -> [JournalEntry.Field] {
        let (latitude, longitude) = place.roundedCoordinate
        var fields = [
            JournalEntry.Field("SUNTRACKER_SOURCE", place.provenance.source.word),
            JournalEntry.Field("SUNTRACKER_LATITUDE", latitude),
            JournalEntry.Field("SUNTRACKER_LONGITUDE", longitude),
        ]
        if let name = place.name { fields.append(JournalEntry.Field("SUNTRACKER_PLACE", name)) }
        return fields
    }
}
