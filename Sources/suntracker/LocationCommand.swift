import ArgumentParser

/// `suntracker location`.
struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Find places.",
        subcommands: [FindCommand.self])
}
