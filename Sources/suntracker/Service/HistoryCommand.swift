import ArgumentParser
import LinuxPlatform
import Solar
import Tracker

/// `suntracker history`.
struct HistoryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what the service announced, what it missed, and the hooks that failed.",
        discussion: "The list is read from the journal, and goes back as far as the journal does.")

    @Option(
        help: ArgumentHelp(
            "The start: a date, a time, or a time span before now such as 7d. (default: 7d)",
            valueName: "time"),
        transform: Moment.since)
    var since: Moment?

    @Option(help: "The output format.")
    var format = Format<History>.text

    var usesLocalTime: Bool { true }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let start = try since?.instant(context) ?? context.now - .seconds(7 * 86_400)
        let announcements: [PastAnnouncement]
        do { announcements = try JournalReader().announcements(since: start) } catch { throw .journal(error) }
        let history = History(
            announcements: announcements, start: start, isRunning: ServiceOnBus.answer().running != nil,
            relativeTime: context.relativeTime())
        return try Answer(history, as: format, in: context)
    }
}
