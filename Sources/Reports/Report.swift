import FoundationEssentials
package import Solar
package import Tracker

/// An answer of the command, in several forms.
package protocol Report: Sendable {
    /// Text for people, without a final line end.
    ///
    /// - Parameter columns: The width of the window, which no line exceeds except for a word that is longer, such as a path.
    ///   Without a window a table has one line for each row, and texts have lines of at most 80 columns.
    func text(columns: Int?) -> String
    /// One JSON object (RFC 8259) for programs.
    func json() throws -> String
}

extension Report {
    /// The text without a window.
    package var text: String { text(columns: nil) }
}

/// The time in which a report counts days and formats instants.
package enum TimeScale: Sendable {
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
    package func date(at instant: Instant) -> CivilDate {
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
    package func timestamp(_ instant: Instant) -> String {
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

/// A place in JSON.
struct PlaceJSON: Encodable {
    let name: String?
    let latitude: Double
    let longitude: Double
    let elevation: Double?
    let source: String
    let approximate: Bool

    init(_ place: Place) {
        name = place.name?.description
        latitude = place.observer.coordinate.latitude.degrees
        longitude = place.observer.coordinate.longitude.degrees
        elevation = place.observer.elevation?.metres
        source = place.provenance.source.identifier
        if case .timeZone = place.provenance.source { approximate = true } else { approximate = false }
    }
}

/// An event and its instant in JSON.
struct EventJSON: Encodable {
    let event: String
    let time: String

    init(_ occurrence: Sun.Occurrence, in scale: TimeScale) {
        event = occurrence.event.name
        time = scale.timestamp(occurrence.instant)
    }
}

/// A twilight in JSON.
struct TwilightJSON: Encodable {
    let kind: String
    let dawn: String?
    let dusk: String?

    init(_ twilight: ChartDay.Twilight, in scale: TimeScale) {
        kind = twilight.light.rawValue
        dawn = twilight.dawn.map(scale.timestamp)
        dusk = twilight.dusk.map(scale.timestamp)
    }
}

extension Encodable {
    /// The value as JSON. Keys are sorted, so that equal values have equal texts.
    func jsonText(inOneLine: Bool = false) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if !inOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
