import FoundationEssentials
import Solar
import Tracker

enum OutputFormat: String {
    case text, json, csv, ics, waybar
}

/// A result of the command that can be printed in several formats.
protocol Report: Sendable {
    /// The supported formats, in the order of the help.
    static var formats: [OutputFormat] { get }

    /// Text for people, without a final line end, and without the lines of `source`.
    ///
    /// - Parameter columns: The width of the window. Only words longer than a line, such as paths, exceed it. Without a
    ///   window, a table has one line for each row, and texts have lines of at most 80 columns.
    func text(columns: Int?) -> String
    /// The lines below the text: the place and its source, and the time zone.
    func source(columns: Int?) -> [String]
    /// The values for programs.
    var object: JSONObject { get }
    /// Comma-separated values (RFC 4180, except for the line ends), for a report that supports this format.
    var csv: String { get }
}

extension Report {
    static var formats: [OutputFormat] { [.text, .json] }
    var csv: String { "" }

    func source(columns: Int?) -> [String] { [] }

    /// The text for output without a window.
    var text: String { text(columns: nil, withSource: .none) }

    /// The text and the lines of `source`, which are grey on a terminal with colours.
    func text(columns: Int?, withSource colours: ColourDepth) -> String {
        let source = source(columns: columns)
        let text = text(columns: columns)
        return source.isEmpty ? text : text + "\n\n" + source.inGrey(colours)
    }

    func json(inOneLine: Bool = false) throws -> String { try object.jsonText(inOneLine: inOneLine) }
}

/// A JSON object. Members without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private let members: [(String, (any Encodable)?)]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) { self.members = members }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for case (let name, let value?) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    }

    /// The object as JSON (RFC 8259). Keys are sorted, so equal values have equal texts.
    func jsonText(inOneLine: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !inOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The time zone of a report in UTC, without clock changes, with a 24-hour clock.
struct UTC: LocalTime {
    var zoneName: String? { "UTC" }
    var inEnglish: any LocalTime { self }

    func civilTime(at instant: Instant) -> CivilTime {
        // Counted from the earliest instant, which is a midnight, so no value is negative.
        let second = Int((instant - .earliest).microseconds / 1_000_000)
        let day = Int(Instant.earliest.microseconds / 86_400_000_000) + second / 86_400
        return CivilTime(
            date: CivilDate(daysSinceUnixEpoch: day), hour: second / 3600 % 24, minute: second / 60 % 60,
            second: second % 60, utcOffset: 0)
    }

    func start(of date: CivilDate) -> Instant { date.startInUTC }
    func nextZoneTransition(after instant: Instant, before limit: Instant) -> ZoneTransition? { nil }
    func timeOfDay(at instant: Instant) -> String {
        String(instant.rfc3339(fractionDigits: 0).dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count))
    }
    func text(ofHour hour: Int) -> String { String(hour) }
}

extension LocalTime {
    func date(at instant: Instant) -> CivilDate { civilTime(at: instant).date }

    /// The instant for programs: RFC 3339 to the nearest millisecond, with the local offset, or with `Z` in `UTC`.
    func timestamp(_ instant: Instant) -> String {
        // `rfc3339` rounds down.
        (instant + .microseconds(500)).rfc3339(
            fractionDigits: 3, utcOffset: self is UTC ? nil : civilTime(at: instant).utcOffset)
    }
}

extension Place {
    var json: JSONObject {
        var isApproximate = false
        if case .timeZone = provenance.source { isApproximate = true }
        return [
            "name": name?.description, "latitude": observer.coordinate.latitude.degrees,
            "longitude": observer.coordinate.longitude.degrees, "elevation": observer.elevation?.metres,
            "source": provenance.source.identifier, "approximate": isApproximate,
        ]
    }
}

extension Sun.Occurrence {
    func json(in zone: any LocalTime) -> JSONObject { ["event": event.name, "time": zone.timestamp(instant)] }
}

extension ChartDay.Twilight {
    func json(in zone: any LocalTime) -> JSONObject {
        ["kind": light.rawValue, "dawn": dawn.map(zone.timestamp), "dusk": dusk.map(zone.timestamp)]
    }
}

extension SolarDay {
    /// The identifier, for programs, of what the Sun does on the day.
    var course: String {
        switch (sunrise, sunset) {
        case (.occurs, .occurs): "rises-and-sets"
        case (.occurs, .never): "rises-to-stay"
        case (.never, .occurs): "sets-after-staying"
        case (.never(.above), .never): "stays-up"
        case (.never(.below), .never): "stays-down"
        }
    }
}
