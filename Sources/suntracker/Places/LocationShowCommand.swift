import ArgumentParser
import Reports

/// `suntracker location show`.
struct LocationShowCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Tell where the place is, and how that is known.",
        usage: "suntracker location [show] [<options>]",
        discussion: """
            Where the service runs, and asks for the location, it is also told whether it may know it, and what to do. \
            Asking does not start it.
            """)

    @OptionGroup var place: PlaceOptions

    @Option(help: "The form of the answer.")
    var format: MomentOptions.Format = .text

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let authorization = place.tellThePlace ? nil : ServiceOnBus.running?.authorization
        return try format.render(
            PlaceReport(try context.place(place), authorization: authorization, now: context.now))
    }
}
