import ArgumentParser

/// `suntracker config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the settings and where they come from, check them, change them.",
        usage: "suntracker config [<subcommand>] [<options>]",
        subcommands: [
            ConfigShowCommand.self, ConfigCheckCommand.self, ConfigPathCommand.self, ConfigSetCommand.self,
            ConfigUnsetCommand.self,
        ],
        defaultSubcommand: ConfigShowCommand.self)
}
