import Solar
import Tracker

/// Past announcements, with their lateness, missed events, calls of the hooks of phases, and hooks that failed.
struct History: Report {
    static let formats = [OutputFormat.text, .csv, .json]

    /// The announcements, the oldest first.
    let announcements: [PastAnnouncement]
    /// The start of the history.
    let start: Instant
    /// Whether the service runs.
    let isRunning: Bool
    let relativeTime: RelativeTime

    /// One line per announcement, with its lateness: `Sat 2026-11-21  16:40  sunset  Denver  announced`.
    func text(columns: Int?) -> String {
        guard !announcements.isEmpty else {
            let nothing = words("Nothing has been announced since {time}.", ["time": relativeTime.moment(start)])
            let question = words(
                "The service does not run; see {command}", ["command": "suntracker status"])
            return (isRunning ? [nothing] : [nothing, question]).flatMap { [$0].lines(columns: columns) }
                .joined(separator: "\n")
        }
        let rows = announcements.map { announcement in
            let date = relativeTime.localTime.civilTime(at: announcement.due).date
            return [
                date.inTable(words), relativeTime.localTime.timeOfDay(at: announcement.due),
                name(of: announcement), announcement.place.map(words.placeName) ?? "",
                announcement.outcome.text(in: words),
                announcement.hook ?? lateness(announcement),
            ]
        }
        return AlignedColumns([.left, .right, .left, .left, .left, .left], rows).lines(columns: columns)
            .joined(separator: "\n")
    }

    /// Comma-separated values (RFC 4180, except for the line ends).
    var csv: String {
        let scale = relativeTime.localTime
        return
            (["event,time,outcome,written,place,hook"]
            + announcements.map { announcement in
                [
                    announcement.event.quotedForCSV, scale.timestamp(announcement.due), announcement.outcome.rawValue,
                    scale.timestamp(announcement.written), (announcement.place ?? "").quotedForCSV,
                    (announcement.hook ?? "").quotedForCSV,
                ].joined(separator: ",")
            }).joined(separator: "\n")
    }

    /// `since` and `announcements`, an array of objects.
    var object: JSONObject {
        let scale = relativeTime.localTime
        let rows = announcements.map { announcement -> JSONObject in
            [
                "event": announcement.event, "time": scale.timestamp(announcement.due),
                "written": scale.timestamp(announcement.written), "outcome": announcement.outcome.rawValue,
                "place": announcement.place, "hook": announcement.hook,
            ]
        }
        return ["since": scale.timestamp(start), "announcements": rows]
    }

    /// The lateness of an announcement; empty below one second.
    private func lateness(_ announcement: PastAnnouncement) -> String {
        let lateness = announcement.written - announcement.due
        // TRANSLATORS: how late a notification was, alone in a column
        return lateness < .seconds(1) ? "" : words("{duration} late", ["duration": lateness.formatted(in: words)])
    }

    private func name(of announcement: PastAnnouncement) -> String {
        Phase(rawValue: announcement.event).map { $0.displayName(in: words) } ?? words.eventName(announcement.event)
    }

    private var words: Localizer { relativeTime.words }
}

extension String {
    /// The text as a field of RFC 4180.
    var quotedForCSV: String {
        // In UTF-8: to Swift a quotation mark with a combining accent is a different character, to a CSV parser it is not.
        guard utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return self }
        let quote = UInt8(ascii: "\"")
        let doubled = utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"\(String(decoding: doubled, as: UTF8.self))\""
    }
}

extension PastAnnouncement.Outcome {
    /// The outcome for people: `announced`, `not shown`.
    fileprivate func text(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: what became of an event, after its name and the place
        case .announced: words.inContext("outcome", "announced")
        // TRANSLATORS: an event that was announced again after a crash
        case .recovered: words.inContext("outcome", "recovered")
        // TRANSLATORS: an event of which the service learned too late
        case .missed: words.inContext("outcome", "missed")
        // TRANSLATORS: an event whose notification could not be shown
        case .notShown: words.inContext("outcome", "not shown")
        // TRANSLATORS: an event without a notification, since it was in the quiet time
        case .quiet: words.inContext("outcome", "quiet")
        // TRANSLATORS: a phase, day or night, whose hooks were run
        case .called: words.inContext("outcome", "hooks run")
        // TRANSLATORS: an event or phase with a hook that failed
        case .hookFailed: words.inContext("outcome", "hook failed")
        }
    }
}
