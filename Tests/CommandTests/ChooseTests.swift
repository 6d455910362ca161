import Foundation
import Testing

@Suite("suntracker location choose, as a list")
struct ChooseListTests {
    private let at = "--at 2026-11-21T19:00:00Z"

    private func run(_ input: String, _ arguments: String, home: Home) throws -> Command {
        try Command(
            script:
                "printf '\(input)' | XDG_CONFIG_HOME='\(home.path)' \"$SUNTRACKER\" location choose \(at) \(arguments)",
            zone: "America/Denver")
    }

    @Test("A number writes the place; the times are those that --place shows, in the place's time zone")
    func number() throws {
        let home = try Home("# mine\n[Location]\nElevation=3\n")
        let command = try run("tokyo\\n1\\n", "", home: home)
        #expect(command.status == 0, "\(command.error)")
        #expect(command.lines[1] == " 1  Denver, Colorado, United States, sunrise 06:51, sunset 16:39")
        #expect(command.output.contains("\n1  Tokyo, Japan, sunrise 06:23, sunset 16:30\n"))
        #expect(
            command.output.contains(
                "\nThe place is now Tokyo (35.69,139.69), set in \(home.file)\nElevation=3 is kept; --elevation changes it\n"
                    + "Times are in the time zone America/Denver, not in the place's own; "))
        #expect(home.settings == "# mine\n[Location]\nElevation=3\nPlace=Tokyo\n")
        let day = try Command(["--place", "Tokyo", "--at", "2026-11-21T19:00:00Z"]).output
        #expect(day.contains("Sunrise   06:23\n"))
        #expect(day.contains("Sunset    16:30\n"))
    }

    @Test(
        "The name that is written means this place",
        arguments: [
            ("Springfield", 3, "Place=Springfield, Illinois"), ("saigon", 1, "Place=Ho Chi Minh City"),
            ("Hino, Japan", 2, "Latitude=35\nLongitude=136.25\nName=Hino"),
            ("'6th of october'", 1, "Place=6th of October City"),
        ])
    func names(text: String, number: Int, line: String) throws {
        let home = try Home("[Location]\nSource=geoclue\nLatitude=1\nLongitude=2\nName=Old\n")
        let command = try run("\(number)\\n", text, home: home)
        #expect(command.status == 0, "\(command.error)")
        #expect(home.settings == "[Location]\nSource=fixed\n\(line)\n")
        #expect(try home.run("location").lines.first?.hasPrefix("Place  ") == true)
    }

    @Test(
        "The end of the input and an empty line change nothing",
        arguments: ["", "\\n", "qqqqqqqq\\n99\\n"])
    func nothing(input: String) throws {
        let home = try Home("[Location]\nPlace=Oslo\n")
        let command = try run(input, "springfield", home: home)
        #expect(command.status == 1)
        #expect(command.error == "")
        #expect(
            command.output.hasSuffix("An empty line changes nothing.\nThe place is not changed\n")
                || command.output.hasSuffix("Type a name.\nThe place is not changed\n"))
        #expect(home.settings == "[Location]\nPlace=Oslo\n")
    }
}

@Suite("suntracker location choose, on a terminal", .serialized)
struct ChooserSessionTests {
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h"
    private static let leave = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

    private func session(
        _ arguments: String = "", home: Home, columns: Int = 80, variables: [String: String] = [:]
    ) throws -> TerminalSession {
        try TerminalSession(
            "location choose --at 2026-11-21T19:00:00Z \(arguments)", columns: columns,
            variables: ["XDG_CONFIG_HOME": home.path, "XDG_CONFIG_DIRS": "/nonexistent"].merging(variables) { $1 })
    }

    @Test("Typing, arrows and Enter set the place", arguments: [40, 80])
    func enter(columns: Int) throws {
        let home = try Home("# mine\n")
        let session = try session(home: home, columns: columns)
        try session.wait(for: Self.enter)
        try session.wait(for: "> Denver, Colorado")
        try session.type("springf")
        try session.wait(for: "Place: \u{1B}[mspringf")
        try session.type("\u{1B}[B")
        try session.wait(for: columns == 40 ? "> Springfield, Massachuse…" : "> Springfield, Massachusetts")
        try session.type("\u{E}")
        try session.wait(for: "> Springfield, Illinois")
        try session.type("\r")
        try session.wait(for: Self.leave)
        try session.wait(
            for: "The place is now Springfield (39.80,-89.64), set in \(home.file)\r\nstatus 0\r\nas before")
        #expect(home.settings == "# mine\n\n[Location]\nPlace=Springfield, Illinois\n")
    }

    @Test("Escape leaves the settings as they were")
    func escape() throws {
        let home = try Home("[Location]\nPlace=Oslo\n")
        let session = try session("denver", home: home)
        try session.wait(for: "> Denver, Colorado, United States")
        try session.type("\u{1B}")
        try session.wait(for: Self.leave)
        try session.wait(for: "The place is not changed\r\nstatus 1\r\nas before")
        #expect(home.settings == "[Location]\nPlace=Oslo\n")
    }

    @Test("Pasted text is not read as keys: a line feed in it chooses nothing")
    func paste() throws {
        let session = try session(home: try Home())
        try session.wait(for: "> Denver, Colorado")
        try session.type("\u{1B}[200~New\nYork\u{1B}[201~")
        try session.wait(for: "Place: \u{1B}[mNew York\r")
        try session.wait(for: "> New York City, New York, United States")
        try session.type("\u{1B}")
        try session.wait(for: "status 1\r\nas before")
    }

    @Test("TERM=dumb has the list")
    func plain() throws {
        let dumb = try session("denver", home: try Home(), variables: ["TERM": "dumb"])
        #expect(try !dumb.wait(for: "1  Denver, Colorado").contains("\u{1B}"))
        try dumb.type("\n")
        try dumb.wait(for: "The place is not changed\r\nstatus 1")
    }
}
