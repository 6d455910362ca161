// SPDX-License-Identifier: MIT
import Configuration
import LinuxPlatform
import Solar
import Tracker

/// The options of the command line.
struct Options: Equatable, Sendable {
    /// `--config FILE`; nil for the XDG directories.
    var settingsPath: String?
    /// `--place PLACE`; nil to use the place in the settings.
    var place: Place?
    /// `--simulate TIME`, `--until TIME` and `--speed N`; nil for the real clock.
    var simulated: SimulatedTime?

    init() {}

    /// The options of `suntracker chart` for the same place.
    var ofChart: [String] {
        if let coordinate = place?.observer.coordinate {
            return ["--place=\(coordinate.latitude.degrees),\(coordinate.longitude.degrees)"]
        }
        return settingsPath.map { ["--config", SettingsFile.absolute($0)] } ?? []
    }

    /// The time that a simulation announces.
    struct SimulatedTime: Equatable, Sendable {
        var start: Instant
        /// A day after the start, unless it is given.
        var end: Instant
        /// How many times as fast as real time it passes; nil for as fast as possible.
        var speed: Double?
    }

    /// The meaning of a command line.
    enum Request: Equatable, Sendable {
        /// Run the service with these options.
        case run(Options)
        /// Print this on standard output and exit.
        case print(String)
    }

    /// An error in the command line.
    struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The problem, and the remedy.
        let description: String
    }

    static let help = """
        Announce sunrise, sunset and other events of the Sun with desktop notifications and journal entries.

        Usage: suntrackerd [--config FILE] [--place PLACE] [--simulate TIME [--until TIME] [--speed N]]

          --config FILE        read this file instead of suntracker.conf in the XDG directories
          --place PLACE        use this place: a name such as Denver or "Springfield, IL", or a coordinate such as
                               39.74,-104.99
          --simulate TIME      print what would be announced from this time on, such as 2026-03-19 or now, in the time
                               zone of --place; nothing is started, and nothing is saved
          --until TIME         end the simulation at this time, such as 2026-03-22 or 3d (default: a day later)
          --speed N            let simulated time pass N times as fast as real time, instead of jumping
          --help               show this help
          --version            show the version

        Signals: HUP reloads the settings, TERM and INT stop the service.
        """

    /// Parses the arguments. The first one is the program's name.
    ///
    /// - Parameters:
    ///   - places: looks up `--place`.
    ///   - now: the current time.
    ///   - localTime: the local time of a simulation at this coordinate; nil for the time zone of the system.
    static func request(
        arguments: [String], places: some PlaceDirectory, now: Instant,
        localTime: (Coordinate?) throws(UsageError) -> any LocalTime
    ) throws(UsageError) -> Request {
        var options = Options()
        var (start, end): (String?, String?)
        var speed: Double?
        for (name, value) in try read(arguments) {
            switch name {
            case .config: options.settingsPath = value
            case .place:
                guard options.place == nil else {
                    throw UsageError(description: "more than one place; use only one")
                }
                options.place = try place(value, in: places)
            case .simulate: start = value
            case .until: end = value
            case .speed: speed = try factor(value)
            case .help: return .print(help)
            case .version: return .print("suntrackerd \(Program.version)")
            }
        }
        guard let start else {
            guard end == nil, speed == nil else {
                throw UsageError(description: "\(end == nil ? "--speed" : "--until") needs --simulate TIME")
            }
            return .run(options)
        }
        let zone = try localTime(options.place?.observer.coordinate)
        let first = try instant("--simulate", start, at: now, in: zone)
        let last = try end.map { text throws(UsageError) in try instant("--until", text, at: first, in: zone) }
        if let end, let last, last <= first {
            throw UsageError(description: "--until: \"\(end)\" is not after the start of the simulation, \"\(start)\"")
        }
        options.simulated = SimulatedTime(start: first, end: last ?? first + .seconds(86_400), speed: speed)
        return .run(options)
    }

    private static func place(_ text: String, in places: some PlaceDirectory) throws(UsageError) -> Place {
        let provenance = Provenance(source: .commandLine)
        do {
            switch try PlaceArgument(text) {
            case .coordinate(let coordinate):
                return Place(observer: Observer(coordinate.toHundredths), name: nil, provenance: provenance)
                    .named(by: places)
            case .name(let name):
                let meant = try places.place(meantBy: name)
                return Place(observer: Observer(meant.coordinate), name: .own(meant.name), provenance: provenance)
            }
        } catch {
            throw UsageError(description: "--place: \(error)")
        }
    }

    /// The local time of a simulation, which `TZ` selects from then on: at this coordinate, or of the system.
    static func localTime(at coordinate: Coordinate?) throws(UsageError) -> any LocalTime {
        var environment = Environment.ofProcess
        if let zone = coordinate.flatMap({ ProgramPlaces().timeZone(of: $0) }) {
            guard let there = environment.adopting(timeZone: zone) else {
                throw UsageError(
                    description: "the place's time zone, \(zone), is not in the system's tz database; install tzdata")
            }
            environment = there
        }
        return SystemLocalTime(environment: environment.variables)
    }

    /// - Parameter now: the time from which days, times of day and time spans are counted.
    private static func instant(
        _ option: String, _ text: String, at now: Instant, in localTime: any LocalTime
    ) throws(UsageError) -> Instant {
        let quoted = "\"\(text.printable)\""
        guard let time = PlainTime(text) else {
            let problem =
                PlainTime.problem(of: text) ?? "\(quoted) is not a time; use one such as 2026-03-19 or 2026-03-19T12:00"
            throw UsageError(description: "\(option): \(problem)")
        }
        guard let instant = time.shownInstant(at: now, in: localTime, coming: true) else {
            let zone = localTime.zoneDescription(at: now)
            throw UsageError(description: "\(option): the clocks skip \(quoted) in \(zone); use another time")
        }
        guard localTime.civilTime(at: instant).date.isComputed else {
            throw UsageError(description: "\(option): \(quoted) \(CivilDate.isNotComputed)")
        }
        return instant
    }

    private static func factor(_ text: String) throws(UsageError) -> Double {
        if let speed = Double(text), (0.001...1_000_000).contains(speed) { return speed }
        throw UsageError(description: "--speed: \"\(text)\" is not a valid speed; use a number from 0.001 to 1000000")
    }
}

extension Options {
    private enum Name: String, CaseIterable {
        case config, place, simulate, until, speed, help, version

        var takesValue: Bool { self != .help && self != .version }
    }

    /// Reads the options in their order: `--name value` or `--name=value`. The first argument is the program's name.
    private static func read(_ arguments: [String]) throws(UsageError) -> [(Name, String)] {
        var found: [(Name, String)] = []
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                throw UsageError(description: "\"\(argument)\" is not expected; see suntrackerd --help")
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard argument.hasPrefix("--"), let name = parts.first.flatMap({ Name(rawValue: String($0)) }),
                name.takesValue || parts.count == 1
            else { throw UsageError(description: "\(argument) is not a known option; see suntrackerd --help") }
            guard let value = !name.takesValue ? "" : parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw UsageError(description: "\(argument) needs a value; see suntrackerd --help")
            }
            found.append((name, value))
        }
        return found
    }
}
