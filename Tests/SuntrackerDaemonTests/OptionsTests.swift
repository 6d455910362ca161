import LinuxPlatform
import Solar
import SuntrackerDaemon
import TestSupport
import Testing
import Tracker
import Wording

@Suite("The service's arguments", .serialized) struct OptionsTests {
    private func request(_ arguments: String...) throws -> Options.Request {
        try Options.request(arguments: ["suntrackerd"] + arguments, places: FewPlaces())
    }

    @Test("may be missing")
    func none() throws {
        let request = try request()
        #expect(request == .run(Options()))
    }

    @Test("include all options, in both spellings")
    func all() throws {
        let request = try request(
            "--config=/etc/x.conf", "--place", "-33.8688,151.2093", "--simulate", "2026-03-19", "--speed", "60")
        guard case .run(let options) = request else {
            Issue.record("\(request)")
            return
        }
        #expect(options.settingsPath == "/etc/x.conf")
        #expect(options.place?.observer.coordinate == coordinate(-33.87, 151.21), "to 0.01 degree")
        #expect(options.place?.name == nil)
        #expect(options.simulation?.start == CivilDate("2026-03-19")?.startInUTC)
        #expect(options.simulation?.speed == AcceleratedClock.Speed(60))
    }

    @Test(
        "set the place, by name or near a name",
        arguments: [
            ("--place=Denver", "in Denver"), ("--place=39.2,-105", "near Denver"),
        ])
    func place(argument: String, phrase: String) throws {
        guard case .run(let options) = try request(argument) else {
            Issue.record("it does not run")
            return
        }
        #expect(options.place?.name?.locationPhrase() == phrase)
        #expect(options.place?.provenance.source == .commandLine)
    }

    @Test("a simulation runs an hour in a second by default")
    func speed() throws {
        guard case .run(let options) = try request("--simulate", "2026-03-19T12:00:00Z") else {
            Issue.record("it does not run")
            return
        }
        #expect(options.simulation?.speed == .hourInASecond)
    }

    @Test("a simulation begins in the years for which the Sun is computed", arguments: ["1800-01-01", "2200-12-31"])
    func years(start: String) throws {
        guard case .run(let options) = try request("--simulate", start) else {
            Issue.record("it does not run")
            return
        }
        #expect(options.simulation?.start == CivilDate(start)?.startInUTC)
    }

    @Test("help and version", arguments: ["--help", "--version"])
    func information(argument: String) throws {
        guard case .print(let text) = try request(argument) else {
            Issue.record("nothing is printed")
            return
        }
        #expect(text.contains(argument == "--help" ? "Usage: suntrackerd" : "suntrackerd 1"))
    }

    @Test(
        "an invalid argument causes an error of one line",
        arguments: [
            (["--wrong"], "--wrong is not a known option; see suntrackerd --help"),
            (["--config"], "--config needs a value; see suntrackerd --help"),
            (["-x"], "-x is not a known option; see suntrackerd --help"),
            (["--config", "a.conf", "-xy"], "-x is not a known option; see suntrackerd --help"),
            (["--help=x"], "--help=x is not a known option; see suntrackerd --help"),
            (["here"], "\"here\" is not expected; see suntrackerd --help"),
            (["--speed", "2"], "--speed needs --simulate TIME"),
            (
                ["--simulate", "soon"],
                "--simulate: \"soon\" is not a time; use one such as 2026-03-19T00:00:00Z or 2026-03-19"
            ),
            (
                ["--simulate", "1799-12-31T23:59:59Z"],
                "--simulate: \"1799-12-31T23:59:59Z\" is out of range; supported years are 1800 to 2200"
            ),
            (
                ["--simulate", "2201-01-01"],
                "--simulate: \"2201-01-01\" is out of range; supported years are 1800 to 2200"
            ),
            (
                ["--simulate", "2026-03-19", "--speed", "0"],
                "--speed: \"0\" is not a valid speed; use a number from 0.001 to 1000000"
            ),
            (["--place", "Atlantis"], "--place: there is no \"Atlantis\"; there is \"Denver\""),
            (
                ["--place", "Denver", "--place", "1,2"],
                "more than one place; use only one"
            ),
            (["--place", "139,1"], "--place: latitude 139 is out of range; it must be between -90 and 90"),
        ])
    func errors(arguments: [String], message: String) {
        let error = #expect(throws: Options.UsageError.self) {
            try Options.request(arguments: ["suntrackerd"] + arguments, places: FewPlaces())
        }
        #expect(error?.description == message)
    }
}
