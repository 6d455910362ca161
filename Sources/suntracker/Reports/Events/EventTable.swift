import Solar
import Tracker

/// All occurrences of some events on some days at a place.
struct EventTable: Report {
    static let formats = [OutputFormat.text, .csv, .json, .ics]

    let place: Place
    let firstDay: CivilDate
    /// The number of days.
    let days: Int
    /// The occurrences in chronological order.
    let occurrences: [Sun.Occurrence]
    private let scale: TimeScale
    let words: Localizer

    /// The events of a number of days from the first, as dates of the time scale.
    ///
    /// - Parameter words: The language of its text.
    init(
        of events: [SolarEvent], from firstDay: CivilDate, days: Int, at place: Place, in scale: TimeScale,
        words: Localizer = .english
    ) {
        self.place = place
        self.firstDay = firstDay
        self.days = days
        self.scale = scale
        self.words = words
        let interval = scale.start(of: firstDay)..<scale.start(of: firstDay.adding(days: days))
        occurrences = Sun.occurrences(of: events, in: interval, at: place.observer)
    }

    /// A heading, and one line per event: `Sat 2026-11-21  06:46  sunrise`.
    func text(columns: Int?) -> String {
        let separator = words.listSeparator
        let heading =
            place.headingParts(in: words).lines(columns: columns, separator: separator)
            + ([span] + zone).map(words.embedded).lines(columns: columns, separator: separator) + [""]
        guard !occurrences.isEmpty else {
            // TRANSLATORS: instead of a table
            return (heading + [words("None of these events occurs.")].lines(columns: columns)).joined(separator: "\n")
        }
        let rows = occurrences.map { occurrence in
            [
                scale.date(at: occurrence.instant).inTable(words), scale.timeOfDay(at: occurrence.instant),
                words.eventName(occurrence.event.name, on: place.observer.coordinate.hemisphere),
            ]
        }
        return (heading + AlignedColumns([.left, .right, .left], rows).lines(columns: columns)).joined(separator: "\n")
    }

    private var span: String {
        guard days > 1 else { return "\(firstDay)" }
        // TRANSLATORS: 2026-11-21 to 2026-11-27
        return words("{first} to {last}", ["first": "\(firstDay)", "last": "\(firstDay.adding(days: days - 1))"])
    }

    private var zone: [String] { scale.zoneName.map { [words("time zone {zone}", ["zone": $0])] } ?? [] }

    /// Comma-separated values (RFC 4180, except for the line ends): the header `event,time` and one line per event.
    var csv: String {
        var text = "event,time"
        for occurrence in occurrences {
            // Joined without interpolation, which makes more strings for each of thousands of rows.
            text += "\n"
            text += occurrence.event.name
            text += ","
            text += scale.timestamp(occurrence.instant)
        }
        return text
    }

    /// The place, the days, the time zone, and `events`, an array of objects with `event` and `time`.
    var object: JSONObject {
        [
            "place": place.json, "from": firstDay.description, "days": days, "timeZone": scale.zoneName,
            "events": occurrences.map { $0.json(in: scale) },
        ]
    }
}

extension Localizer {
    /// The event or alert with an identifier, for a table or a sentence. In English it is the identifier, which options and
    /// settings take; in another language it is the name of the event in that language.
    ///
    /// - Parameter hemisphere: that of the place; nil if it is unknown.
    func eventName(_ identifier: String, on hemisphere: Hemisphere? = nil) -> String {
        guard language != Localizer.english.language else { return identifier }
        if identifier.hasPrefix(Self.alert) {
            // TRANSLATORS: an alert of the user by its name
            return self("alert {name}", ["name": String(identifier.dropFirst(Self.alert.count))])
        }
        return AnnouncedEvent(name: identifier)?.displayName(in: self, on: hemisphere) ?? identifier
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
