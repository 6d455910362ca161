import ArgumentParser
import LinuxPlatform
import Tracker

/// `suntracker location auto`.
struct LocationAutoCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "auto",
        abstract: "Take the place out of your settings: the service finds it by itself.",
        usage: "suntracker location auto [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let file = settings.file(in: context)
        let edited = try file.edited(by: [
            .set(.source, LocationSettings.Source.auto.rawValue), .unset(.place), .unset(.latitude),
            .unset(.longitude), .unset(.elevation), .unset(.name),
        ])
        guard edited.location.fixed == nil else {
            return "Your own settings name no place now, but others do; see: suntracker config"
        }
        return "The place is found automatically now, by \(file.path)"
    }
}
