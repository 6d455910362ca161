// SPDX-License-Identifier: MIT
import Configuration
import LinuxPlatform
import Solar
import TestSupport
import Testing
import Wording

@testable import suntrackerd

@Suite("The service's arguments", .serialized) struct OptionsTests {
    /// At 13:00 in Denver, on a machine in UTC.
    private func request(_ arguments: [String]) throws(Options.UsageError) -> Options.Request {
        try Options.request(
            arguments: ["suntrackerd"] + arguments, places: FewPlaces(), now: at("2026-11-21T20:00:00Z")
        ) { $0 == nil ? SimulatedZone(name: "UTC", utcOffset: 0) : SimulatedZone.denver }
    }

    private func options(_ arguments: [String]) throws -> Options {
        let request = try request(arguments)
        let options: Options? = if case .run(let options) = request { options } else { nil }
        return try #require(options, "\(request)")
    }

    @Test("may be missing")
    func none() throws {
        let request = try request([])
        #expect(request == .run(Options()))
    }

    @Test("include all options, in both spellings")
    func all() throws {
        let options = try options([
            "--config=/etc/x.conf", "--place", "-33.8688,151.2093", "--simulate", "2026-03-19", "--until",
            "2026-03-22", "--speed", "60",
        ])
        #expect(options.settingsPath == "/etc/x.conf")
        #expect(options.place?.observer.coordinate == coordinate(-33.87, 151.21), "to 0.01 degree")
        #expect(options.place?.name == nil)
        #expect(options.simulated?.start == at("2026-03-19T06:00:00Z"))
        #expect(options.simulated?.end == at("2026-03-22T06:00:00Z"))
        #expect(options.simulated?.speed == 60)
    }

    @Test(
        "set the place, by name or near a name",
        arguments: [
            ("--place=Denver", "in Denver"), ("--place=39.2,-105", "near Denver"),
        ])
    func place(argument: String, phrase: String) throws {
        let options = try options([argument])
        #expect(options.place?.name?.locationPhrase() == phrase)
        #expect(options.place?.provenance.source == .commandLine)
    }

    @Test(
        "a simulation takes the times of the command, in the place's zone, and ends a day later or relative to its start",
        arguments: [
            (["--simulate", "2026-03-19"], "2026-03-19T00:00:00Z", "2026-03-20T00:00:00Z"),
            (["--place=Denver", "--simulate", "2026-03-19"], "2026-03-19T06:00:00Z", "2026-03-20T06:00:00Z"),
            (["--simulate", "2026-03-19", "--place=Denver"], "2026-03-19T06:00:00Z", "2026-03-20T06:00:00Z"),
            (["--place=Denver", "--simulate", "now"], "2026-11-21T20:00:00Z", "2026-11-22T20:00:00Z"),
            (["--simulate", "now", "--until", "3d"], "2026-11-21T20:00:00Z", "2026-11-24T20:00:00Z"),
            (
                ["--place=Denver", "--simulate=2026-03-19T12:00", "--until=19:30"], "2026-03-19T18:00:00Z",
                "2026-03-20T01:30:00Z"
            ),
            (
                ["--place=Denver", "--simulate", "2026-03-19T12:00:00Z", "--until", "2026-03-20 00:00"],
                "2026-03-19T12:00:00Z", "2026-03-20T06:00:00Z"
            ),
            (["--simulate", "1800-01-01", "--until", "2200-12-31"], "1800-01-01T00:00:00Z", "2200-12-31T00:00:00Z"),
        ])
    func times(arguments: [String], start: String, end: String) throws {
        let options = try options(arguments)
        #expect(options.simulated?.start == at(start))
        #expect(options.simulated?.end == at(end))
        #expect(options.simulated?.speed == nil)
    }

    @Test("help and version", arguments: ["--help", "--version"])
    func information(argument: String) throws {
        guard case .print(let text) = try request([argument]) else {
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
            (["--config", "a.conf", "-xy"], "-xy is not a known option; see suntrackerd --help"),
            (["--conf", "a.conf"], "--conf is not a known option; see suntrackerd --help"),
            (["--help=x"], "--help=x is not a known option; see suntrackerd --help"),
            (["here"], "\"here\" is not expected; see suntrackerd --help"),
            (["--simulate", "2026-03-19", "--until"], "--until needs a value; see suntrackerd --help"),
            (
                ["--simulate", "2026-03-19", "--until", "now"],
                "--until: \"now\" is not after the start of the simulation, \"2026-03-19\""
            ),
            (
                ["--simulate", "soon"],
                "--simulate: \"soon\" is not a time; use one such as 2026-03-19 or 2026-03-19T12:00"
            ),
            (
                ["--simulate", "sunset"],
                "--simulate: \"sunset\" is not a time; use one such as 2026-03-19 or 2026-03-19T12:00"
            ),
            (
                ["--simulate", "2026-03-19", "--until", "2026-03-20 25:00"],
                "--until: \"2026-03-20 25:00\" is not a time; use one from 00:00 to 23:59, or a date and a time such as 2026-12-24T08:00"
            ),
            (
                ["--simulate", "1799-12-31T23:59:59Z"],
                "--simulate: \"1799-12-31T23:59:59Z\" is out of range; supported years are 1800 to 2200"
            ),
            (
                ["--simulate", "2026-03-19", "--until", "2201-01-01"],
                "--until: \"2201-01-01\" is out of range; supported years are 1800 to 2200"
            ),
            (
                ["--simulate", "2026-03-19", "--speed", "0"],
                "--speed: \"0\" is not a valid speed; use a number from 0.001 to 1000000"
            ),
            (
                ["--place", "Denver", "--place", "1,2"],
                "more than one place; use only one"
            ),
        ])
    func errors(arguments: [String], message: String) {
        let error = #expect(throws: Options.UsageError.self) { try request(arguments) }
        #expect(error?.description == message)
    }
}
