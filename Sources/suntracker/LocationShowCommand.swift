import ArgumentParser
import Reports

/// `suntracker location show`.
struct LocationShowCommand: AskingCommand, ObservingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Tell where the place is, and how that is known.",
        usage: "suntracker location [show] [<options>]")

    @OptionGroup var place: PlaceOptions

    @Option(help: "The form of the answer.")
    var format: MomentOptions.Format = .text

    func answer(in context: CommandContext) throws(CommandError) -> String {
        try format.render(Whereabouts(try context.place(place), now: context.now))
    }
}
