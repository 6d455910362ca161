import ArgumentParser
import LinuxPlatform

/// `suntracker config path`.
struct ConfigPathCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Tell the path of your own settings, whether or not the file is there yet.",
        usage: "suntracker config path")

    func answer(in context: CommandContext) throws(CommandError) -> String {
        SettingsFile(environment: context.environment).path
    }
}
