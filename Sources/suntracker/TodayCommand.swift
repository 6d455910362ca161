import ArgumentParser
import Reports
import Tracker

/// `suntracker today`.
struct TodayCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Tell about today: sunrise, sunset, daylight, and what comes next.",
        usage: "suntracker today [<options>]")

    @OptionGroup var place: PlaceOptions
    @OptionGroup var moment: MomentOptions

    func answer(in context: CommandContext) throws(CommandError) -> String {
        try moment.render(
            Today(at: try context.place(place), now: moment.now(in: context), localTime: context.localTime))
    }
}
