import ArgumentParser
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
