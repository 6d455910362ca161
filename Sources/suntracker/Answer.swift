import ArgumentParser
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// What a subcommand answers: a text for standard output, and an exit status.
///
/// The text is lines for people, or JSON or another format for programs, as `--format` asks. The exit status is `EX_OK`
/// unless it is part of the answer: `poll` encodes the phase of the day, `status` returns 69 while the service does not
/// run. A subcommand that cannot answer throws a `CommandError`, whose text goes to
/// standard error.
struct Answer {
    /// The text without the final line feed; nil if the subcommand has written its output itself, to a file or to the
    /// terminal.
    let text: String?
    let exitStatus: Int32

    /// An answer without a text.
    static let written = Answer(nil)

    init(_ text: String?, exitStatus: Int32 = EX_OK) {
        self.text = text
        self.exitStatus = exitStatus
    }

    /// A report in a format that it has.
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

/// The result of a closure that encodes an answer, with its error as one of the command.
func encoding(_ encode: () throws -> String) throws(CommandError) -> String {
    do { return try encode() } catch { throw .encoding(error) }
}

/// Writes a text and a line feed to standard output, with one system call if the kernel accepts it whole.
///
/// A reader that has closed its end (`| head`) is not an error.
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

/// Writes an error or a warning to standard error: in one line, which is wrapped between words on a terminal.
func writeMessage(_ text: String) {
    let message = "suntracker: " + text.printable
    let window = WindowSize(of: STDERR_FILENO)?.columns
    writeToStandardError(
        window.map { message.wrapped(to: $0, breakingWords: false).joined(separator: "\n") } ?? message)
}

/// A subcommand that answers. `main` writes the answer and exits with its status.
protocol Subcommand: ParsableCommand {
    /// The options that give the place; nil for a subcommand without them.
    var placeOptions: PlaceOptions? { get }
    /// Whether the answer depends on the local time zone, so that an unknown zone in `TZ` deserves a warning.
    var usesLocalTime: Bool { get }

    /// Answers, or throws what keeps it from answering.
    @MainActor
    func run(in context: CommandContext) throws(CommandError) -> Answer
}

extension Subcommand {
    var placeOptions: PlaceOptions? { nil }
    var usesLocalTime: Bool { false }
}

/// A subcommand about a place, given with the options that all of them share.
protocol PlaceSubcommand: Subcommand {
    /// Where the observer is.
    var place: PlaceOptions { get }
}

extension PlaceSubcommand {
    var placeOptions: PlaceOptions? { place }
    var usesLocalTime: Bool { true }
}
