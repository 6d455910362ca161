// SPDX-License-Identifier: MIT
import CLinux
import Configuration
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Tracker
import Wording

/// The environment of a subcommand: the time, the variables, the time zone, the place.
struct CommandContext {
    let now: Instant
    /// The variables that select the settings, the time zone and the locale.
    let environment: Environment
    var terminal: TerminalCapabilities { TerminalCapabilities(environment: environment.variables) }
    /// The current time zone; with `--place`, the time zone of the place.
    let localTime: any LocalTime
    /// Why times are in UTC, although another zone is set; nil if they are not.
    let zoneProblem: ZoneProblem?
    let words: Localizer
    private let givenPlace: Place?

    /// - Parameter isWordFirst: Whether no subcommand was given, so a word may be meant as one.
    static func ofProcess(
        for subcommand: any Subcommand, isWordFirst: Bool = false
    ) throws(CommandError) -> CommandContext {
        let now = DispatchWallClock.time
        var environment = Environment.ofProcess
        var givenPlace: Place?
        if let options = subcommand.placeOptions, options.place == nil, options.zone != nil {
            throw .argument("--zone applies only to --place; add --place, or remove --zone")
        }
        if let options = subcommand.placeOptions, let text = options.place {
            try options.refuseSecondPlace(isFirst: isWordFirst)
            let zone: String?
            do {
                (givenPlace, zone) = try place(
                    text, isWord: options.word != nil, withTimeZone: subcommand.usesLocalTime)
            } catch {
                guard options.word != nil else { throw .place(error) }
                throw Words.problem(ofWord: text, isFirst: isWordFirst, config: options.config, notAPlace: error)
            }
            if let zone, options.zone != .local {
                guard let there = environment.adopting(timeZone: zone) else {
                    throw .unavailable(
                        "the place's time zone, \(zone), is not in the system's tz database; update the database, or add --zone local"
                    )
                }
                environment = there
            }
        }
        let localTime = SystemLocalTime(environment: environment.variables)
        return CommandContext(
            now: now, environment: environment, localTime: localTime, zoneProblem: localTime.problem, words: .ofProcess,
            givenPlace: givenPlace)
    }

    /// Returns the place that a text names, and its time zone. The time zone of a coordinate is looked up only on
    /// request.
    ///
    /// - Parameter isWord: Whether the text is an argument without an option. It may be a slip then, so it must be a whole
    ///   name: `set` is not Set Ka Lay, nor `am` Am Timan.
    private static func place(
        _ text: String, isWord: Bool, withTimeZone: Bool
    ) throws(PlaceLookupError) -> (place: Place, timeZone: String?) {
        let provenance = Provenance(source: .commandLine)
        switch try PlaceArgument(text) {
        case .coordinate(let coordinate):
            let place = Place(observer: Observer(coordinate), name: nil, provenance: provenance)
            return (place, withTimeZone ? ProgramPlaces().timeZone(of: coordinate) : nil)
        case .name(let name):
            let place = try ProgramPlaces().gazetteerPlace(meantBy: name, isWhole: isWord)
            let name = PlaceName.own(place.spokenName)
            return (Place(observer: Observer(place.coordinate), name: name, provenance: provenance), place.timeZone)
        }
    }

    /// The place from the options, the settings, the last fix or the time zone, in this order.
    func place(_ options: PlaceOptions) throws(CommandError) -> Place {
        if let givenPlace { return givenPlace }
        return try place(by: settingsFile(options.config), remedy: .option)
    }

    /// The settings in this file; by default, the user's and the system-wide settings.
    func settingsFile(_ path: String? = nil) -> SettingsFile {
        SettingsFile(path: path, environment: environment)
    }

    /// The place from the settings; otherwise the last fix, unless the time zone contradicts it; otherwise the place
    /// set in Plasma or the main city of the time zone.
    func place(by file: SettingsFile, remedy: PlaceRemedy = .setting) throws(CommandError) -> Place {
        let settings = try file.settings()
        if let fixed = LocationChain().place(under: settings.location) { return fixed }
        var chain = LocationChain(
            lastFix: .lastFix(in: environment)?.named(by: ProgramPlaces()),
            plasmaPlace: .ofPlasma(in: environment)?.named(by: ProgramPlaces()))
        let found = chain.place(under: settings.location)
        // The tables of the time zones are read only if the zone can matter: without a place, or for a last fix that it
        // can contradict, as in the service.
        if let found, found.provenance.mainCity == nil || settings.location.source != .auto { return found }
        do { chain.timeZonePlace = try environment.placeOfTimeZone() } catch {
            // Unreadable tables are a problem only if no other source provides a place.
            guard let found else {
                throw .unavailable("cannot find the main city of the time zone: \(error); \(remedy.rawValue)")
            }
            return found
        }
        if let place = chain.place(under: settings.location) { return place }
        throw .noPlace(zone: localTime.zoneName, remedy)
    }
}

extension CommandContext {
    func relativeTime(in words: Localizer? = nil) -> RelativeTime {
        RelativeTime(now: now, localTime: localTime, words: words ?? self.words)
    }
}

extension Localizer {
    static let ofProcess: Localizer = ofProcess(environment: .ofProcess, program: linkTarget("/proc/self/exe")) {
        problem in
        writeMessage(problem)
    }
}
