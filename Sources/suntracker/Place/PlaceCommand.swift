import ArgumentParser
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

struct PlaceCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Show or set the place.",
        usage: "suntracker place [<place> | auto] [<options>]",
        discussion: [
            "Without an argument, shows the place and its source. If the service is running and asks GeoClue for the "
                + "location, also shows whether GeoClue allows it, and what to do if not.",
            "A place is a name or a coordinate. It is written to suntracker.conf, where it replaces the earlier place with "
                + "its name and elevation, and a running service applies it immediately:",
            "  suntracker place Denver\n"
                + "  suntracker place Springfield, Illinois\n"
                + "  suntracker place -33.92,18.42 --name Home\n"
                + "  suntracker place 39.74N 104.99W",
            "If several places have the name, they are listed, and on a terminal you choose one by its number. The word "
                + "auto removes the place from your settings; the place is then found automatically.",
            "Known places are those with at least 15,000 people, capitals, and the main cities of time zones, from "
                + "GeoNames (geonames.org), licensed under CC BY 4.0, and the tz database.",
        ].joined(separator: "\n\n"))

    // Unrecognized options are values, too: a southern latitude looks like one.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The new place: a name, a coordinate, or auto.", valueName: "place"), completion: .places)
    var words: [String] = []

    @Option(help: ArgumentHelp("The name to show for the new place.", valueName: "name"))
    var name: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The new place's height above the visible horizon, not above the sea, in metres.", valueName: "metres"))
    var elevation: String?

    @OptionGroup var settings: SettingsFileOptions

    @Option(help: "The output format for showing the place.")
    var format = Format<PlaceReport>.text

    /// Showing the place can depend on the time zone.
    var usesLocalTime: Bool { words.isEmpty }

    private var text: String { LiteralWords(words).words.joined(separator: " ") }

    private var isAuto: Bool { text == "auto" }

    func validate() throws {
        try LiteralWords(words).refuseOptions()
        if words.isEmpty || isAuto, let option = name.map({ _ in "--name" }) ?? elevation.map({ _ in "--elevation" }) {
            throw ValidationError("\(option) applies only to a new place; add the place, or remove \(option)")
        }
        if !words.isEmpty, format.kind != .text {
            throw ValidationError("--format applies only to showing the place; remove it")
        }
    }

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        if words.isEmpty { return try show(by: file, in: context) }
        if isAuto { return settings.answer(try file.removePlace(), in: context) }
        guard let place = try NewPlace(text) else { return Answer("The place was not changed", exitStatus: 1) }
        return settings.answer(
            try file.setPlace(place, name: name, elevation: elevation, in: context), in: context)
    }

    private func show(by file: SettingsFile, in context: CommandContext) throws(CommandError) -> Answer {
        let authorization = settings.config == nil ? ServiceOnBus.answer().running?.authorization : nil
        let report = PlaceReport(place: try context.place(by: file), authorization: authorization, now: context.now)
        return try Answer(report, as: format, in: context)
    }
}

/// A place to write to the settings: a coordinate, or a name that `Place=` accepts.
private struct NewPlace {
    /// The edits that replace the place in the settings.
    let edits: [SettingEdit]
    /// The name to show for a coordinate.
    let nameToShow: String?

    private init(_ coordinate: Coordinate, name: String? = nil) {
        edits = [
            .unset(.place), .set(.latitude, coordinate.latitude.degrees.decimalText(places: 7)),
            .set(.longitude, coordinate.longitude.degrees.decimalText(places: 7)),
        ]
        nameToShow = name
    }

    /// - Parameter name: A name that means only this place.
    private init(named name: String) {
        edits = [.unset(.latitude), .unset(.longitude), .set(.place, name)]
        nameToShow = nil
    }

    /// Finds the place that a text means; nil if it may mean several, and the user selects none of them on the
    /// terminal.
    init?(_ text: String) throws(CommandError) {
        let places = ProgramPlaces()
        let argument: PlaceArgument
        do { argument = try PlaceArgument(text) } catch { throw .place(error) }
        switch argument {
        case .coordinate(let coordinate): self.init(coordinate)
        case .name(let name):
            guard case .ambiguous(let candidates) = places.resolve(name), PlaceQuestion.canBeAsked else {
                let place: GazetteerPlace
                do { place = try places.gazetteerPlace(meantBy: name) } catch { throw .place(error) }
                self.init(named: places.shortestName(of: place) ?? name)
                return
            }
            guard let place = try PlaceQuestion(name: name, places: candidates).answer() else { return nil }
            if let name = places.shortestName(of: place) {
                self.init(named: name)
            } else {
                self.init(place.coordinate, name: place.name)
            }
        }
    }
}

extension SettingsFile {
    /// Writes a place to the settings, and returns the answer to show.
    ///
    /// - Parameters:
    ///   - name: The name to show instead of the place's own.
    ///   - elevation: The value of `Elevation=`; nil for none.
    fileprivate func setPlace(
        _ place: NewPlace, name: String?, elevation: String?, in context: CommandContext
    ) throws(CommandError) -> Answer {
        var edits = place.edits
        if !takesThePlaceGiven { edits.append(.set(.source, LocationSettings.Source.fixed.rawValue)) }
        edits.append((name ?? place.nameToShow).map { .set(.name, $0) } ?? .unset(.name))
        edits.append(elevation.map { .set(.elevation, $0) } ?? .unset(.elevation))
        let place = try edited(by: edits).location.fixed
        let title = place.map { PlaceReport(place: $0, now: context.now).title } ?? ""
        var answer = "The place is now \(title), set in \(path)"
        let relativeTime = context.relativeTime(in: .english)
        if let place, relativeTime.isElsewhere(place.observer) {
            answer += "\nTimes are shown in this machine's time zone, \(relativeTime.zone)"
        }
        return Answer(answer)
    }

    /// Removes the place from the settings.
    fileprivate func removePlace() throws(CommandError) -> Answer {
        let edited = try edited(by: [
            .set(.source, LocationSettings.Source.auto.rawValue), .unset(.place), .unset(.latitude),
            .unset(.longitude), .unset(.elevation), .unset(.name),
        ])
        return Answer(
            edited.location.fixed == nil
                ? "The place is now found automatically (set in \(path))"
                : "Your own settings no longer set a place, but another file does; see: suntracker config")
    }

    /// Whether a fixed place takes effect with the `Source=` in these settings. True if the settings cannot be read,
    /// because the edit will fail then.
    private var takesThePlaceGiven: Bool {
        guard isRegular else { return true }
        let source = (try? entries())?.last { $0.group == SettingName.source.group && $0.key == SettingName.source.key }
        return [nil, LocationSettings.Source.auto.rawValue, LocationSettings.Source.fixed.rawValue]
            .contains(source?.value)
    }
}
