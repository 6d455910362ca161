// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
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
            let shown = (arguments ?? []).filter { $0.shouldDisplay }
            let names = shown.flatMap { $0.names ?? [] }
            return names.filter { $0.kind == "long" }.map { $0.name }
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
            #expect(help.status == 0 && help.errors == "", "\(name)")
            #expect(help.lines.first?.wholeMatch(of: /OVERVIEW: [A-Z].+/) != nil, "\(name)")
            #expect(help.lines.allSatisfy { $0.count <= 80 }, "\(name)")
            for option in subcommand.options { #expect(help.output.contains("--\(option)"), "\(name)") }
        }
    }

    @Test("The first page is short, with one line for each subcommand")
    func firstPage() throws {
        let lines = try Command(["--help"]).lines
        #expect(lines.count <= 38, "\(lines.count)")
        let names = try CommandDump.ofProgram().command.subcommands?.map(\.commandName).filter { $0 != "help" } ?? []
        let listed = lines.drop { !$0.hasSuffix("SUBCOMMANDS:") }.filter { $0.hasPrefix("  ") }.dropLast()
        #expect(listed.count == names.count && listed.allSatisfy { !$0.hasPrefix("   ") }, "\(listed)")
    }

    @Test("The word help prints the same as --help")
    func word() throws {
        for words in [[], ["events"], ["config", "set"]] {
            #expect(try Command(["help"] + words).output == Command(words + ["--help"]).output)
        }
        #expect(try Command(["help", "help"]).status == 0)
    }

    @Test("The completion script of each shell asks the program", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) throws {
        let command = try Command(["--generate-completion-script", shell])
        #expect(command.status == 0)
        #expect(command.output.contains(" ---complete "))
    }

    @Test("There is no completion script for another shell")
    func otherShell() throws {
        let command = try Command(["--generate-completion-script", "tcsh"])
        #expect(command.status == 64)
        #expect(command.errors.contains("bash, fish, zsh"))
    }

    /// What is typed, and some words that come next, the first ones first.
    struct Typed: CustomTestStringConvertible {
        let words: [String]
        let offered: [String]
        var notOffered = "--no-such-option"

        var testDescription: String { words.joined(separator: " ") + "<Tab>" }
    }

    @Test(
        "A shell completes subcommands, events, alerts, days, places, hooks, samples, settings, options and their values",
        arguments: [
            Typed(words: ["su"], offered: ["sunrise", "sunset", "sunday"], notOffered: "Surat"),
            Typed(words: [""], offered: ["today", "next", "status", "civil-dusk", "lamps", "tomorrow"]),
            Typed(words: ["sunset", "tom"], offered: ["tomorrow"]),
            Typed(words: ["sunset", "Denv"], offered: ["Denver"]),
            Typed(words: ["--place", "Denv"], offered: ["Denver"]),
            Typed(words: ["next", "--place", "springfield"], offered: ["Springfield, Missouri"]),
            Typed(
                words: ["--place", "Springfield,\\ Miss"], offered: ["Springfield, Missouri"],
                notOffered: "Springfield, Illinois"),
            Typed(words: ["place", "au"], offered: ["auto"]),
            Typed(words: ["--format", ""], offered: ["text", "json", "waybar"]),
            Typed(words: ["events", "--format", "c"], offered: ["csv"], notOffered: "waybar"),
            Typed(words: ["chart", "--"], offered: ["--html", "--open"], notOffered: "--watch"),
            Typed(words: ["chart", ""], offered: ["3m", "6m", "1y"]),
            Typed(words: ["hooks", ""], offered: ["list", "run", "enable"], notOffered: "sunset"),
            Typed(words: ["hooks", "run", ""], offered: ["blinds", "night"]),
            Typed(words: ["hooks", "disable", ""], offered: ["blinds"], notOffered: "sunset"),
            Typed(words: ["hooks", "disable", "blinds", "ni"], offered: ["night"]),
            Typed(words: ["config", "set", "Notifications.C"], offered: ["Notifications.ClockChange"]),
            Typed(words: ["config", "unset", "Alert"], offered: ["Alert lamps"]),
            Typed(words: ["phase", "t"], offered: ["toggle"]),
            Typed(words: ["config", "check", ""], offered: []),
            Typed(words: ["help", ""], offered: ["today", "config", "hooks"], notOffered: "sunset"),
            Typed(words: ["help", "Denv"], offered: [], notOffered: "Denver"),
            Typed(words: ["help", "config", ""], offered: ["show", "set"], notOffered: "Location.Name"),
        ])
    func completions(typed: Typed) throws {
        let home = try Home("[Alert lamps]\nEvent=sunset\n")
        try home.write("#!/bin/sh\n", to: "suntracker/hooks/night.d/blinds")
        let command = try home.run(["---complete"] + typed.words)
        #expect(command.status == 0, "\(command.errors)")
        #expect(typed.offered.allSatisfy(command.lines.contains), "\(command.output)")
        #expect(!command.lines.contains(typed.notOffered))
        if typed.offered.isEmpty { #expect(command.output == "") }
    }

    @Test("In bash, a name with spaces is one word")
    func bash() throws {
        let script = """
            bash -c 'source <("$SUNTRACKER" --generate-completion-script bash)
            COMP_WORDS=("$SUNTRACKER" --place Springf) COMP_CWORD=2
            _suntracker && printf "%s\\n" "${COMPREPLY[0]}"'
            """
        #expect(try Command(script: script).output == "Springfield, Missouri\n")
    }

    @Test("The help of place credits the source of the places, as its licence requires")
    func credit() throws {
        let help = try Command(["place", "--help"]).output
        #expect(help.contains("GeoNames"))
        #expect(help.contains("CC BY 4.0"))
    }
}
