import ArgumentParser
import Reports
import Solar

/// `suntracker next [EVENT]`.
struct NextCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Tell when an event comes next, or each event of a day.",
        usage: "suntracker next [<event>] [<options>]",
        discussion: EventSelection.explanation)

    @Argument(
        help: ArgumentHelp("The event, or several with commas between them.", valueName: "event"),
        completion: EventSelection.completion, transform: EventSelection.init(text:))
    var events: EventSelection = .all

    @OptionGroup var place: PlaceOptions
    @OptionGroup var moment: MomentOptions

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let place = try context.place(place)
        let now = try moment.now(in: context)
        return try moment.render(
            NextEvents(of: events.events, after: now, at: place, localTime: context.localTime))
    }
}
