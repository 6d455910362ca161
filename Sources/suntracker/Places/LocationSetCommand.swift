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

    func answer(in context: CommandContext) throws(CommandError) -> String {
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
        return answer
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
