import ArgumentParser
import Glibc
import Tracker

/// The command.
struct Suntracker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suntracker",
        abstract: "Tell when the Sun rises and sets, and what else it does by the clock.",
        usage: "suntracker [<subcommand>] [<options>]",
        discussion: """
            Without a subcommand it tells about today. The place is that of --place or --location, or of \
            suntracker.conf, or the principal place of the time zone.

              suntracker --place Tokyo
              suntracker --location 39.74,-104.99
              suntracker next sunset
              suntracker events --from 2026-12-01 --days 31 --events sunrise,sunset

            Times are those of a level horizon and average air, in the years 1800 to 2200. suntracker(1) says how exact \
            they are.
            """,
        version: "suntracker \(Program.version)",
        subcommands: [
            TodayCommand.self, NextCommand.self, EventsCommand.self, ChartCommand.self, PollCommand.self,
            WaitCommand.self,
            LocationCommand.self, ConfigCommand.self, HistoryCommand.self, StatusCommand.self,
            PreviewCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: TodayCommand.self)
}

/// A command that does more than answer with a text.
protocol ActingCommand: ParsableCommand {
    /// Does it, and writes what there is to say to standard output.
    func act(in context: CommandContext) throws(CommandError)
}

/// A command that answers with a text.
protocol AskingCommand: ParsableCommand {
    /// The text for standard output, without the last line's end.
    func answer(in context: CommandContext) throws(CommandError) -> String

    /// The exit status that goes with an answer.
    func exitStatus(for answer: String) -> Int32
}

extension AskingCommand {
    func exitStatus(for answer: String) -> Int32 { EX_OK }
}

/// A command that answers with a text and judges in its exit status.
protocol JudgingCommand: ParsableCommand {
    /// The text for standard output, without the last line's end, and the exit status that goes with it.
    func judge(in context: CommandContext) throws(CommandError) -> (answer: String, exitStatus: Int32)
}

/// A command for a place, which may bring its time zone with it.
protocol ObservingCommand: ParsableCommand {
    /// Where the observer is.
    var place: PlaceOptions { get }
}
