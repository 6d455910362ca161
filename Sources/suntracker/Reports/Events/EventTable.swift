import Solar
import Tracker
import Wording

/// All occurrences of some events and alerts on some days at a place.
struct EventTable: Report {
    static let formats = [OutputFormat.text, .csv, .json, .ics]

    let place: Place
    let firstDay: CivilDate
    let days: Int
    /// The occurrences of events in chronological order.
    let occurrences: [(event: AnnouncedEvent, instant: Instant)]
    /// The announcements of alerts; nil if no alert was requested.
    let alerts: [AlertTime]?
    private let zone: any LocalTime
    let words: Localizer

    /// Lists the events of a number of days, which are dates in the time zone.
    ///
    /// - Parameters:
    ///   - bounds: The part of these days to list.
    ///   - alerts: The alerts to list as well; nil for none.
    ///   - words: The language of the text.
    init(
        of events: [AnnouncedEvent], from firstDay: CivilDate, days: Int, at place: Place, in zone: any LocalTime,
        within bounds: Range<Instant> = .earliest ..< .latest, alerts: AlertTimes? = nil, words: Localizer = .english
    ) {
        self.place = place
        self.firstDay = firstDay
        self.days = days
        self.zone = zone
        self.words = words
        let interval = (zone.start(of: firstDay)..<zone.start(of: firstDay.adding(days: days))).clamped(to: bounds)
        occurrences = AnnouncedEvent.occurrences(of: events, in: interval, at: place.observer, zone)
        self.alerts = alerts?.times(in: interval, at: place)
    }

    /// Events and alerts in chronological order.
    var entries: [ListedEvent] { ListedEvent.list(occurrences, alerts ?? []) }

    /// One line per event: `Sat 2026-11-21  06:46  sunrise`, `Sat 2026-11-21  16:10  alert lamps  quiet`.
    func text(columns: Int?) -> String {
        let entries = entries
        guard !entries.isEmpty else {
            // TRANSLATORS: instead of a table
            return [words("None of these events occurs.")].lines(columns: columns).joined(separator: "\n")
        }
        let rows = entries.map { entry in
            [
                zone.date(at: entry.instant).inTable(words), zone.timeOfDay(at: entry.instant),
                words.eventName(entry.name, on: place.observer.coordinate.hemisphere),
            ] + (entry.alert.map { [$0.remark(in: words, zone.timeOfDay)] } ?? [])
        }
        let columnsOfTable = AlignedColumns([.left, .right, .left] + (alerts == nil ? [] : [.left]), rows)
        return columnsOfTable.lines(columns: columns).joined(separator: "\n")
    }

    func source(columns: Int?) -> [String] {
        let separator = words.listSeparator
        return place.headingParts(in: words).lines(columns: columns, separator: separator)
            + ([span] + zoneNote).map(words.embedded).lines(columns: columns, separator: separator)
    }

    private var span: String {
        guard days > 1 else { return "\(firstDay)" }
        // TRANSLATORS: 2026-11-21 to 2026-11-27
        return words("{first} to {last}", ["first": "\(firstDay)", "last": "\(firstDay.adding(days: days - 1))"])
    }

    private var zoneNote: [String] { zone.zoneName.map { [words("time zone {zone}", ["zone": $0])] } ?? [] }

    /// Comma-separated values (RFC 4180, except for the line ends): the header `event,time` and one line per event. With
    /// alerts, `movedFrom` and `quiet` are two more columns, which are empty for events.
    var csv: String {
        var text = alerts == nil ? "event,time" : "event,time,movedFrom,quiet"
        for entry in entries {
            // Interpolation would create more strings for each of thousands of rows.
            text += "\n"
            text += entry.name.quotedForCSV
            text += ","
            text += zone.timestamp(entry.instant)
            guard alerts != nil else { continue }
            let alert = entry.alert
            text += ",\(alert?.movedFrom.map(zone.timestamp) ?? ""),\(alert.map { "\($0.isQuiet)" } ?? "")"
        }
        return text
    }

    /// The place, the days, the time zone, and `events`, an array of objects with `event` and `time`. The objects for
    /// alerts also contain `basis` and `basisTime` (the event that the alert refers to), `movedFrom`, `quiet` and
    /// `title`.
    var object: JSONObject {
        [
            "place": place.json, "from": firstDay.description, "days": days, "timeZone": zone.zoneName,
            "events": entries.map { $0.json(in: zone) },
        ]
    }
}

extension Localizer {
    /// Returns the name of an event or alert for a table or a sentence.
    ///
    /// - Parameter hemisphere: the hemisphere of the place; nil if it is unknown.
    func eventName(_ identifier: String, on hemisphere: Hemisphere? = nil) -> String {
        if identifier.hasPrefix(Self.alert) { return alertName(identifier) }
        return AnnouncedEvent(name: identifier)?.displayName(in: self, on: hemisphere) ?? identifier
    }

    /// `alert lamps`, for an alert with the identifier `alert:lamps`.
    func alertName(_ identifier: String) -> String {
        // TRANSLATORS: an alert of the user by its name
        self("alert {name}", ["name": String(identifier.dropFirst(Self.alert.count))])
    }

    private static let alert = "alert:"
}

extension CivilDate {
    /// `Sat 2026-11-21`, for the rows of a table.
    func inTable(_ words: Localizer) -> String {
        // TRANSLATORS: a date in a table: Sat 2026-11-21
        words.inContext("in a table", "{weekday} {date}", ["weekday": shortDayName(in: words), "date": "\(self)"])
    }
}

extension String {
    /// The text as a field of RFC 4180.
    var quotedForCSV: String {
        // Compares UTF-8, because a quotation mark with a combining accent is a different character for Swift, but not
        // for a CSV parser.
        guard utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return self }
        let quote = UInt8(ascii: "\"")
        let doubled = utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"\(String(decoding: doubled, as: UTF8.self))\""
    }
}
