import ArgumentParser
import LinuxPlatform
import Tracker

/// `suntracker config unset KEY`.
struct ConfigUnsetCommand: AskingCommand {
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

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let file = settings.file(in: context)
        _ = try file.edited(by: [.unset(name)])
        return "\(name) is not in \(file.path) now"
    }
}
