import ArgumentParser
import Glibc
import LinuxPlatform
import Systemd
import Tracker
import Wording

struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the service works: the next and the last event, and any problems.",
        usage: "suntracker status [<options>]",
        discussion:
            "Shows each problem with its remedy, and causes before their consequences. Changes nothing, and starts "
            + "nothing except the notification server, to see whether that works. The exit status is 0 if all is well, "
            + "1 if the service is running but something else is wrong, and 69 if the service does not respond.")

    @Flag(name: .shortAndLong, help: "List all checks, including those that passed.")
    var verbose = false

    @Option(help: "The output format.")
    var format = Format<StatusReport>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let journal = try? JournalReader()
        let report = StatusReport(
            facts: MachineFacts(foundIn: context), alerts: Self.alerts(in: context),
            lastAnnounced: try? journal?.lastEvent(.event), lastMissed: try? journal?.lastEvent(.missed, .missedMany),
            relativeTime: context.relativeTime(in: .english), isVerbose: verbose)
        return try Answer(report, as: format, in: context, exitStatus: report.exitStatus)
    }

    /// Returns the alerts in the settings; empty if the settings are invalid or no place is known, which other checks
    /// report.
    private static func alerts(in context: CommandContext) -> [PlannedAlert] {
        let file = context.settingsFile()
        guard let settings = try? file.load(), let place = try? context.place(by: file) else { return [] }
        return PlannedAlert.all(under: settings, at: place, after: context.now, localTime: context.localTime)
    }
}
