import ArgumentParser
import Glibc
import LinuxPlatform
import Reports
import Terminal
import Tracker

/// What a subcommand answers: a text for standard output, and an exit status.
///
/// The text is lines for people, or JSON or another format for programs, as `--format` asks. The exit status is `EX_OK`
/// unless it is part of the answer: `poll` encodes the phase of the day, `status` returns 69 while the service does not
/// run, `doctor` returns 1 for a broken part. A subcommand that cannot answer throws a `CommandError`, whose text goes to
/// standard error.
struct Answer {
    /// The text without the final line feed; nil if the subcommand has written its output itself, to a file or to the
    /// terminal.
    let text: String?
    /// The exit status.
    let exitStatus: Int32

    /// An answer without a text.
    static let written = Answer(nil)

    init(_ text: String?, exitStatus: Int32 = EX_OK) {
        self.text = text
        self.exitStatus = exitStatus
    }

    /// A report in the format asked for.
    init(
        _ report: some Report, as format: ReportFormat, in context: CommandContext, exitStatus: Int32 = EX_OK
    ) throws(CommandError) {
        switch format {
        case .text: self.init(report, in: context, exitStatus: exitStatus)
        case .json: self.init(try encoding { try report.json() }, exitStatus: exitStatus)
        }
    }
}

extension Answer {
    /// A report as text for the terminal.
    init(_ report: some Report, in context: CommandContext, exitStatus: Int32 = EX_OK) {
        let text = report.text(columns: context.terminal.windowColumns)
        self.init(text, exitStatus: exitStatus)
    }
}

/// The output formats that every report has.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

/// The result of a closure that encodes an answer, with its error as one of the command.
func encoding(_ encode: () throws -> String) throws(CommandError) -> String {
    do { return try encode() } catch { throw .encoding(error) }
}

/// Writes a text and a line feed to standard output, with an error as one of the command.
func writeOutput(_ text: String) throws(CommandError) {
    do { try writeToStandardOutput(text) } catch { throw .output(error) }
}

/// Writes an error or a warning to standard error, in one line.
func writeMessage(_ text: String, in words: Words) {
    writeToStandardError(words.withIsolatedLatin("suntracker: \(text.printable)"))
}

/// A subcommand that answers. `main` writes the answer and exits with its status.
protocol Subcommand: ParsableCommand {
    /// The options that give the place; nil for a subcommand without them.
    var placeOptions: PlaceOptions? { get }
    /// Whether the answer depends on the local time zone, so that an unknown zone in `TZ` deserves a warning.
    var usesLocalTime: Bool { get }

    /// Answers, or throws what keeps it from answering.
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
