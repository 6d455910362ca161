import Foundation
import Testing

/// The subcommands and options as ArgumentParser lists them for programs (`--experimental-dump-help`).
struct CommandDump: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String
    }
    struct Argument: Decodable {
        let names: [Name]?
        let shouldDisplay: Bool
    }
    struct Subcommand: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Subcommand]?

        /// This subcommand and all below it, except `help`, with their words.
        func all(_ words: [String] = []) -> [(words: [String], subcommand: Subcommand)] {
            [(words, self)]
                + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(words + [$0.commandName]) }
        }

        /// The long options, without hyphens.
        var options: [String] {
            (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
                .map(\.name)
        }
    }
    let command: Subcommand

    /// The subcommands and options of the built program.
    static func ofProgram() throws -> CommandDump {
        try JSONDecoder().decode(
            CommandDump.self, from: Data(Command(["--experimental-dump-help"]).output.utf8))
    }
}

@Suite("Help")
struct HelpTests {
    @Test("Each subcommand has a page with a summary and its options, within 80 columns")
    func pages() throws {
        for (words, subcommand) in try CommandDump.ofProgram().command.all() {
            let help = try Command(words + ["--help"])
            let name = "suntracker \(words.joined(separator: " "))"
            #expect(help.status == 0 && help.error == "", "\(name)")
            #expect(help.lines.first?.wholeMatch(of: /OVERVIEW: [A-Z].+/) != nil, "\(name)")
            #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(name)")
            for option in subcommand.options { #expect(help.output.contains("--\(option)"), "\(name)") }
        }
    }

    @Test("The word help prints the same as --help")
    func word() throws {
        for words in [[], ["events"], ["config", "set"]] {
            #expect(try Command(["help"] + words).output == Command(words + ["--help"]).output)
        }
        #expect(try Command(["help", "help"]).status == 0)
    }

    @Test(
        "Completion scripts know subcommands, events, periods, settings and formats",
        arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let command = try Command(["--generate-completion-script", shell])
        #expect(command.status == 0)
        for word in ["place", "civil-dusk", "3m", "Notifications.ClockChange", "waybar"] {
            #expect(command.output.contains(word), "\(word)")
        }
    }

    @Test(
        "The completion of a place lists the names that begin with the word, each in a form that means one place",
        arguments: [
            ("Denv", "Denver"), ("springfield", "Springfield, Missouri"), ("New Yo", "New York City"),
        ])
    func places(text: String, name: String) throws {
        let length = "\(text.count)"
        for (path, argument, words) in [
            ("today", "--place", ["suntracker", "--place"]),
            ("place", "positional@0", ["suntracker", "place"]),
        ] {
            var arguments = ["---completion"] + path.split(separator: " ").map(String.init)
            arguments += ["--", argument, "\(words.count)", length]
            let command = try Command(arguments + words + [text])
            #expect(command.status == 0, "\(command.error)")
            #expect(command.lines.first == name)
        }
    }

    @Test("The help of place credits the source of the places, as its licence requires")
    func credit() throws {
        let help = try Command(["place", "--help"]).output
        #expect(help.contains("GeoNames"))
        #expect(help.contains("CC BY 4.0"))
    }
}
