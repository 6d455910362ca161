import ArgumentParser
import LinuxPlatform
import Reports
import Tracker

/// `suntracker config show`.
struct ConfigShowCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show every setting in force, and where it comes from.",
        usage: "suntracker config [show] [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    @Option(help: "The form of the answer.")
    var format: MomentOptions.Format = .text

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let entries: [SettingsEntry]
        do {
            let file = settings.file(in: context)
            entries = try file.entries()
            _ = try file.load()
        } catch {
            throw .settings(error)
        }
        return try format.render(SettingsTable(SettingInForce.all(under: entries)))
    }
}
