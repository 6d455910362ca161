import ArgumentParser
import LinuxPlatform
import Reports
import Solar
import Tracker

/// `suntracker location set PLACE`.
struct LocationSetCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the place in your settings.",
        usage: "suntracker location set <place> [<options>]",
        discussion: """
            The place is a coordinate such as 39.74,-104.99 or 39.74N 104.99W, or a name that "suntracker location \
            find" knows, such as Denver or "Springfield, IL". It is written to suntracker.conf, whose other lines stay \
            as they are. A running service follows at once.
            """)

    // Unrecognized ones too: a southern latitude looks like an option.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The place.", valueName: "place"))
    var words: [String]

    @Option(help: ArgumentHelp("What to call the place.", valueName: "name"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far you stand above the horizon that you see, in metres.", valueName: "metres"))
    var elevation: String?

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws {
        if let option = words.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
    }

    func answer(in context: CommandContext) throws(CommandError) -> String {
        let meant = try MeantPlace(words.joined(separator: " "))
        let name = name ?? meant.name
        let file = settings.file(in: context)
        let edited = try file.edited(by: [
            .set(.source, LocationSettings.Source.fixed.rawValue),
            .unset(.place),
            .set(.latitude, meant.coordinate.latitude.degrees.decimalText(places: 7)),
            .set(.longitude, meant.coordinate.longitude.degrees.decimalText(places: 7)),
            name.map { .set(.name, $0) } ?? .unset(.name),
            elevation.map { .set(.elevation, $0) } ?? .unset(.elevation),
        ])
        let whereabouts = edited.location.fixed.map { Whereabouts($0, now: context.now).title } ?? ""
        return "The place is \(whereabouts) now, by \(file.path)"
    }
}
