import CLinux
import Glibc
public import LinuxPlatform
public import Solar
public import Tracker

/// What the command line asks for.
public struct Options: Hashable, Sendable {
    /// `--config FILE`; nil for the XDG folders.
    public var settingsPath: String?
    /// `--location LAT,LON` or `--place NAME`; nil for the settings' own.
    public var place: Place?
    /// `--simulate INSTANT` and `--speed N`; nil for the real clock.
    public var simulation: Simulation?

    /// Options of somebody who asks for nothing.
    public init() {}

    /// What a chart of the same place has to be told.
    var ofChart: [String] {
        if let coordinate = place?.observer.coordinate {
            return ["--location=\(coordinate.latitude.degrees),\(coordinate.longitude.degrees)"]
        }
        guard let settingsPath, let path = realpath(settingsPath, nil) else { return [] }
        defer { free(path) }
        return ["--config", String(cString: path)]
    }

    /// A clock of one's own.
    public struct Simulation: Hashable, Sendable {
        /// What it shows at the start.
        public var start: Instant
        /// How many times as fast it runs.
        public var speed: AcceleratedClock.Speed
    }

    /// What becomes of a command line.
    public enum Request: Hashable, Sendable {
        /// Run with these options.
        case run(Options)
        /// Say this on standard output, and end.
        case say(String)
    }

    /// A command line that cannot be understood.
    public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong, and what would be right.
        public let description: String
    }

    static let help = """
        Tells when the Sun rises and sets: a desktop notification and a journal entry for each, at its moment.

        Usage: suntrackerd [--config FILE] [--location LAT,LON | --place NAME] [--simulate TIME [--speed N]]

          --config FILE        read this file in place of suntracker.conf in the XDG folders
          --location LAT,LON   the place, such as 39.74,-104.99 or 39.74N,104.99W
          --place NAME         the place by its name, such as Denver or "Springfield, IL"
          --simulate TIME      run on a clock that starts at this time, such as 2026-03-19T00:00:00Z
          --speed N            let that clock run N times as fast as others (default 3600)
          --help               say this
          --version            say the version

        Signals: HUP reads the settings again, TERM and INT end the service.
        """

    /// The request that the arguments make, the program's name being the first.
    ///
    /// - Parameter places: what `--place` is looked up in.
    public static func request(arguments: [String], places: some PlaceDirectory) throws(UsageError) -> Request {
        var options = Options()
        var start: Instant?
        var speed: AcceleratedClock.Speed?
        for (letter, value) in try read(arguments) {
            switch letter {
            case .config: options.settingsPath = value
            case .location, .place:
                guard options.place == nil else {
                    throw UsageError(description: "the place is told twice; keep one --location or --place")
                }
                options.place = try letter == .place ? place(value, in: places) : place(at: value, in: places)
            case .simulate: start = try instant(value)
            case .speed: speed = try factor(value)
            case .help: return .say(help)
            case .version: return .say("suntrackerd \(Program.version)")
            }
        }
        switch (start, speed) {
        case (let start?, _): options.simulation = Simulation(start: start, speed: speed ?? .hourInASecond)
        case (nil, .some): throw UsageError(description: "--speed goes with --simulate TIME")
        case (nil, nil): break
        }
        return .run(options)
    }

    private static func place(at text: String, in places: some PlaceDirectory) throws(UsageError) -> Place {
        do {
            let observer = Observer(try Coordinate(text: text))
            return Place(observer: observer, name: nil, provenance: Provenance(source: .commandLine))
                .named(by: places)
        } catch {
            throw UsageError(description: "--location: \(error)")
        }
    }

    private static func place(_ name: String, in places: some PlaceDirectory) throws(UsageError) -> Place {
        do {
            let meant = try places.place(meantBy: name)
            return Place(
                observer: Observer(meant.coordinate), name: .own(meant.name),
                provenance: Provenance(source: .commandLine))
        } catch {
            throw UsageError(description: "--place: \(error)")
        }
    }

    /// The years, in UTC, for which times are exact.
    private static let computedYears = 1800...2200

    private static func instant(_ text: String) throws(UsageError) -> Instant {
        guard let instant = Instant(rfc3339: text) ?? CivilDate(text)?.startInUTC else {
            throw UsageError(
                description: "--simulate: \"\(text)\" is no time; write one such as 2026-03-19T00:00:00Z or 2026-03-19")
        }
        let day = (Double(instant.microseconds) / 86_400_000_000).rounded(.down)
        guard computedYears.contains(CivilDate(daysSinceUnixEpoch: Int(day)).year) else {
            throw UsageError(
                description: "--simulate: \"\(text)\" is out of range; the Sun is computed for the years 1800 to 2200")
        }
        return instant
    }

    private static func factor(_ text: String) throws(UsageError) -> AcceleratedClock.Speed {
        if let speed = Double(text).flatMap({ AcceleratedClock.Speed($0) }) { return speed }
        throw UsageError(description: "--speed: \"\(text)\" is no factor; write a number from 0.001 to 1000000")
    }
}

extension Options {
    private enum Letter: Int32, CaseIterable {
        case config = 1
        case location, place, simulate, speed, help, version

        var name: StaticString {
            switch self {
            case .config: "config"
            case .location: "location"
            case .place: "place"
            case .simulate: "simulate"
            case .speed: "speed"
            case .help: "help"
            case .version: "version"
            }
        }

        var takesValue: Bool { self != .help && self != .version }
    }

    /// The options in their order, by getopt_long(3).
    private static func read(_ arguments: [String]) throws(UsageError) -> [(Letter, String)] {
        let table =
            Letter.allCases.map { letter in
                option(
                    name: UnsafeRawPointer(letter.name.utf8Start).assumingMemoryBound(to: CChar.self),
                    has_arg: letter.takesValue ? required_argument : no_argument, flag: nil, val: letter.rawValue)
            } + [option()]
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }

        suntracker_reset_getopt()
        var found: [(Letter, String)] = []
        while true {
            // The leading colon keeps getopt from printing, and has it tell a missing value from an unknown option.
            let code = getopt_long(Int32(arguments.count), &argv, ":", table, nil)
            if code == -1 { break }
            guard let letter = Letter(rawValue: code) else {
                let culprit = argv[max(1, Int(suntracker_optind()) - 1)].map { String(cString: $0) } ?? ""
                let problem = code == Int32(UInt8(ascii: ":")) ? "needs a value" : "is not known"
                throw UsageError(description: "\(culprit) \(problem); see suntrackerd --help")
            }
            found.append((letter, suntracker_optarg().map { String(cString: $0) } ?? ""))
        }
        let index = Int(suntracker_optind())
        guard index >= arguments.count else {
            let extra = argv[index].map { String(cString: $0) } ?? ""
            throw UsageError(description: "\"\(extra)\" is left over; see suntrackerd --help")
        }
        return found
    }
}
