import ArgumentParser
import LinuxPlatform
import Solar
import Tracker

/// `suntracker location`.
struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "location",
        abstract: "Show, choose or set the place, or find places by name.",
        usage: "suntracker location [<subcommand>] [<options>]",
        subcommands: [
            LocationShowCommand.self, LocationChooseCommand.self, LocationSetCommand.self, LocationAutoCommand.self,
            FindCommand.self,
        ],
        defaultSubcommand: LocationShowCommand.self)
}

/// `suntracker location show`.
struct LocationShowCommand: PlaceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the place and its source.",
        usage: "suntracker location [show] [<options>]",
        discussion:
            "If the service runs and asks GeoClue for the location, the output also shows whether GeoClue allows "
            + "it, and what to do if not. The service is not started.")

    @OptionGroup var place: PlaceOptions

    @Option(help: "The output format.")
    var format = Format<PlaceReport>.text

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let authorization = place.giveThePlace ? nil : ServiceOnBus.answer().running?.authorization
        return try Answer(
            PlaceReport(
                place: try context.place(place), authorization: authorization, now: context.now, words: context.words),
            as: format, in: context)
    }
}

/// `suntracker location set PLACE`.
struct LocationSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the place in your settings.",
        usage: "suntracker location set <place> [<options>]",
        discussion: "The place is a coordinate such as 39.74,-104.99 or 39.74N 104.99W, or a name that \"suntracker "
            + "location find\" lists, such as Denver or \"Springfield, IL\". It is written to suntracker.conf; the "
            + "other lines are kept, including Elevation=. A running service applies the change at once. Put -- "
            + "before a place that begins with a hyphen.")

    // Unrecognized options too: a southern latitude looks like one.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The place: a coordinate or a name.", valueName: "place"),
        completion: .places)
    var words: [String]

    @Option(help: ArgumentHelp("The name to show for the place.", valueName: "name"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Height above the visible horizon, in metres.", valueName: "metres"))
    var elevation: String?

    @OptionGroup var settings: SettingsFileOptions

    func validate() throws { try LiteralWords(words).refuseOptions() }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let place = try PlaceArgument(LiteralWords(words).words.joined(separator: " "))
        return try context.settingsFile(settings.config)
            .setPlace(place, name: name, elevation: elevation, in: context)
    }
}

extension SettingsFile {
    /// Writes a place to the settings, and returns the answer that shows it.
    ///
    /// - Parameters:
    ///   - name: The name to show for the place, in place of its own.
    ///   - elevation: The value of `Elevation=`; nil to keep the one in the settings.
    func setPlace(
        _ place: PlaceArgument, name: String? = nil, elevation: String? = nil, in context: CommandContext
    ) throws(CommandError) -> Answer {
        let words = context.words
        var edits = place.edits
        if !takesThePlaceGiven { edits.append(.set(.source, LocationSettings.Source.fixed.rawValue)) }
        edits.append((name ?? place.nameToShow).map { .set(.name, $0) } ?? .unset(.name))
        if let elevation { edits.append(.set(.elevation, elevation)) }
        let ownZone = place.timeZone.map { " \($0)" } ?? ""
        let place = try edited(by: edits).location.fixed
        let title = place.map { PlaceReport(place: $0, now: context.now, words: words).title } ?? ""
        var answer = words("The place is now {place}, set in {path}", ["place": title, "path": path])
        if elevation == nil, let metres = place?.observer.elevation?.metres {
            let blanks: KeyValuePairs = [
                "setting": "Elevation=\(metres.decimalText(places: 1))", "option": "--elevation",
            ]
            answer += "\n" + words("{setting} is kept; {option} changes it", blanks)
        }
        let relativeTime = context.relativeTime()
        if let place, relativeTime.isElsewhere(place.observer) {
            answer +=
                "\n"
                + words(
                    "Times are in the time zone {zone}, not in the place's own; to change that: {command}",
                    ["zone": relativeTime.zone, "command": "timedatectl set-timezone\(ownZone)"])
        }
        return Answer(answer)
    }
}

extension SettingsFile {
    /// Whether a fixed place takes effect with the `Source=` that these settings have. True where they cannot be read:
    /// the edit fails then.
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
        abstract: "Remove the place from your settings, so that it is found automatically.",
        usage: "suntracker location auto [<options>]")

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        let edited = try file.edited(by: [
            .set(.source, LocationSettings.Source.auto.rawValue), .unset(.place), .unset(.latitude),
            .unset(.longitude), .unset(.elevation), .unset(.name),
        ])
        guard edited.location.fixed == nil else {
            return Answer(
                context.words(
                    "Your own settings have no place now, but other settings have one; see: {command}",
                    ["command": "suntracker config"]))
        }
        return Answer(
            context.words("The place is now found automatically, as set in {path}", ["path": file.path]))
    }
}
