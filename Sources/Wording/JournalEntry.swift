// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker

package struct JournalEntry: Hashable, Sendable {
    /// What an entry is about: the MESSAGE_ID (systemd.journal-fields(7)), which the message catalog explains. It never
    /// changes, because filters and the catalog refer to it.
    package enum Kind: String, Equatable, Sendable, CaseIterable {
        case event = "106b6f75c64645c29e51d4e68eb41f8f"
        /// The service learned of an event too late to announce it.
        case missed = "2b41403b3565449eb3315b591d38fb64"
        /// The service learned of many events too late.
        case missedMany = "6b4874e08aab462da7ea7621933d14bb"
        /// The hooks of a phase are run.
        case phase = "8f16e9d2338a4dd192ae0d226967de50"
        case phaseSet = "f3d85abb57944df79cc45bfee0ed1e02"
        case started = "83ac6929e3e2437d8d437abab38c04b0"
        case stopped = "f114ec4125b6423abe5fbc313983e3a7"
        case locationChanged = "05a0fd27ebcd449db1ec444007d95d02"
        /// No source provides a place.
        case noLocation = "91d355d1b6cf4c629e57fa89b5e92fda"
        case timeZoneChanged = "7f35f73a25674581b582656a8e0207b0"
        case authorization = "d136a18f36e44581afa907842fc0fd78"
        /// Access to the location was granted, but GeoClue has not sent one.
        case fixOverdue = "d34b965f3ac64deb9edbd506a704968f"
        case settingsRefused = "1ccde61842804a9593752bfdc69f244f"
        case settingsReloaded = "d7082f2f0f8348b5ac1782fe1d369cb8"
        case notShown = "1e4643b266b146539e1f550db7935e49"
        case hookFailed = "ca5d79693fb14ae490688ab99d453686"
        case stateProblem = "819dada02299455194b56bdae688e5b3"

        package var priority: Priority {
            switch self {
            case .event, .authorization: .notice
            case .phase, .phaseSet, .started, .stopped, .locationChanged, .timeZoneChanged, .settingsReloaded:
                .info
            case .missed, .missedMany, .noLocation, .fixOverdue, .notShown, .hookFailed: .warning
            case .settingsRefused, .stateProblem: .error
            }
        }
    }

    /// The levels of syslog(3) that are used.
    package enum Priority: Int, Equatable, Sendable {
        case error = 3
        case warning = 4
        case notice = 5
        case info = 6
    }

    /// A field, except MESSAGE, MESSAGE_ID and PRIORITY.
    package struct Field: Hashable, Sendable {
        /// The name: capital letters, digits and underscores.
        package let name: String
        /// The value: one printable line, like MESSAGE. The journal accepts any bytes, but `journalctl -o cat` would
        /// send escape sequences to the terminal, and other formats would show a "blob" or a list of numbers.
        package let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value.printable
        }
    }

    package let kind: Kind
    /// MESSAGE: one printable line. If it quotes another program, such as a notification server's error, the quotation
    /// can neither end the line nor control a terminal.
    package let message: String
    package let fields: [Field]
    package let priority: Priority

    init(_ kind: Kind, _ message: String, _ fields: [Field] = [], priority: Priority? = nil) {
        self.kind = kind
        self.priority = priority ?? kind.priority
        self.message = message.printable
        self.fields = fields
    }
}

extension JournalEntry.Field {
    /// The fields for the event, the place and the lateness. SUNTRACKER_DUE_TIME is set if the announcement was not due
    /// at the time of the event, and SUNTRACKER_ALERT for an alert.
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
        return fields + eclipse(of: occurrence, at: place, fractionDigits: 6) + (place.map(Self.place) ?? [])
    }

    /// The fields for an event whose rule no longer exists, or which happened at another place.
    static func gone(_ entry: Ledger.Entry, at place: Place?, now: Instant) -> [JournalEntry.Field] {
        [
            JournalEntry.Field("SUNTRACKER_EVENT", entry.rule),
            JournalEntry.Field("SUNTRACKER_EVENT_TIME", entry.event.rfc3339(fractionDigits: 6)),
            JournalEntry.Field("SUNTRACKER_LATENESS_USEC", String(max(0, (now - entry.due).microseconds))),
        ] + (place.map(Self.place) ?? [])
    }

    /// The fields for a run of a phase's hooks, which are also the environment variables of these hooks.
    static func phase(_ call: PhaseCall, at place: Place?, fractionDigits: Int = 6) -> [JournalEntry.Field] {
        span(call.span, fractionDigits: fractionDigits)
            + [JournalEntry.Field("SUNTRACKER_REASON", call.reason.rawValue)] + (place.map(Self.place) ?? [])
    }

    /// The fields for a phase and its bounds.
    static func span(_ span: PhaseSpan, fractionDigits: Int = 6) -> [JournalEntry.Field] {
        let bounds = [("SUNTRACKER_SINCE", span.since), ("SUNTRACKER_UNTIL", span.until)]
        return [JournalEntry.Field("SUNTRACKER_PHASE", span.phase.rawValue)]
            + bounds.compactMap { name, instant in
                instant.map { JournalEntry.Field(name, $0.rfc3339(fractionDigits: fractionDigits)) }
            }
    }

    static let quiet = JournalEntry.Field("SUNTRACKER_QUIET", "1")
    /// The field for an entry about an announcement or a call that may have been made before.
    static let recovered = JournalEntry.Field("SUNTRACKER_RECOVERED", "1")

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
