import ArgumentParser
import CommandPlatform
import Gazetteer
import Glibc
import LinuxPlatform
import Reports
import Solar
import Systemd
import Terminal
import Tracker

/// `suntracker location choose [NAME]`.
struct LocationChooseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "choose",
        abstract: translatable("Choose the place from a list, and set it in your settings."),
        usage: "suntracker location choose [<name>] [<options>]",
        discussion: [
            translatable(
                "On a terminal, type a part of the name; a state or province, or a country may follow after a comma. "
                    + "Each place is shown with today's sunrise and sunset in its time zone. Select with the arrow and "
                    + "page keys, set the place with Enter, and leave without a change with Escape."),
            translatable(
                "Elsewhere, and with --list, the places are numbered, and the number or another name is read from "
                    + "standard input. The exit status is 1 if no place is chosen."),
        ].joined(separator: "\n\n"))

    @Argument(
        help: .translatable("The name, or a part of it, to begin with.", valueName: "name"), completion: .places)
    var name: [String] = []

    @Flag(help: .translatable("Print a numbered list, and read the answer as a line."))
    var list = false

    @OptionGroup var moment: MomentOptions

    @OptionGroup var settings: SettingsFileOptions

    func run(in context: CommandContext) throws(CommandError) -> Answer {
        let file = settings.file(in: context)
        let daylight = DaylightInZones(now: try context.instant(moment), environment: context.environment)
        let text = name.joined(separator: " ")
        let chosen: GazetteerPlace?
        do {
            let search = PlaceSearch(
                try PlaceIndex(Gazetteer.ofProgram()), timeZone: context.localTime.zoneName, in: context.words)
            if !list, context.terminal.isInteractive {
                var session = ChooserSession(
                    chooser: try PlaceChooser(search, text: text, in: WindowSize(columns: 80, rows: 24)),
                    depth: context.terminal.colourDepth, daylight: daylight)
                chosen = try session.run()
            } else {
                chosen = try Self.ask(
                    PlaceList(search, columns: context.terminal.windowColumns), text, daylight)
            }
        } catch let error as GazetteerError {
            throw .place(.unreadable(error))
        } catch let error as SystemError {
            throw .terminal(error)
        } catch let error as CommandError {
            throw error
        } catch {
            throw .encoding(error)
        }
        guard let chosen else { return Answer(context.words("The place is not changed"), exitStatus: 1) }
        return try file.setPlace(PlaceArgument(chosen), now: context.now, in: context.words)
    }

    private static func ask(_ list: PlaceList, _ text: String, _ daylight: DaylightInZones) throws -> GazetteerPlace? {
        var list = list
        try writeOutput(list.start(text, daylight.daylight))
        while true {
            switch try list.answer(readLine(), daylight.daylight) {
            case .ask(let text): try writeOutput(text)
            case .choose(let place): return place
            case .cancel: return nil
            }
        }
    }
}

/// Today's sunrise and sunset of places, each in its own time zone.
final class DaylightInZones {
    private let now: Instant
    private let environment: Environment
    private var known: [GazetteerPlace: PlaceDaylight] = [:]

    init(now: Instant, environment: Environment) {
        (self.now, self.environment) = (now, environment)
    }

    /// The sunrise and sunset at a place; unknown if the tz database does not have its zone.
    func daylight(_ place: GazetteerPlace) -> PlaceDaylight {
        if let known = known[place] { return known }
        let daylight = computed(place)
        known[place] = daylight
        return daylight
    }

    private func computed(_ place: GazetteerPlace) -> PlaceDaylight {
        // libc has one time zone for the process, so that of the place is in force for this computation only.
        defer {
            if let own = environment.variables["TZ"] { setenv("TZ", own, 1) } else { unsetenv("TZ") }
            tzset()
        }
        guard let zone = try? environment.adoptingTimeZone(of: place) else { return .unknown }
        return PlaceDaylight(
            at: place.coordinate, now: now, localTime: SystemLocalTime(environment: zone.variables))
    }
}

/// The interactive choice of a place on the alternate screen of a terminal.
struct ChooserSession {
    var chooser: PlaceChooser
    let depth: ColourDepth
    let daylight: DaylightInZones

    /// How long the bytes after an Escape may take if they belong to it, in milliseconds.
    private static let escapeDelay: Int32 = 50

    /// Runs until a place is chosen, or none; then it returns nil.
    mutating func run() throws -> GazetteerPlace? {
        let events = try TerminalEvents(input: STDIN_FILENO, signals: ChartSession.signals)
        var screen = try TerminalScreen(input: STDIN_FILENO, output: STDOUT_FILENO, .paste)
        var keys = TerminalKeys()
        try draw(on: screen)
        while true {
            switch events.next() {
            case .input(let bytes):
                var read = keys.read(bytes)
                if keys.isWaiting, events.isQuiet(forMilliseconds: Self.escapeDelay) { read += keys.flush() }
                var isChanged = false
                // Keys that come faster than they are drawn are handled together.
                for key in read {
                    switch try chooser.handle(key) {
                    case .none: break
                    case .redraw: isChanged = true
                    case .choose(let place): return place
                    case .cancel: return nil
                    }
                }
                if isChanged { screen.write(try chooser.frame(depth, daylight.daylight)) }
            case .signal(let signal) where ChartSession.ending.contains(signal):
                screen.leave()
                surrender(to: signal)
                return nil
            case .signal(SIGTSTP):
                screen.leave()
                surrender(to: SIGTSTP)
                screen.enter()
                try draw(on: screen)
            case .signal(let signal):
                if signal == SIGCONT { screen.enter() }
                try draw(on: screen)
            case .end:
                return nil
            }
        }
    }

    private mutating func draw(on screen: borrowing TerminalScreen) throws {
        if let size = screen.size { chooser.resize(to: WindowSize(columns: size.columns, rows: size.rows)) }
        screen.write(try chooser.frame(depth, daylight.daylight))
    }
}
