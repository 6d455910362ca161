public import Solar

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
        /// A hook did not do its work.
        case hookFailed
        /// The ledger could not be read or kept.
        case stateTrouble

        /// The MESSAGE_ID (systemd.journal-fields(7)): fixed for ever, since filters and the catalog name it.
        public var messageID: String {
            switch self {
            case .event: "106b6f75c64645c29e51d4e68eb41f8f"
            case .missed: "2b41403b3565449eb3315b591d38fb64"
            case .missedMany: "6b4874e08aab462da7ea7621933d14bb"
            case .started: "83ac6929e3e2437d8d437abab38c04b0"
            case .stopped: "f114ec4125b6423abe5fbc313983e3a7"
            case .locationChanged: "05a0fd27ebcd449db1ec444007d95d02"
            case .noLocation: "91d355d1b6cf4c629e57fa89b5e92fda"
            case .timeZoneChanged: "7f35f73a25674581b582656a8e0207b0"
            case .authorization: "d136a18f36e44581afa907842fc0fd78"
            case .settingsRefused: "1ccde61842804a9593752bfdc69f244f"
            case .settingsReloaded: "d7082f2f0f8348b5ac1782fe1d369cb8"
            case .notShown: "1e4643b266b146539e1f550db7935e49"
            case .hookFailed: "ca5d79693fb14ae490688ab99d453686"
            case .stateTrouble: "819dada02299455194b56bdae688e5b3"
            }
        }

        /// How much it matters.
        public var priority: Priority {
            switch self {
            case .event, .authorization: .notice
            case .started, .stopped, .locationChanged, .timeZoneChanged, .settingsReloaded: .info
            case .missed, .missedMany, .noLocation, .notShown, .hookFailed: .warning
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
        /// The value: one line that can be shown, as MESSAGE is. The journal takes any bytes, but `journalctl -o cat` would
        /// hand a terminal its orders, and the other forms would show it as a "blob", or as a list of numbers.
        public let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value.printable
        }
    }

    /// What it is about.
    public let kind: Kind
    /// MESSAGE: the line that people read, on a terminal too. What others say in it, such as a notification server's error,
    /// cannot end it or give a terminal orders.
    public let message: String
    /// The SUNTRACKER_ fields.
    public let fields: [Field]
    /// PRIORITY: that of its kind, where nothing makes it matter more or less.
    public let priority: Priority

    init(_ kind: Kind, _ message: String, _ fields: [Field] = [], priority: Priority? = nil) {
        self.kind = kind
        self.priority = priority ?? kind.priority
        self.message = message.printable
        self.fields = fields
    }
}

extension JournalEntry.Field {
    /// The fields that say which event, where, and how late it is told. SUNTRACKER_DUE_TIME is there where it was to be
    /// told at another time than that of the event, and SUNTRACKER_ALERT for an alert.
    static func event(_ occurrence: Occurrence, at place: Place?, now: Instant) -> [JournalEntry.Field] {
        let lateness = max(0, (now - occurrence.due).microseconds)
        var fields = [
            JournalEntry.Field("SUNTRACKER_EVENT", occurrence.rule.event.name),
            JournalEntry.Field("SUNTRACKER_EVENT_TIME", occurrence.eventInstant.rfc3339(fractionDigits: 6)),
            JournalEntry.Field("SUNTRACKER_LATENESS_USEC", String(lateness)),
        ]
        if occurrence.due != occurrence.eventInstant {
            fields.append(JournalEntry.Field("SUNTRACKER_DUE_TIME", occurrence.due.rfc3339(fractionDigits: 6)))
        }
        if let alert = occurrence.rule.alert { fields.append(JournalEntry.Field("SUNTRACKER_ALERT", alert.name)) }
        return fields + (place.map(Self.place) ?? [])
    }

    /// The fields that say where.
    static func place(_ place: Place) -> [JournalEntry.Field] {
        let (latitude, longitude) = place.roundedCoordinate
        var fields = [
            JournalEntry.Field("SUNTRACKER_SOURCE", place.provenance.source.identifier),
            JournalEntry.Field("SUNTRACKER_LATITUDE", latitude),
            JournalEntry.Field("SUNTRACKER_LONGITUDE", longitude),
        ]
        if let name = place.name { fields.append(JournalEntry.Field("SUNTRACKER_PLACE", name.description)) }
        return fields
    }
}

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
