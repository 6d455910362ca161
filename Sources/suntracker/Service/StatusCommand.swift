import ArgumentParser
import CommandPlatform
import Glibc
import LinuxPlatform
import Reports
import Systemd
import Tracker

/// `suntracker status`.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tell how the service is: what comes next, where, and what it announced last.",
        usage: "suntracker status [<options>]",
        discussion: """
            The service is asked itself, and is not started by that. The exit status is 0 where it runs, and 69 where it \
            does not; then it is said why, and how to start it.
            """)

    @Option(help: "The form of the answer.")
    var format: ReportFormat = .text

    var usesLocalTime: Bool { true }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let report = ServiceReport(askedIn: context)
        return try Answer(report, as: format, exitStatus: report.isRunning ? EX_OK : EX_UNAVAILABLE)
    }
}

extension ServiceReport {
    /// The report of whoever can be asked here.
    init(askedIn context: CommandContext) {
        let (service, notifications) = ServiceOnBus.found()
        let manager = UnitOnBus(environment: context.environment).answer
        self.init(
            service: service, manager: manager, notifications: notifications, lastError: Self.lastError(of: manager),
            now: context.now, localTime: context.localTime)
    }

    /// What a run that has failed said last, from the level of an error up.
    private static func lastError(of manager: ManagerAnswer) -> String? {
        guard case .unit(let unit) = manager, unit.active == "failed" else { return nil }
        let entry = try? JournalReader().lastEntry(
            with: ["_SYSTEMD_USER_UNIT": ["suntrackerd.service"], "PRIORITY": ["0", "1", "2", "3"]],
            fields: ["MESSAGE"])
        return entry?.fields["MESSAGE"]
    }
}
