import ArgumentParser

/// `suntracker location`.
struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Tell where the place is, and how that is known; set it; find places by name.",
        usage: "suntracker location [<subcommand>] [<options>]",
        subcommands: [
            LocationShowCommand.self, LocationSetCommand.self, LocationAutoCommand.self, FindCommand.self,
        ],
        defaultSubcommand: LocationShowCommand.self)
}
