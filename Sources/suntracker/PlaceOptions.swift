import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Solar
import Tracker

/// The options that give the place of the observer.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place as a coordinate, such as 39.74,-104.99 or \"39.74N 104.99W\".", valueName: "lat,lon"),
        transform: { try Coordinate(text: $0) })
    var location: Coordinate?

    @Option(
        help: ArgumentHelp(
            "The place by name, such as \"Denver\" or \"Springfield, IL\".", valueName: "name"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "The time zone in which times at --place are shown: that of the place, or your own. (default: place)"))
    var zone: Zone?

    @Option(help: ArgumentHelp("Read this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The time zone in which times are shown.
    enum Zone: String, ExpressibleByArgument, CaseIterable {
        case place, local
    }

    /// Whether they give the place, or the settings that have it. Otherwise it is the place of the service.
    var giveThePlace: Bool { location != nil || place != nil || config != nil }

    func validate() throws {
        if place != nil, location != nil {
            throw ValidationError("--place and --location both give the place; remove one of them")
        }
        if place == nil, zone != nil {
            throw ValidationError("--zone applies only to --place; add --place, or remove --zone")
        }
    }
}

/// The option that chooses the settings file to show or to edit.
struct SettingsFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Use this file instead of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// The settings in that file; by default those of the user and the system.
    func file(in context: CommandContext) -> SettingsFile {
        config.map { SettingsFile(path: $0) } ?? SettingsFile(environment: context.environment)
    }
}

extension SettingsFile {
    /// Edits the settings, and returns those in force afterwards.
    func edited(by edits: [SettingEdit]) throws(CommandError) -> Settings {
        do { return try edit(edits) } catch { throw .edit(error) }
    }
}
