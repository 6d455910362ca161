import ArgumentParser
import Tracker

/// The command, with its subcommands.
struct Suntracker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suntracker",
        abstract: "Show when the Sun rises and sets, and its other events.",
        usage: "suntracker [<subcommand>] [<options>]",
        discussion: """
            Without a subcommand, today is shown. The place is that of --place or --location; otherwise that of \
            suntracker.conf, the last location that GeoClue gave to the service, or the principal place of the time \
            zone, in this order.

              suntracker --place Tokyo
              suntracker --location 39.74,-104.99
              suntracker next sunset
              suntracker events --from 2026-12-01 --days 31 --events sunrise,sunset

            Times are for a level horizon and average air, in the years 1800 to 2200. suntracker(1) states their accuracy.
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
