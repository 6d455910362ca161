import FoundationEssentials
import Solar
import Tracker

/// An output format of a report.
enum OutputFormat: String {
    case text, json, csv, ics, waybar
}

/// An answer of the command, in several formats.
protocol Report: Sendable {
    /// The formats that it has, in the order of the help.
    static var formats: [OutputFormat] { get }

    /// Text for people, without a final line end.
    ///
    /// - Parameter columns: The width of the window, which no line exceeds except for a word that is longer, such as a path.
    ///   Without a window a table has one line for each row, and texts have lines of at most 80 columns.
    func text(columns: Int?) -> String
    /// The values for programs.
    var object: JSONObject { get }
    /// Comma-separated values (RFC 4180, except for the line ends), for a report with that format.
    var csv: String { get }
}

extension Report {
    static var formats: [OutputFormat] { [.text, .json] }
    var csv: String { "" }

    /// The text without a window.
    var text: String { text(columns: nil) }

    /// The values as JSON (RFC 8259). Keys are sorted, so that equal values have equal texts.
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

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// The time in which a report counts days and formats instants.
enum TimeScale: Sendable {
    case utc
    /// Local time.
    case local(any LocalTime)

    /// The IANA name of the time zone; nil if it is unknown.
    var zoneName: String? {
        switch self {
        case .utc: "UTC"
        case .local(let time): time.zoneName
        }
    }

    /// The first instant of the date.
    func start(of date: CivilDate) -> Instant {
        switch self {
        case .utc: date.startInUTC
        case .local(let time): time.start(of: date)
        }
    }

    /// The date at the instant.
    func date(at instant: Instant) -> CivilDate {
        switch self {
        case .utc: CivilDate(daysSinceUnixEpoch: instant.daysSinceUnixEpoch)
        case .local(let time): time.civilTime(at: instant).date
        }
    }

    /// The time of day to the minute, for people.
    func timeOfDay(at instant: Instant) -> String {
        switch self {
        case .utc: String(instant.rfc3339(fractionDigits: 0).dropFirst("YYYY-MM-DDT".count).prefix("HH:MM".count))
        case .local(let time): time.timeOfDay(at: instant)
        }
    }

    /// The instant for programs: RFC 3339 to the nearest millisecond, in UTC or with the local offset.
    func timestamp(_ instant: Instant) -> String {
        // `rfc3339` rounds down.
        let rounded = instant + .microseconds(500)
        return switch self {
        case .utc: rounded.rfc3339(fractionDigits: 3)
        case .local(let time): rounded.rfc3339(fractionDigits: 3, utcOffset: time.civilTime(at: instant).utcOffset)
        }
    }
}

extension Instant {
    fileprivate var daysSinceUnixEpoch: Int {
        let (days, rest) = Int(microseconds).quotientAndRemainder(dividingBy: 86_400_000_000)
        return rest < 0 ? days - 1 : days
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
    func json(in scale: TimeScale) -> JSONObject { ["event": event.name, "time": scale.timestamp(instant)] }
}

extension ChartDay.Twilight {
    func json(in scale: TimeScale) -> JSONObject {
        ["kind": light.rawValue, "dawn": dawn.map(scale.timestamp), "dusk": dusk.map(scale.timestamp)]
    }
}

extension SolarDay {
    /// The course of the Sun for programs.
    var course: String {
        switch (sunrise, sunset) {
        case (.occurs, .occurs): "rises-and-sets"
        case (.occurs, .never): "rises-to-stay"
        case (.never, .occurs): "sets-after-staying"
        case (.never(.above), .never): "stays-up"
        case (.never(.below), .never): "stays-down"
        }
    }

    /// Whether the Sun stays up all day.
    var isPolarDay: Bool { if case (.never(.above), .never) = (sunrise, sunset) { true } else { false } }
    /// Whether the Sun stays down all day.
    var isPolarNight: Bool { if case (.never(.below), .never) = (sunrise, sunset) { true } else { false } }
}

extension Encodable {
    /// The value as JSON, with sorted keys.
    func jsonText(inOneLine: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !inOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
