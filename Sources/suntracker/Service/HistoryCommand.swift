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
        transform: Start.init(text:))
    var since = Start.ago(.seconds(7 * 86_400))

    @Option(help: "The output format.")
    var format = Format<History>.text

    /// The start of the history.
    enum Start {
        case moment(Moment)
        case ago(Duration)

        init(text: String) throws {
            if let span = Duration(timeSpan: text) {
                self = .ago(span)
            } else {
                self = .moment(try Moment(text: text))
            }
        }
    }

    var usesLocalTime: Bool { true }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let start =
            switch since {
            case .moment(let moment): moment.instant(in: context)
            case .ago(let span): context.now - span
            }
        let announcements: [PastAnnouncement]
        do { announcements = try JournalReader().announcements(since: start) } catch { throw .journal(error) }
        let history = History(
            announcements: announcements, start: start, isRunning: ServiceOnBus.answer().running != nil,
            relativeTime: context.relativeTime())
        return try Answer(history, as: format, in: context)
    }
}
