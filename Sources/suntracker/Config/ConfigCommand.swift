import ArgumentParser
import LinuxPlatform
import Reports
import Tracker

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

/// `suntracker config show`.
struct ConfigShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting in force, and where it comes from.",
        usage: "suntracker config [show] [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    @Option(help: "The form of the answer.")
    var format: ReportFormat = .text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let entries: [SettingsEntry]
        do {
            let file = settings.file(in: context)
            entries = try file.entries()
            _ = try file.load()
        } catch {
            throw .settings(error)
        }
        return try Answer(SettingsTable(SettingInForce.all(under: entries)), as: format)
    }
}

/// `suntracker config check`.
struct ConfigCheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tell the first mistake in the settings, if there is one.",
        usage: "suntracker config check [<file>]",
        discussion: "The exit status is 0 where all is good, and 78 where there is a mistake.")

    @Argument(
        help: ArgumentHelp("The file. (default: all that the service would read)", valueName: "file"),
        completion: .file())
    var file: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let settings = file.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
        do { _ = try settings.load() } catch { throw .settings(error) }
        let read = settings.existingPaths
        return Answer(
            read.isEmpty ? "There are no settings, which is good" : "All good: " + read.joined(separator: ", "))
    }
}

/// `suntracker config path`.
struct ConfigPathCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Tell the path of your own settings, whether or not the file is there yet.",
        usage: "suntracker config path")

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        Answer(SettingsFile(environment: context.environment).path)
    }
}
