import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Tracker

/// `suntracker config set KEY VALUE`.
struct ConfigSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting in your settings file.",
        usage: "suntracker config set <key> <value> [<options>]",
        discussion: """
            "suntracker config" lists the settings. The other lines of the file are kept, and nothing is written that the \
            service could not read. A running service applies the change at once. Put -- before a value that begins with a \
            hyphen.
            """)

    @Argument(
        help: ArgumentHelp("The setting, such as Notifications.Late.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    // Unrecognized options too: a western longitude looks like one.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The new value.", valueName: "value"))
    var value: [String]

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws {
        guard LiteralWords(value).words.count == 1 else {
            throw ValidationError("a setting has one value; put a value with spaces in quotation marks")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        let value = LiteralWords(value).words.joined()
        _ = try file.edited(by: [.set(name, value)])
        return Answer("\(name) is now \(value), set in \(file.path)")
    }
}

/// `suntracker config unset KEY`.
struct ConfigUnsetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a setting from your settings file.",
        usage: "suntracker config unset <key> [<options>]",
        discussion: "The value in the system-wide settings applies then, or else the default.")

    @Argument(
        help: ArgumentHelp("The setting, such as Notifications.Late.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        _ = try file.edited(by: [.unset(name)])
        return Answer("\(name) is now unset in \(file.path)")
    }
}
