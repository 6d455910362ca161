import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Reports
import Tracker

/// `suntracker config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: translatable("Show, check or change the settings."),
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
        abstract: translatable("Show every setting in force, and where it comes from."),
        usage: "suntracker config [show] [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    @Option(help: .translatable("The output format."))
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
        return try Answer(SettingsTable(SettingInForce.all(under: entries), in: context.words), as: format, in: context)
    }
}

/// `suntracker config check`.
struct ConfigCheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: translatable("Check the settings, and show the first error."),
        usage: "suntracker config check [<file>]",
        discussion: translatable("The exit status is 0 without an error, and 78 with one."))

    @Argument(
        help: .translatable("The file to check. (default: all files that the service reads)", valueName: "file"),
        completion: .file())
    var file: String?

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let settings = file.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
        do { _ = try settings.load() } catch { throw .settings(error) }
        let read = settings.existingPaths
        return Answer(
            read.isEmpty
                ? context.words("No settings file; the defaults apply")
                : context.words("No errors in {files}", ["files": context.words.list(read)]))
    }
}

/// `suntracker config path`.
struct ConfigPathCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: translatable("Show the path of your settings file, whether or not it exists."),
        usage: "suntracker config path")

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        Answer(SettingsFile(environment: context.environment).path)
    }
}

/// `suntracker config set KEY VALUE`.
struct ConfigSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: translatable("Change a setting in your settings file."),
        usage: "suntracker config set <key> <value> [<options>]",
        discussion: translatable(
            "\"suntracker config\" lists the settings. The other lines of the file are kept, and nothing is "
                + "written that the service could not read. A running service applies the change at once. Put -- "
                + "before a value that begins with a hyphen."))

    @Argument(
        help: .translatable("The setting, such as Notifications.Late.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    // Unrecognized options too: a western longitude looks like one.
    @Argument(parsing: .allUnrecognized, help: .translatable("The new value.", valueName: "value"))
    var value: [String]

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws {
        guard LiteralWords(value).words.count == 1 else {
            throw UsageError { words in
                words("a setting has one value; put a value with spaces in quotation marks")
            }
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        let value = LiteralWords(value).words.joined()
        _ = try file.edited(by: [.set(name, value)])
        return Answer(
            // TRANSLATORS: Notifications.Late is now notify, set in /home/a/.config/suntracker/suntracker.conf
            context.words(
                "{setting} is now {value}, set in {path}",
                ["setting": name.description, "value": value, "path": file.path]))
    }
}

/// `suntracker config unset KEY`.
struct ConfigUnsetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: translatable("Remove a setting from your settings file."),
        usage: "suntracker config unset <key> [<options>]",
        discussion: translatable("The value in the system-wide settings applies then, or else the default."))

    @Argument(
        help: .translatable("The setting, such as Notifications.Late.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        _ = try file.edited(by: [.unset(name)])
        return Answer(
            context.words("{setting} is now unset in {path}", ["setting": name.description, "path": file.path]))
    }
}
