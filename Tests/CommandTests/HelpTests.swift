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

/// The help of every subcommand is recorded in `Help`, one file each. With `SUNTRACKER_RECORD=1` in the environment,
/// the test writes the files instead of comparing them; read the difference before you commit it.
@Suite("Help")
struct HelpTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Help")
    private static let isRecording = ProcessInfo.processInfo.environment["SUNTRACKER_RECORD"] == "1"

    /// The words of every subcommand; empty for the command itself.
    private static let subcommands = Result { try CommandDump.ofProgram().command.all().map(\.words) }

    private static func file(_ words: [String]) -> String {
        (["suntracker"] + words).joined(separator: "-") + ".txt"
    }

    @Test("Each subcommand prints the recorded help, within 80 columns")
    func recorded() throws {
        for words in try Self.subcommands.get() {
            let help = try Command(words + ["--help"])
            #expect(help.status == 0)
            #expect(help.error == "")
            #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(words.joined(separator: " "))")
            let file = Self.folder.appending(path: Self.file(words))
            if Self.isRecording { try help.output.write(to: file, atomically: true, encoding: .utf8) }
            #expect(try help.output == String(contentsOf: file, encoding: .utf8), "\(file.lastPathComponent)")
        }
        // No recorded help of a removed subcommand remains.
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(try files.sorted() == Self.subcommands.get().map(Self.file).sorted())
    }

    @Test("The word help prints the same as --help")
    func word() throws {
        for words in [[], ["events"], ["location", "set"]] {
            #expect(try Command(["help"] + words).output == Command(words + ["--help"]).output)
        }
        #expect(try Command(["help", "help"]).status == 0)
    }

    @Test("--version prints the version")
    func version() throws {
        let command = try Command(["--version"])
        #expect(command.status == 0)
        #expect(command.output.wholeMatch(of: /suntracker \d+\.\d+\.\d+\n/) != nil)
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
