import ArgumentParser
import Gazetteer
import Glibc
import LinuxPlatform
import Solar
import Systemd
import Tracker

/// `suntracker location choose [NAME]`.
struct LocationChooseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: "Choose the place from a list, and set it in your settings.",
        usage: "suntracker location choose [<name>] [<options>]",
        discussion: "On a terminal, type a part of the name. Elsewhere, and with --list, the places are numbered, and "
            + "the number or another name is read from standard input. The exit status is 1 if no place is chosen.")

    @Argument(
        help: ArgumentHelp("The name, or a part of it, to begin with.", valueName: "name"), completion: .places)
    var name: [String] = []

    @Flag(help: "Print a numbered list, and read the answer as a line.")
    var list = false

    @OptionGroup var moment: MomentOptions

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = context.settingsFile(settings.config)
        let now = try context.instant(moment)
        let daylight = { PlaceDaylight(at: $0, now: now, environment: context.environment) }
        let text = name.joined(separator: " ")
        let search = PlaceSearch(
            index: PlaceIndex(.ofProgram), timeZone: context.localTime.zoneName, words: context.words,
            countries: .ofProcess(environment: context.environment, beside: context.words))
        func answer(_ chosen: GazetteerPlace?) throws(CommandError) -> Answer {
            guard let chosen else { return Answer(context.words("The place is not changed"), exitStatus: 1) }
            return try file.setPlace(PlaceArgument(chosen), in: context)
        }
        var list = PlaceList(search: search, columns: context.terminal.windowColumns, daylight: daylight)
        return try answer(Self.ask(&list, about: text))
    }

    private static func ask(_ list: inout PlaceList, about text: String) throws(CommandError) -> GazetteerPlace? {
        try writeOutput(list.question(about: text))
        while true {
            switch list.answer(readLine()) {
            case .ask(let text): try writeOutput(text)
            case .choose(let place): return place
            case .cancel: return nil
            }
        }
    }
}

extension PlaceDaylight {
    /// Today's sunrise and sunset in the place's own time zone; unknown if the tz database does not have that zone.
    fileprivate init(at place: GazetteerPlace, now: Instant, environment: Environment) {
        // libc has one time zone for the process, so that of the place is in force for this computation only.
        defer {
            if let own = environment.variables["TZ"] { setenv("TZ", own, 1) } else { unsetenv("TZ") }
            tzset()
        }
        guard let zone = try? environment.adoptingTimeZone(of: place) else {
            self = .unknown
            return
        }
        self.init(at: place.coordinate, now: now, localTime: SystemLocalTime(environment: zone.variables))
    }
}
