import ArgumentParser
import LinuxPlatform

/// `suntracker config check`.
struct ConfigCheckCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tell the first mistake in the settings, if there is one.",
        usage: "suntracker config check [<file>]",
        discussion: "The exit status is 0 where all is good, and 78 where there is a mistake.")

    @Argument(
        help: ArgumentHelp("The file. (default: all that the service would read)", valueName: "file"),
        completion: .file())
    var file: String?

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let settings = file.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
        do { _ = try settings.load() } catch { throw .settings(error) }
        let read = settings.existingPaths
        return read.isEmpty ? "There are no settings, which is good" : "All good: " + read.joined(separator: ", ")
    }
}
