import CLinux
import Glibc
package import LinuxPlatform
package import Solar
package import Tracker

/// The options of the command line.
package struct Options: Equatable, Sendable {
    /// `--config FILE`; nil for the XDG folders.
    package var settingsPath: String?
    /// `--place PLACE`; nil to use the place in the settings.
    package var place: Place?
    /// `--simulate INSTANT` and `--speed N`; nil for the real clock.
    package var simulation: Simulation?

    package init() {}

    /// The options of `suntracker chart` for the same place.
    var ofChart: [String] {
        if let coordinate = place?.observer.coordinate {
            return ["--place=\(coordinate.latitude.degrees),\(coordinate.longitude.degrees)"]
        }
        return settingsPath.map { ["--config", SettingsFile.absolute($0)] } ?? []
    }

    /// A simulated clock.
    package struct Simulation: Equatable, Sendable {
        package var start: Instant
        package var speed: AcceleratedClock.Speed
    }

    /// Creates the clock, and a function that reads it on any thread.
    func makeClock() -> (any WallClock, reading: @Sendable () -> Instant) {
        guard let simulation else { return (DispatchWallClock(), { DispatchWallClock.time }) }
        let clock = AcceleratedClock(start: simulation.start, speed: simulation.speed)
        return (clock, clock.reading)
    }

    /// The meaning of a command line.
    package enum Request: Equatable, Sendable {
        /// Run the service with these options.
        case run(Options)
        /// Print this on standard output and exit.
        case print(String)
    }

    /// An error in the command line.
    package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The problem, and the remedy.
        package let description: String
    }

    static let help = """
        Announce sunrise, sunset and other events of the Sun with desktop notifications and journal entries.

        Usage: suntrackerd [--config FILE] [--place PLACE] [--simulate TIME [--speed N]]

          --config FILE        read this file instead of suntracker.conf in the XDG directories
          --place PLACE        use this place: a name such as Denver or "Springfield, IL", or a coordinate such as
                               39.74,-104.99
          --simulate TIME      run on a clock that starts at this time, such as 2026-03-19T00:00:00Z
          --speed N            run that clock N times as fast as real time (default 3600)
          --help               show this help
          --version            show the version

        Signals: HUP reloads the settings, TERM and INT stop the service.
        """

    /// Parses the arguments. The first one is the program's name.
    ///
    /// - Parameter places: looks up `--place`.
    package static func request(arguments: [String], places: some PlaceDirectory) throws(UsageError) -> Request {
        var options = Options()
        var start: Instant?
        var speed: AcceleratedClock.Speed?
        for (name, value) in try read(arguments) {
            switch name {
            case .config: options.settingsPath = value
            case .place:
                guard options.place == nil else {
                    throw UsageError(description: "more than one place; use only one")
                }
                options.place = try place(value, in: places)
            case .simulate: start = try instant(value)
            case .speed: speed = try factor(value)
            case .help: return .print(help)
            case .version: return .print("suntrackerd \(Program.version)")
            }
        }
        switch (start, speed) {
        case (let start?, _): options.simulation = Simulation(start: start, speed: speed ?? .hourInASecond)
        case (nil, .some): throw UsageError(description: "--speed needs --simulate TIME")
        case (nil, nil): break
        }
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

    /// The years, in UTC, for which times are exact.
    private static let computedYears = 1800...2200

    private static func instant(_ text: String) throws(UsageError) -> Instant {
        guard let instant = Instant(rfc3339: text) ?? CivilDate(text)?.startInUTC else {
            throw UsageError(
                description:
                    "--simulate: \"\(text)\" is not a time; use one such as 2026-03-19T00:00:00Z or 2026-03-19")
        }
        let day = (Double(instant.microseconds) / 86_400_000_000).rounded(.down)
        guard computedYears.contains(CivilDate(daysSinceUnixEpoch: Int(day)).year) else {
            throw UsageError(
                description: "--simulate: \"\(text)\" is out of range; supported years are 1800 to 2200")
        }
        return instant
    }

    private static func factor(_ text: String) throws(UsageError) -> AcceleratedClock.Speed {
        if let speed = Double(text).flatMap({ AcceleratedClock.Speed($0) }) { return speed }
        throw UsageError(description: "--speed: \"\(text)\" is not a valid speed; use a number from 0.001 to 1000000")
    }
}

extension Options {
    private enum Name: String, CaseIterable {
        case config, place, simulate, speed, help, version

        var takesValue: Bool { self != .help && self != .version }
    }

    /// The unknown option, according to getopt_long(3), if it is a letter, which may be in the middle of an argument
    /// such as `-xy`.
    private static var unknownLetter: String? {
        UInt8(exactly: suntracker_optopt()).flatMap { $0 > UInt8(ascii: " ") ? "-\(UnicodeScalar($0))" : nil }
    }

    /// Reads the options in their order, with getopt_long(3).
    private static func read(_ arguments: [String]) throws(UsageError) -> [(Name, String)] {
        let names = Name.allCases.map { strdup($0.rawValue) }
        defer { names.forEach { free($0) } }
        // The codes of the options begin with 1, because 0 has a special meaning.
        var table: [option] = []
        for (index, name) in Name.allCases.enumerated() {
            let argument = name.takesValue ? required_argument : no_argument
            table.append(option(name: names[index], has_arg: argument, flag: nil, val: Int32(index + 1)))
        }
        table.append(option())
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }

        suntracker_reset_getopt()
        var found: [(Name, String)] = []
        while true {
            // With the leading colon, getopt does not print, and distinguishes a missing value from an unknown option.
            let code = getopt_long(Int32(arguments.count), &argv, ":", table, nil)
            if code == -1 { break }
            guard Name.allCases.indices.contains(Int(code) - 1) else {
                let culprit =
                    unknownLetter ?? argv[max(1, Int(suntracker_optind()) - 1)].map { String(cString: $0) } ?? ""
                let problem = code == Int32(UInt8(ascii: ":")) ? "needs a value" : "is not a known option"
                throw UsageError(description: "\(culprit) \(problem); see suntrackerd --help")
            }
            found.append((Name.allCases[Int(code) - 1], suntracker_optarg().map { String(cString: $0) } ?? ""))
        }
        let index = Int(suntracker_optind())
        guard index >= arguments.count else {
            let extra = argv[index].map { String(cString: $0) } ?? ""
            throw UsageError(description: "\"\(extra)\" is not expected; see suntrackerd --help")
        }
        return found
    }
}
