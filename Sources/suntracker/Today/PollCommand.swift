import ArgumentParser
import Glibc
import LinuxPlatform
import Solar
import Tracker

/// `suntracker poll`.
struct PollCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "poll",
        abstract: "Tell how light it is: day, civil, nautical, astronomical or night.",
        discussion: """
            The exit status says it too: 0 for day, 1 for civil twilight, 2 for nautical and 3 for astronomical \
            twilight, 4 for night.
            """)

    @OptionGroup var place: PlaceOptions

    @Option(
        help: ArgumentHelp("Answer as if it were then: 2026-12-24T08:00:00Z. (default: now)", valueName: "time"),
        transform: MomentOptions.Moment.init(text:))
    var at: MomentOptions.Moment?

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let place = try context.place(place)
        return DayPhase(at: at?.instant(in: context) ?? context.now, for: place.observer).rawValue
    }

    func exitStatus(for answer: String) -> Int32 { DayPhase(rawValue: answer)?.exitStatus ?? EX_SOFTWARE }
}

extension DayPhase {
    /// The exit status of `suntracker poll`.
    var exitStatus: Int32 {
        switch self {
        case .day: 0
        case .civil: 1
        case .nautical: 2
        case .astronomical: 3
        case .night: 4
        }
    }
}
