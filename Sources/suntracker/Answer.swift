import ArgumentParser
import Glibc
import LinuxPlatform
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

    /// An answer without a text.
    static let written = Answer(nil)

    init(_ text: String?, exitStatus: Int32 = EX_OK) {
        self.text = text
        self.exitStatus = exitStatus
    }

    /// A report in one of its formats.
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
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension Format {
    init?(argument: String) {
        guard let kind = Reported.formats.first(where: { $0.rawValue == argument }) else { return nil }
        self.init(kind: kind)
    }
}

/// Returns the result of a closure that encodes an answer, and turns its error into a `CommandError`.
func encoding(_ encode: () throws -> String) throws(CommandError) -> String {
    do { return try encode() } catch { throw .encoding(error) }
}

/// Writes a text and a line feed to standard output, with one system call if the kernel accepts it whole.
///
/// It is not a failure if the reader has closed its end of the pipe (`| head`).
func writeOutput(_ text: String) throws(CommandError) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0 {
            switch errno {
            case EINTR: continue
            case EPIPE: return
            default: throw .output(SystemError("write", number: errno))
            }
        }
        rest = rest.dropFirst(count)
    }
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
    /// The options for the place; nil for a subcommand without them.
    var placeOptions: PlaceOptions? { get }
    /// Whether the answer depends on the local time zone. If so, an unknown zone in `TZ` causes a warning.
    var usesLocalTime: Bool { get }

    /// Returns the answer, or throws the reason why there is none.
    @MainActor
    func run(in context: CommandContext) throws(CommandError) -> Answer
}

extension Subcommand {
    var placeOptions: PlaceOptions? { nil }
    var usesLocalTime: Bool { false }
}

/// A subcommand about a place, which has the shared options for the place.
protocol PlaceSubcommand: Subcommand {
    var place: PlaceOptions { get }
}

extension PlaceSubcommand {
    var placeOptions: PlaceOptions? { place }
    var usesLocalTime: Bool { true }
}
