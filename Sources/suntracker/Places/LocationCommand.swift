import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Reports
import Solar
import Tracker

/// `suntracker location`.
struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Tell where the place is, and how that is known; set it; find places by name.",
        usage: "suntracker location [<subcommand>] [<options>]",
        subcommands: [
            LocationShowCommand.self, LocationSetCommand.self, LocationAutoCommand.self, FindCommand.self,
        ],
        defaultSubcommand: LocationShowCommand.self)
}

/// `suntracker location show`.
struct LocationShowCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Tell where the place is, and how that is known.",
        usage: "suntracker location [show] [<options>]",
        discussion: """
            Where the service runs, and asks for the location, it is also told whether it may know it, and what to do. \
            Asking does not start it.
            """)

    @OptionGroup var place: PlaceOptions

    @Option(help: "The form of the answer.")
    var format: ReportFormat = .text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let authorization = place.tellThePlace ? nil : ServiceOnBus.running?.authorization
        return try Answer(
            PlaceReport(try context.place(place), authorization: authorization, now: context.now), as: format)
    }
}

/// `suntracker location set PLACE`.
struct LocationSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the place in your settings.",
        usage: "suntracker location set <place> [<options>]",
        discussion: """
            The place is a coordinate such as 39.74,-104.99 or 39.74N 104.99W, or a name that "suntracker location \
            find" knows, such as Denver or "Springfield, IL". It is written to suntracker.conf, whose other lines stay \
            as they are, Elevation= included. A running service follows at once. A -- before the place keeps it from \
            being taken for an option.
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

    func validate() throws { try LiteralWords(words).refuseOptions() }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        var edits = try PlaceArgument(LiteralWords(words).words.joined(separator: " ")).edits
        if !file.takesThePlaceGiven { edits.append(.set(.source, LocationSettings.Source.fixed.rawValue)) }
        edits.append(name.map { .set(.name, $0) } ?? .unset(.name))
        if let elevation { edits.append(.set(.elevation, elevation)) }
        let place = try file.edited(by: edits).location.fixed
        let title = place.map { PlaceReport($0, now: context.now).title } ?? ""
        var answer = "The place is \(title) now, by \(file.path)"
        if elevation == nil, let metres = place?.observer.elevation?.metres {
            answer += "\nElevation=\(metres.decimalText(places: 1)) stays as it was; --elevation sets another one"
        }
        return Answer(answer)
    }
}

extension SettingsFile {
    /// Whether a place that is given is the one that holds, whatever GeoClue and the time zone say. Not said of settings
    /// that cannot be read, which nobody edits.
    fileprivate var takesThePlaceGiven: Bool {
        guard isRegular else { return true }
        let source = (try? entries())?.last { $0.group == SettingName.source.group && $0.key == SettingName.source.key }
        return [nil, LocationSettings.Source.auto.rawValue, LocationSettings.Source.fixed.rawValue]
            .contains(source?.value)
    }
}

/// `suntracker location auto`.
struct LocationAutoCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "auto",
        abstract: "Take the place out of your settings: the service finds it by itself.",
        usage: "suntracker location auto [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        let edited = try file.edited(by: [
            .set(.source, LocationSettings.Source.auto.rawValue), .unset(.place), .unset(.latitude),
            .unset(.longitude), .unset(.elevation), .unset(.name),
        ])
        guard edited.location.fixed == nil else {
            return Answer("Your own settings name no place now, but others do; see: suntracker config")
        }
        return Answer("The place is found automatically now, by \(file.path)")
    }
}
