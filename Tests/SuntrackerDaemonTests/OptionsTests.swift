import LinuxPlatform
import Solar
import SuntrackerDaemon
import TestSupport
import Testing
import Tracker

@Suite("The service's arguments") struct OptionsTests {
    /// The options of a command line; nil for one that does not run the service.
    private func options(_ arguments: String...) throws -> Options? {
        let request = try Options.request(arguments: ["suntrackerd"] + arguments, places: FewPlaces())
        return if case .run(let options) = request { options } else { nil }
    }

    @Test("none at all")
    func none() throws { #expect(try options() == Options()) }

    @Test("all of them, in both spellings")
    func all() throws {
        let options = try options(
            "--config=/etc/x.conf", "--location", "-33.87,151.21", "--simulate", "2026-03-19", "--speed", "60")
        #expect(options?.settingsPath == "/etc/x.conf")
        #expect(options?.place?.observer.coordinate.latitude.degrees == -33.87)
        #expect(options?.place?.name == nil)
        #expect(options?.simulation?.start == CivilDate("2026-03-19")?.startInUTC)
        #expect(options?.simulation?.speed == AcceleratedClock.Speed(60))
    }

    @Test(
        "the place, by name or near a name",
        arguments: [("--place=Denver", "in Denver"), ("--location=39.2,-105", "near Denver")])
    func place(argument: String, phrase: String) throws {
        let place = try options(argument)?.place
        #expect(place?.name?.locationPhrase() == phrase)
        #expect(place?.provenance.source == .commandLine)
    }

    @Test(
        "a simulation runs an hour in a second by default, in the years for which the Sun is computed",
        arguments: ["1800-01-01", "2200-12-31"])
    func years(start: String) throws {
        let simulation = try options("--simulate", start)?.simulation
        #expect(simulation?.speed == .hourInASecond)
        #expect(simulation?.start == CivilDate(start)?.startInUTC)
    }

    @Test("help and version", arguments: ["--help", "--version"])
    func information(argument: String) throws {
        let request = try Options.request(arguments: ["suntrackerd", argument], places: FewPlaces())
        guard case .print(let text) = request else { return #expect(Bool(false), "\(request)") }
        #expect(text.contains(argument == "--help" ? "Usage: suntrackerd" : "suntrackerd 0"))
    }

    @Test(
        "a mistake causes an error of one line",
        arguments: [
            (["--wrong"], "--wrong is not a known option; see suntrackerd --help"),
            (["--config"], "--config needs a value; see suntrackerd --help"),
            (["-x"], "-x is not a known option; see suntrackerd --help"),
            (["--help=x"], "--help=x is not a known option; see suntrackerd --help"),
            (["here"], "\"here\" is not expected; see suntrackerd --help"),
            (["--speed", "2"], "--speed needs --simulate TIME"),
            (
                ["--simulate", "soon"],
                "--simulate: \"soon\" is not a time; write one such as 2026-03-19T00:00:00Z or 2026-03-19"
            ),
            (
                ["--simulate", "1799-12-31T23:59:59Z"],
                "--simulate: \"1799-12-31T23:59:59Z\" is out of range; the Sun is computed for the years 1800 to 2200"
            ),
            (
                ["--simulate", "2201-01-01"],
                "--simulate: \"2201-01-01\" is out of range; the Sun is computed for the years 1800 to 2200"
            ),
            (
                ["--simulate", "2026-03-19", "--speed", "0"],
                "--speed: \"0\" is not a valid speed; write a number from 0.001 to 1000000"
            ),
            (["--place", "Atlantis"], "--place: there is no \"Atlantis\"; there is \"Denver\""),
            (
                ["--place", "Denver", "--location", "1,2"],
                "the place is given twice; use one --location or --place"
            ),
            (["--location", "139,1"], "--location: latitude 139 is out of range; degrees north are -90 to 90"),
        ])
    func mistakes(arguments: [String], message: String) {
        let error = #expect(throws: Options.UsageError.self) {
            try Options.request(arguments: ["suntrackerd"] + arguments, places: FewPlaces())
        }
        #expect(error?.description == message)
    }
}
