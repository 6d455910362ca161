import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Solar
import Tracker

/// The options of every command: where the observer is.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place, such as 39.74,-104.99 or \"39.74N 104.99W\".", valueName: "lat,lon"),
        transform: { try Coordinate(text: $0) })
    var location: Coordinate?

    @Option(
        help: ArgumentHelp(
            "The place by its name, such as \"Denver\" or \"Springfield, IL\".", valueName: "name"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "By whose clocks to tell the times at --place: the place's own, unless local is given."))
    var zone: Zone?

    @Option(help: ArgumentHelp("Read this file in place of suntracker.conf.", valueName: "file"), completion: .file())
    var config: String?

    /// By which clocks times are told.
    enum Zone: String, ExpressibleByArgument, CaseIterable {
        case place, local
    }

    /// Whether they tell the place, or which settings do: then it is not the service's.
    var tellThePlace: Bool { location != nil || place != nil || config != nil }

    func validate() throws {
        if place != nil, location != nil {
            throw ValidationError("--place and --location both tell the place; leave one of them out")
        }
        if place == nil, zone != nil {
            throw ValidationError("--zone is about the place of --place; name one, or leave --zone out")
        }
    }
}

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
