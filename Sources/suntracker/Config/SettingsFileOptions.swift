import ArgumentParser
import LinuxPlatform
import Tracker

/// The option of the commands about the settings: which file they are in.
struct SettingsFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use this file in place of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The settings of that file, or else of the person and the machine.
    func file(in context: CommandContext) -> SettingsFile {
        config.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
    }
}

extension SettingsFile {
    /// Edits the settings, for a command.
    func edited(by edits: [SettingEdit]) throws(CommandError) -> Settings {
        do { return try edit(edits) } catch { throw .edit(error) }
    }
}
