// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import FoundationEssentials
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The result of a subcommand: a text for standard output, and an exit status.
///
/// The text is lines for people, or a format for programs, such as JSON, as selected with `--format`. The exit status
/// is `EX_OK`, unless it is part of the answer: `poll` encodes the light in it, and `status` returns 69 if the service
/// is not running. A subcommand that cannot answer throws a `CommandError`, which is printed to standard error.
struct Answer {
    /// The text without the final line feed; nil if the subcommand has already written its output to a file or the
    /// terminal.
    let text: String?
    let exitStatus: Int32

    static let written = Answer(nil)

    init(_ text: String?, exitStatus: Int32 = EX_OK) {
        self.text = text
        self.exitStatus = exitStatus
    }

    init<Reported: Report>(
        _ report: Reported, as format: Format<Reported>, in context: CommandContext, exitStatus: Int32 = EX_OK
    ) throws(CommandError) {
        let text =
            switch format.kind {
            case .csv: report.csv
            case .json: try encoding { try report.json() }
            case .text, .ics, .waybar:
                report.text(
                    columns: context.terminal.windowColumns, withSource: context.terminal.colours)
            }
        self.init(text, exitStatus: exitStatus)
    }
}

/// The value of `--format`: one of the formats of a report.
struct Format<Reported: Report>: ExpressibleByArgument {
    let kind: OutputFormat

    static var text: Self { Self(kind: .text) }

    var defaultValueDescription: String { kind.rawValue }
    static var allValueStrings: [String] { Reported.formats.map(\.rawValue) }
}

extension Format {
    init?(argument: String) {
        guard let kind = Reported.formats.first(where: { $0.rawValue == argument }) else { return nil }
        self.init(kind: kind)
    }
}

func encoding(_ encode: () throws -> String) throws(CommandError) -> String {
    do { return try encode() } catch { throw CommandError(EX_SOFTWARE, "cannot write the output as JSON: \(error)") }
}

/// Writes a text and a line feed to standard output. It is not a failure if the reader has closed its end of the pipe (`| head`).
func writeOutput(_ text: String) throws(CommandError) {
    do { try writeLineToStandardOutput(text) } catch  where error.number != EPIPE {
        let error = SystemError("write", number: error.number)
        throw CommandError(EX_IOERR, "cannot write to standard output: \(error)")
    } catch {}
}

/// Writes an answer to standard output, or its error in one line to standard error, and returns the exit status.
@MainActor
func exitStatus(_ answer: () throws(CommandError) -> Answer) -> Int32 {
    do throws(CommandError) {
        let answer = try answer()
        if let text = answer.text { try writeOutput(text) }
        return answer.exitStatus
    } catch {
        writeMessage(error.description)
        return error.exitStatus
    }
}

/// Writes an error or a warning to standard error, in one line. On a terminal, the line is wrapped between words.
func writeMessage(_ text: String) {
    let message = "suntracker: " + text.printable
    let window = WindowSize(of: STDERR_FILENO)?.columns
    writeToStandardError(
        window.map { message.wrapped(to: $0, breakingWords: false).joined(separator: "\n") } ?? message)
}

/// A subcommand that returns an `Answer`, which `main` writes before it exits with its status.
protocol Subcommand: ParsableCommand {
    var placeOptions: PlaceOptions? { get }
    /// Whether the answer depends on the local time zone. If so, an unknown zone in `TZ` causes a warning.
    var usesLocalTime: Bool { get }

    @MainActor
    func run(in context: CommandContext) throws(CommandError) -> Answer
}

extension Subcommand {
    var placeOptions: PlaceOptions? { nil }
    var usesLocalTime: Bool { false }
}

protocol PlaceSubcommand: Subcommand {
    var place: PlaceOptions { get }
}

extension PlaceSubcommand {
    var placeOptions: PlaceOptions? { place }
    var usesLocalTime: Bool { true }
}

/// A format of `--format`. Each report lists its own (`Report.formats`).
enum OutputFormat: String {
    case text, json, csv, ics, waybar
}

/// A result of the command that can be printed in several formats.
protocol Report: Sendable {
    static var formats: [OutputFormat] { get }

    /// Text for people, without a final line end, and without the lines of `source`.
    ///
    /// - Parameter columns: The width of the window. Only words longer than a line, such as paths, exceed it. Without a
    ///   window, a table has one line for each row, and texts have lines of at most 80 columns.
    func text(columns: Int?) -> String
    /// The lines below the text: the place and its source, and the time zone.
    func source(columns: Int?) -> [String]
    var object: JSONObject { get }
    /// Comma-separated values (RFC 4180, except for the line ends), for a report that supports this format.
    var csv: String { get }
}

extension Report {
    static var formats: [OutputFormat] { [.text, .json] }
    var csv: String { "" }

    func source(columns: Int?) -> [String] { [] }

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

    func civilTime(at instant: Instant) -> CivilTime { CivilTime(at: instant, utcOffset: 0) }
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
