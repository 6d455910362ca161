import ArgumentParser
import Glibc
import LinuxPlatform
import Systemd
import Tracker

/// `suntracker status`.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the service: the next event, the place, the last announcement.",
        usage: "suntracker status [<options>]",
        discussion: "The service is asked over D-Bus, and not started. The exit status is 0 if it runs, and 69 if not; "
            + "the output shows why, and how to start it.")

    @Option(help: "The output format.")
    var format = Format<ServiceReport>.text

    var usesLocalTime: Bool { true }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let words = format.words(in: context)
        let report = ServiceReport(
            service: ServiceFacts(ServiceOnBus.answer(in: words), askedIn: context, in: words),
            notifications: .answering(in: context, words: words),
            alerts: Self.alerts(in: context), relativeTime: context.relativeTime(in: words))
        return try Answer(report, as: format, in: context, exitStatus: report.isRunning ? EX_OK : EX_UNAVAILABLE)
    }

    /// The alerts of the settings; none if the settings are invalid or no place is known, which is reported elsewhere.
    private static func alerts(in context: CommandContext) -> [PlannedAlert] {
        let file = context.settingsFile()
        guard let settings = try? file.load(), let place = try? context.place(by: file) else { return [] }
        return PlannedAlert.all(under: settings, at: place, after: context.now, localTime: context.localTime)
    }
}

extension ServiceFacts {
    /// What the service has answered, and what the user manager answers.
    ///
    /// - Parameter words: the language of the reason for which the manager does not answer.
    init(_ answer: ServiceAnswer, askedIn context: CommandContext, in words: Localizer) {
        let manager = UnitOnBus(environment: context.environment, words: words).answer
        self.init(
            answer: answer, manager: manager, lastError: Self.lastError(of: manager),
            program: linkTarget("/proc/self/exe") ?? "", isRoot: geteuid() == 0)
    }

    /// The last journal entry of a failed service with priority error.
    private static func lastError(of manager: ManagerAnswer) -> String? {
        guard manager.unit?.active == "failed" else { return nil }
        let entry = try? JournalReader().lastServiceEntry(priorities: [.error], fields: ["MESSAGE"])
        return entry?["MESSAGE"]
    }
}
