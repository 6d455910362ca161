import Foundation
import Solar
import Testing

@Suite("suntracker today")
struct TodayTests {
    private static let denver = ["today", "--location", "39.74,-104.98", "--at", "2026-11-21T20:00:00Z"]

    @Test("A date means its first instant in the time zone")
    func date() throws {
        let command = try Command(
            ["--location", "33.89,35.5", "--at", "2022-03-27", "--format", "json"], zone: "Asia/Beirut")
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        #expect(object["now"] as? String == "2022-03-27T01:00:00.000+03:00")
        #expect(object["date"] as? String == "2022-03-27")
    }

    @Test("The default time is that of the system clock")
    func now() throws {
        let before = Date()
        let command = try Command(["--location", "0,0", "--format", "json"])
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        let text = try #require(object["now"] as? String)
        let now = try #require(Instant(rfc3339: text)).unixSeconds
        // To the millisecond, to which the report rounds.
        #expect(now - before.timeIntervalSince1970 > -0.001)
        #expect(Date().timeIntervalSince1970 - now > -0.001)
    }

    @Test("COLUMNS sets the width without a terminal", arguments: [(40, 40), (100, 100), (0, 80)])
    func width(columns: Int, width: Int) throws {
        let command = try Command(
            Self.denver, zone: "America/Denver", variables: ["COLUMNS": "\(columns)", "COLORTERM": "truecolor"])
        #expect(command.lines.contains { $0.hasPrefix("│") && $0.count == (width - 2) / 12 * 12 + 2 })
        #expect(!command.output.contains("\u{1B}"))
    }

    @Test("--plain draws with ASCII, --no-bar prints text only")
    func plain() throws {
        let plain = try Command(Self.denver + ["--plain"], zone: "America/Denver")
        #expect(
            plain.lines.contains("|                .--==#############################=--..                 |"))
        let words = try Command(Self.denver + ["--no-bar"], zone: "America/Denver")
        #expect(
            words.lines.prefix(4) == [
                "39.74° N, 104.98° W, given with --location", "Saturday 21 November 2026", "",
                "Dawn      05:16 astronomical, 05:49 nautical, 06:22 civil",
            ])
    }

    @Test("Colours are used on a terminal, unless NO_COLOR or --plain is given")
    func colours() throws {
        for (options, variables, isColoured) in [
            ("", [:], true), ("", ["NO_COLOR": "1"], false), ("--plain", [:], false),
            ("--plain", ["LC_ALL": "C"], false),
        ] {
            let session = try TerminalSession(
                Self.denver.joined(separator: " ") + " " + options, columns: 40, variables: variables)
            try session.wait(for: "39.74")
            let output = try session.wait(for: "status 0")
            #expect(output.contains("\u{1B}[48;5;") == isColoured, "\(options) \(variables)")
            // 36 cells in 40 columns.
            #expect(output.contains(options == "--plain" ? "\n|" : isColoured ? "\u{1B}[m" : "\n│"))
        }
    }

    @Test("A terminal without blocks has no bar", arguments: [["TERM": "dumb"], ["LC_ALL": "C"]])
    func withoutBlocks(variables: [String: String]) throws {
        let session = try TerminalSession(Self.denver.joined(separator: " "), columns: 40, variables: variables)
        try session.wait(for: "39.74")
        let output = try session.wait(for: "status 0")
        #expect(output.contains("Sunrise   06:51"))
        #expect(!output.contains("█") && !output.contains("\n|") && !output.contains("\u{1B}[48;5;"))
        let chart = try TerminalSession("chart --location 39.74,-104.98", variables: variables)
        #expect(try !chart.wait(for: "status 0").contains("█"))
    }

    @Test("--format waybar prints one line of JSON with markup in its texts")
    func waybar() throws {
        let file = try TemporaryFile("[Location]\nLatitude=39.74\nLongitude=-104.98\nName=Fish & <Chips>\n")
        let command = try Command(
            ["today", "--config", file.path, "--at", "2026-11-21T20:00:00Z", "--format", "waybar"],
            zone: "America/Denver")
        #expect(command.lines.count == 2)
        let object = try #require(JSONSerialization.jsonObject(with: Data(command.output.utf8)) as? [String: Any])
        #expect(Set(object.keys) == ["text", "alt", "tooltip", "class", "percentage"])
        #expect(object["text"] as? String == "16:39")
        #expect(object["alt"] as? String == "sunset")
        #expect(object["class"] as? String == "day")
        #expect(object["percentage"] as? Int == 60)
        let lines = (object["tooltip"] as? String ?? "").split(separator: "\n").map(String.init)
        #expect(lines.first == "Fish &amp; &lt;Chips&gt; (39.74° N, 104.98° W), from the settings")
        #expect(lines.contains("Next: sunset at 16:39"))
    }
}
