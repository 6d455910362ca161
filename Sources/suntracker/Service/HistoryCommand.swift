import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Reports
import Solar
import Tracker

/// `suntracker history`.
struct HistoryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: translatable("List what the service announced, and what it missed."),
        discussion: translatable("The list is read from the journal, and goes back as far as the journal does."))

    @Option(
        help: .translatable(
            "The start: a date, a time, or a time span before now such as 7d. (default: 7d)",
            valueName: "time"),
        transform: Start.init(text:))
    var since = Start.ago(.seconds(7 * 86_400))

    @Option(help: .translatable("The output format."))
    var format: Format = .text

    /// An output format.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json
    }

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
        do {
            announcements = try AnnouncementHistory().announcements(since: start)
        } catch {
            throw .journal(error)
        }
        let history = History(
            announcements, since: start, now: context.now, localTime: context.localTime, in: context.words)
        switch format {
        case .text: return Answer(history, in: context)
        case .csv: return Answer(history.csv)
        case .json: return Answer(try encoding { try history.json() })
        }
    }
}
