import Foundation
import Solar
import Testing

@Suite("Alerts in next, events, wait and pause") struct AlertListTests {
    private static let settings = """
        [Alert lamps]
        Event=sunset
        Offset=-30min
        Title=Half an hour of daylight left
        [Alert Feierabend]
        Event=solar-noon
        [Alert off]
        Event=sunset
        Enabled=no
        [Alert never]
        Event=altitude:80:rising

        """

    private func run(_ arguments: String..., settings: String = settings) throws -> Command {
        let file = try TemporaryFile(settings)
        return try Command(
            arguments + ["--location", "39.74,-104.99", "--config", file.path], zone: "America/Denver")
    }

    @Test("next shows one by its name, with and without \"alert:\"", arguments: ["lamps", "alert:lamps"])
    func one(name: String) throws {
        let command = try run("next", name, "--at", "2026-11-21T20:00:00Z")
        #expect(command.error == "")
        #expect(command.lines.contains("alert lamps  today  16:10  in 3 h 10 min"))
    }

    @Test("next --alerts shows all that are switched on, besides the events that are named")
    func all() throws {
        let alone = try run("next", "--alerts", "--at", "2026-11-21T20:00:00Z")
        #expect(
            alone.lines.filter { $0.hasPrefix("alert ") }.map { $0.split(separator: " ")[1] }
                == ["lamps", "Feierabend", "never:"])
        #expect(!alone.output.contains("Sunset"))
        let both = try run("next", "sunset,lamps", "--alerts", "--format", "csv")
        #expect(both.status == 64, "next has no CSV")
        let named = try run("next", "sunset,lamps", "--alerts", "--at", "2026-11-21T20:00:00Z", "--format", "json")
        #expect(named.output.components(separatedBy: "\"alert:lamps\"").count == 2, "once")
        #expect(named.output.contains("\"event\" : \"sunset\""))
    }

    @Test("events lists one in each format", arguments: ["text", "csv", "json", "ics"])
    func events(format: String) throws {
        let command = try run(
            "events", "--events", "alert:lamps", "--from", "2026-11-21", "--days", "30", "--format", format)
        #expect(command.status == 0)
        let marks = [
            "text": "16:", "csv": "\nalert:lamps,", "json": "\"alert:lamps\"", "ics": "SUMMARY:Half an hour of",
        ]
        #expect(command.output.components(separatedBy: try #require(marks[format])).count == 31)
    }

    @Test("a day without one is empty")
    func none() throws {
        #expect(try run("events", "--events", "never").output.hasSuffix("None of these events occurs.\n"))
    }

    @Test(
        "an error names what is similar, or what there is",
        arguments: [
            ("lmaps", "\"lmaps\" is neither an event nor an alert; did you mean: alert:lamps"),
            ("alert:lmaps", "\"alert:lmaps\" is neither an event nor an alert; did you mean: alert:lamps"),
            ("sunste", "\"sunste\" is neither an event nor an alert; did you mean: sunset"),
            ("feierabend", "\"feierabend\" is neither an event nor an alert; did you mean: alert:Feierabend"),
            (
                "alert:moon",
                "\"alert:moon\" is neither an event nor an alert; the alerts are alert:lamps, alert:Feierabend, alert:off, "
                    + "alert:never; the events are all, "
            ),
            ("off", "the alert off is switched off; to switch it on, remove Enabled=no from its section"),
        ])
    func errors(name: String, message: String) throws {
        for command in [try run("next", name), try run("events", "--events", name), try run("wait", name)] {
            #expect(command.error.hasPrefix("suntracker: " + message))
            #expect(command.status == 64)
            #expect(command.output == "")
        }
    }

    @Test("wait for one that does not come exits with 69")
    func wait() throws {
        let command = try run("wait", "never")
        #expect(command.status == 69)
        #expect(
            command.error == "suntracker: alert:never does not come within a year; see its section in the settings\n")
    }

    @Test("an event does not need the settings")
    func broken() throws {
        #expect(try run("next", "sunset", settings: "[Alert lamps]\nEvent=moonrise\n").status == 0)
        #expect(try run("next", "lamps", settings: "[Alert lamps]\nEvent=moonrise\n").status == 78)
    }
}
