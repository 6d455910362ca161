import Testing

@testable import suntracker

@Suite("Commands and options of version 0.2.0 that are gone") struct OldCommandTests {
    @Test(
        "cause one line that says what to use instead",
        arguments: [
            ("location", "\"location\" is now: suntracker place"),
            ("location show --format json", "\"location show\" is now: suntracker place"),
            ("location set Denver", "\"location set\" is now: suntracker place NAME"),
            ("location choose", "\"location choose\" is now: suntracker place NAME"),
            ("location find Paris", "\"location find\" is now: suntracker place NAME"),
            ("location auto", "\"location auto\" is now: suntracker place auto"),
            ("history --since 2d", "\"history\" is now: journalctl --user -u suntrackerd"),
            ("doctor", "\"doctor\" is now: suntracker status"),
            ("config path", "\"config path\" is now: suntracker config show"),
            ("chart 3m --svg x.svg", "\"chart --svg\" is now: suntracker chart --html FILE"),
            ("chart --svg=x.svg", "\"chart --svg\" is now: suntracker chart --html FILE"),
            ("chart --open --at-place", "\"chart --at-place\" is now: suntracker chart --open"),
            ("today --no-bar", "\"today --no-bar\" is now: suntracker today --plain"),
            ("--no-bar", "\"today --no-bar\" is now: suntracker today --plain"),
            ("config", nil), ("config set path x", nil), ("chart --html x", nil), ("next --no-bar", nil),
            ("config set Alert.Title -- --svg", nil), ("today --place location", nil), ("place location", nil),
            ("", nil),
        ] as [(String, String?)])
    func notice(arguments: String, notice: String?) {
        #expect(OldCommands.notice(for: arguments.split(separator: " ").map(String.init)) == notice)
    }

    @Test(
        "cause this line and the exit status 64, whatever comes before them",
        arguments: [
            (["config", "path"], "config path"), (["help", "config", "path"], "config path"),
            (["--place", "Denver", "chart", "--svg", "x"], "chart --svg"),
            (["--location", "1,2", "--no-bar"], "today --no-bar"), (["config", "path", "--help"], "config path"),
        ])
    func answer(arguments: [String], old: String) throws {
        let command = try Command(arguments)
        #expect(command.status == 64)
        #expect(command.output == "")
        #expect(command.error.hasPrefix("suntracker: \"\(old)\" is now: suntracker "), "\(command.error)")
        #expect(command.lines.count <= 1)
    }
}
