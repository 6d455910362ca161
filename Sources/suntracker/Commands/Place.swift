// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Wording

struct PlaceCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Show or set the place.",
        usage: "suntracker place [<place> | auto] [<options>]",
        discussion: [
            "Without an argument, shows the place and its source. If the service is running and asks GeoClue for the "
                + "location, also shows whether GeoClue grants access, and what to do if not.",
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
        help: ArgumentHelp("The new place: a name, a coordinate, or auto.", valueName: "place"))
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
        if isAuto { return try file.removePlace() }
        guard let place = try NewPlace(text) else { return Answer("The place was not changed", exitStatus: 1) }
        return try file.setPlace(place, name: name, elevation: elevation, in: context)
    }

    @MainActor
    private func show(by file: SettingsFile, in context: CommandContext) throws(CommandError) -> Answer {
        let authorization = settings.config == nil ? ServiceAnswer.onSessionBus().running?.authorization : nil
        let report = PlaceReport(place: try context.place(by: file), authorization: authorization, now: context.now)
        return try Answer(report, as: format, in: context)
    }
}

/// A place to write to the settings: a coordinate, or a name that `Place=` accepts.
private struct NewPlace {
    let edits: [SettingEdit]
    let nameToShow: String?

    private init(_ coordinate: Coordinate, name: String? = nil) {
        edits = [
            .unset(.place), .set(.latitude, coordinate.latitude.degrees.decimalText(places: 7)),
            .set(.longitude, coordinate.longitude.degrees.decimalText(places: 7)),
        ]
        nameToShow = name
    }

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
        let place = try edit(edits).location.fixed
        let title = place.map { PlaceReport(place: $0, now: context.now).title } ?? ""
        var answer = "The place is now \(title), set in \(path)"
        let relativeTime = context.relativeTime(in: .english)
        if let place, relativeTime.isElsewhere(place.observer) {
            answer += "\nTimes are shown in this machine's time zone, \(relativeTime.zone)"
        }
        return Answer(answer)
    }

    fileprivate func removePlace() throws(CommandError) -> Answer {
        let edited = try edit([
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
        let source = (try? entries())?.last { $0.group == SettingName.source.group && $0.key == SettingName.source.key }
        return [nil, LocationSettings.Source.auto.rawValue, LocationSettings.Source.fixed.rawValue]
            .contains(source?.value)
    }
}

struct PlaceReport: Report {
    let place: Place
    /// Whether the service is allowed to use the location; nil if it is not running or does not use GeoClue.
    var authorization: RunningService.Authorization?
    let now: Instant

    /// The place alone: `Denver (39.74,-104.98)`.
    var title: String {
        let (latitude, longitude) = place.roundedCoordinate
        let position = "\(latitude),\(longitude)"
        return place.name.map { "\($0) (\(position))" } ?? position
    }

    /// One line per known fact. The coordinate has the form that `--place` accepts.
    func text(columns: Int?) -> String {
        // Four decimal places are about ten metres.
        let coordinate = place.observer.coordinate
        let position = [coordinate.latitude.degrees, coordinate.longitude.degrees].map { $0.decimalText(places: 4) }
        var facts: [Fact] = []
        if let name = place.name { facts.append(Fact("Place", name.description)) }
        facts.append(Fact("Coordinate", position.joined(separator: ",")))
        if let elevation = place.observer.elevation {
            facts.append(Fact("Elevation", "\(elevation.metres.decimalText(places: 1)) m"))
        }
        facts.append(Fact("Source", place.provenance.source.name))
        if let accuracy { facts.append(Fact("Accuracy", accuracy)) }
        if let age { facts.append(Fact("Age", age.formatted())) }
        if let authorization { facts.append(Fact("Authorization", authorization.text)) }
        return facts.text(columns: columns)
    }

    var object: JSONObject {
        [
            "place": place.json, "accuracyMetres": place.provenance.accuracy,
            "observed": place.provenance.observed.map(UTC().timestamp),
            "ageSeconds": age.map { $0.microseconds / 1_000_000 }, "authorization": authorization?.json,
        ]
    }

    private var accuracy: String? {
        if case .timeZone = place.provenance.source {
            return "approximate; elsewhere in the zone, times differ, by an hour or more if the zone is wide"
        }
        return place.provenance.accuracy?.formattedMetres()
    }

    private var age: Duration? { place.provenance.observed.map { max(.zero, now - $0) } }
}

extension Provenance.Source {
    /// The source: `the settings`, `the time zone America/Denver`.
    fileprivate var name: String {
        switch self {
        case .commandLine: "the command line"
        case .settings: "the settings"
        case .geoclue: "GeoClue"
        case .lastFix: "GeoClue's last location"
        case .plasma: "Plasma's settings"
        case .timeZone(let zone): "the time zone \(zone)"
        }
    }
}

/// The question, on a terminal, which of several places with the same name is meant.
struct PlaceQuestion {
    let name: String
    let places: [GazetteerPlace]

    /// The maximum length of the list. Words such as San or Santa begin the names of many more places.
    private static let longest = 20

    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    private var listed: ArraySlice<GazetteerPlace> { places.prefix(Self.longest) }

    var text: String {
        let counts = Dictionary(listed.map { ($0.spokenName, 1) }, uniquingKeysWith: +)
        let rows = listed.enumerated().map { index, place in
            let (latitude, longitude) = place.coordinate.rounded
            let isUnique = counts[place.spokenName] == 1
            return ["\(index + 1)", place.spokenName + (isUnique ? "" : " (\(latitude),\(longitude))")]
        }
        let heading = "\"\(name.printable)\" matches \(places.count) places"
        let cut = places.count > listed.count ? ["For one of the others, add its state, province or country."] : []
        return
            ([heading + (cut.isEmpty ? ":" : "; the largest are:")]
            + AlignedColumns([.right, .left], rows).lines
            + cut + ["Type a number. An empty line leaves the place as it is."]).joined(separator: "\n")
    }

    func place(numbered line: String) -> GazetteerPlace? {
        guard let number = Int(line.filter { !$0.isWhitespace }), 1...listed.count ~= number else { return nil }
        return listed[number - 1]
    }

    /// Asks until the user types a valid number. Returns nil for an empty line or the end of the input.
    func answer() throws(CommandError) -> GazetteerPlace? {
        try writeOutput(text)
        while let line = readLine(), line.contains(where: { !$0.isWhitespace }) {
            if let place = place(numbered: line) { return place }
            try writeOutput("Type a number from 1 to \(listed.count). An empty line leaves the place as it is.")
        }
        return nil
    }
}

extension Place {
    /// The place and its source, as the first line of a report:
    /// `Denver (39.74° N, 104.98° W), approximate, from the time zone America/Denver`.
    func heading(in words: Localizer) -> String { words.list(headingParts(in: words)) }

    func headingParts(in words: Localizer) -> [String] {
        [nameAndPosition(in: words), provenance.source.phrase(in: words)]
    }

    /// The place alone: `Denver (39.74° N, 104.98° W)`.
    func nameAndPosition(in words: Localizer) -> String {
        guard let name else { return position(in: words) }
        // TRANSLATORS: Denver (39.74° N, 104.98° W)
        return words("{place} ({position})", ["place": name.text(in: words), "position": position(in: words)])
    }

    /// The coordinate, and the elevation if it is set: `47.05° N, 8.30° E, 436 m`.
    func position(in words: Localizer) -> String {
        let degrees = observer.coordinate.inDegrees(in: words)
        guard let metres = observer.elevation?.metres else { return degrees }
        let height = words.quantity(words("{number} m", ["number": "\(Int(metres.rounded()))"]))
        return words.list([degrees, height])
    }
}

extension Provenance.Source {
    /// The source in a phrase after the name of a place: `from the settings`, `approximate, from the time zone
    /// America/Denver`.
    fileprivate func phrase(in words: Localizer) -> String {
        // TRANSLATORS: "approximate" is the place
        if case .timeZone(let zone) = self { return words("approximate, from the time zone {zone}", ["zone": zone]) }
        return words.sourcePhrase(identifier)
    }
}

extension Localizer {
    /// The phrase for the identifier of a source on D-Bus: `from the settings`.
    func sourcePhrase(_ identifier: String) -> String {
        switch identifier {
        // TRANSLATORS: how the place is known: after the place, or a sentence
        case "command-line": self("from the command line")
        case "settings": self("from the settings")
        case "geoclue": self("from GeoClue")
        // TRANSLATORS: the last location that GeoClue sent
        case "last-fix": self("from GeoClue's last location")
        case "plasma": self("from Plasma's settings")
        case "timezone": "approximate, from the time zone"
        // A newer service may use other identifiers.
        default: identifier
        }
    }
}

extension Coordinate {
    /// `39.74° N, 104.98° W`.
    func inDegrees(in words: Localizer) -> String {
        let (north, east) = rounded
        let values: KeyValuePairs = [
            "latitude": words.decimal(north.magnitude), "longitude": words.decimal(east.magnitude),
        ]
        // TRANSLATORS: a coordinate; N, S, E and W are north, south, east and west
        return switch (latitude.degrees < 0, longitude.degrees < 0) {
        case (false, false): words("{latitude}° N, {longitude}° E", values)
        case (false, true): words("{latitude}° N, {longitude}° W", values)
        case (true, false): words("{latitude}° S, {longitude}° E", values)
        case (true, true): words("{latitude}° S, {longitude}° W", values)
        }
    }
}

extension String {
    fileprivate var magnitude: String { hasPrefix("-") ? String(dropFirst()) : self }
}
