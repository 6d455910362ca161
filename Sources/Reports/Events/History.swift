package import Solar
import Terminal
package import Tracker

/// Past announcements, with their lateness, and missed events.
package struct History: Report {
    /// The announcements, the oldest first.
    package let announcements: [PastAnnouncement]
    /// The start of the history.
    package let start: Instant
    private let relativeTime: RelativeTime

    /// The history of these announcements.
    ///
    /// - Parameter words: The language of its text.
    package init(
        _ announcements: [PastAnnouncement], since start: Instant, now: Instant, localTime: any LocalTime,
        in words: Words = .english
    ) {
        self.announcements = announcements
        self.start = start
        relativeTime = RelativeTime(now: now, localTime: localTime, words: words)
    }

    /// One line per announcement, with its lateness: `Sat 2026-11-21  16:40  sunset  Denver  announced`.
    package func text(columns: Int?) -> String {
        guard !announcements.isEmpty else {
            let text = words(
                "Nothing has been announced since {time}. Is the service running? {command}",
                ["time": relativeTime.moment(start), "command": "systemctl --user status suntrackerd"])
            return [text].lines(columns: columns).joined(separator: "\n")
        }
        let rows = announcements.map { announcement in
            let date = relativeTime.localTime.civilTime(at: announcement.due).date
            return [
                date.inTable(words), relativeTime.localTime.timeOfDay(at: announcement.due),
                words.eventName(announcement.event), announcement.place.map(words.placeName) ?? "",
                announcement.outcome.text(in: words),
                lateness(announcement),
            ]
        }
        return AlignedColumns([.left, .right, .left, .left, .left, .left], rows).lines(columns: columns)
            .joined(separator: "\n")
    }

    /// Comma-separated values (RFC 4180, except for the line ends).
    package var csv: String {
        let scale = TimeScale.local(relativeTime.localTime)
        return
            (["event,time,outcome,written,place"]
            + announcements.map { announcement in
                [
                    announcement.event, scale.timestamp(announcement.due), announcement.outcome.rawValue,
                    scale.timestamp(announcement.written), Self.quoted(announcement.place ?? ""),
                ].joined(separator: ",")
            }).joined(separator: "\n")
    }

    /// A JSON object with `since` and `announcements`, an array.
    package func json() throws -> String {
        struct Row: Encodable {
            let event: String
            let time: String
            let written: String
            let outcome: String
            let place: String?
        }
        struct Table: Encodable {
            let since: String
            let announcements: [Row]
        }
        let scale = TimeScale.local(relativeTime.localTime)
        return try Table(
            since: scale.timestamp(start),
            announcements: announcements.map {
                Row(
                    event: $0.event, time: scale.timestamp($0.due), written: scale.timestamp($0.written),
                    outcome: $0.outcome.rawValue, place: $0.place)
            }
        ).jsonText()
    }

    /// The lateness of an announcement; empty below one second.
    private func lateness(_ announcement: PastAnnouncement) -> String {
        let lateness = announcement.written - announcement.due
        return lateness < .seconds(1) ? "" : words("{duration} late", ["duration": lateness.formatted(in: words)])
    }

    private var words: Words { relativeTime.words }

    private static func quoted(_ text: String) -> String {
        // In UTF-8: to Swift a quotation mark with a combining accent is a different character, to a CSV parser it is not.
        guard text.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return text }
        let quote = UInt8(ascii: "\"")
        let doubled = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"\(String(decoding: doubled, as: UTF8.self))\""
    }
}

extension PastAnnouncement.Outcome {
    /// The outcome for people: `announced`, `not shown`.
    fileprivate func text(in words: Words) -> String {
        switch self {
        // TRANSLATORS: of an event
        case .announced: words.inContext("outcome", "announced")
        // TRANSLATORS: an event that was announced again after a crash
        case .recovered: words.inContext("outcome", "recovered")
        // TRANSLATORS: an event of which the service learned too late
        case .missed: words.inContext("outcome", "missed")
        // TRANSLATORS: an event whose notification could not be shown
        case .notShown: words.inContext("outcome", "not shown")
        // TRANSLATORS: an event without a notification in the quiet time
        case .quiet: words.inContext("outcome", "quiet")
        }
    }
}
