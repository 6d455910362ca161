import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Tracker

/// `suntracker config set KEY VALUE`.
struct ConfigSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change a setting in your own settings.",
        usage: "suntracker config set <key> <value> [<options>]",
        discussion: """
            "suntracker config" shows which settings there are. The file's other lines stay as they are, and nothing is \
            written that the service could not read. A running service follows at once. A -- before the value keeps it from \
            being taken for an option.
            """)

    @Argument(
        help: ArgumentHelp("The setting.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    // Unrecognized ones too: a western longitude looks like an option.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Its value.", valueName: "value"))
    var value: [String]

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws {
        guard LiteralWords(value).words.count == 1 else {
            throw ValidationError("a setting has one value; put one of several words in quotation marks")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        let value = LiteralWords(value).words.joined()
        _ = try file.edited(by: [.set(name, value)])
        return Answer("\(name) is \(value) now, by \(file.path)")
    }
}

/// `suntracker config unset KEY`.
struct ConfigUnsetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Take a setting out of your own settings.",
        usage: "suntracker config unset <key> [<options>]",
        discussion: "What the machine's settings say holds then, or else the default.")

    @Argument(
        help: ArgumentHelp("The setting.", valueName: "key"),
        completion: .list(SettingName.all.map(\.description)), transform: { try SettingName($0) })
    var name: SettingName

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        _ = try file.edited(by: [.unset(name)])
        return Answer("\(name) is not in \(file.path) now")
    }
}
