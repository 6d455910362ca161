import ArgumentParser
import Gazetteer
import Solar
import Tracker

/// The command, with its subcommands.
struct Suntracker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suntracker",
        abstract: "Show when the Sun rises and sets, and its other events.",
        usage: "suntracker [<subcommand>] [<options>]",
        discussion: [
            "Without a subcommand, suntracker shows today. The place is taken from --place, from suntracker.conf, from the "
                + "last location that GeoClue gave to the service, or from the time zone, in this order.",
            "  suntracker --place Tokyo\n"
                + "  suntracker --place 39.74,-104.99\n"
                + "  suntracker next sunset\n"
                + "  suntracker events --from 2026-12-01 --days 31 --events sunrise,sunset",
            "Times are for a level horizon and average air, in the years 1800 to 2200. suntracker(1) states "
                + "their accuracy.",
        ].joined(separator: "\n\n"),
        version: "suntracker \(Program.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "The Sun",
                subcommands: [
                    TodayCommand.self, NextCommand.self, EventsCommand.self, ChartCommand.self, WaitCommand.self,
                    PollCommand.self,
                ]),
            CommandGroup(name: "Day and night", subcommands: [PhaseCommand.self, HooksCommand.self]),
            CommandGroup(name: "Your settings", subcommands: [PlaceCommand.self, ConfigCommand.self]),
            CommandGroup(
                name: "The service",
                subcommands: [
                    StatusCommand.self, PreviewCommand.self,
                ]),
        ],
        defaultSubcommand: TodayCommand.self)
}

extension Suntracker {
    /// The arguments with the subcommand before the options: `--place Tokyo next sunset` is `next --place Tokyo sunset`.
    ///
    /// ArgumentParser parses options before the subcommand as those of the default subcommand, and then fails with an
    /// unexpected argument.
    static func withSubcommandFirst(_ arguments: [String]) -> [String] {
        // A completion script asks for the values of an argument.
        guard arguments.first != "---completion" else { return arguments }
        let index = firstWord(in: arguments)
        guard index > arguments.startIndex else { return arguments }
        let words = subcommandPath(in: arguments[index...]).words
        guard !words.isEmpty else { return arguments }
        return words + arguments[..<index] + arguments[(index + words.count)...]
    }

    /// What to use instead of a command or an option of version 0.2.0 that is gone, also after `help`; nil for others.
    static func oldCommandNotice(_ arguments: [String]) -> String? {
        let arguments = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        let start = firstWord(in: arguments)
        return OldCommands.notice(for: Array(arguments[start...] + arguments[..<start]))
    }

    /// Throws for `help` with an unknown subcommand; ArgumentParser would print the help of the command above it.
    static func refuseUnknownHelp(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        let words = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
        let (known, command) = subcommandPath(in: words)
        guard let unknown = words.dropFirst(known.count).first, words.first != "help" else { return }
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        let path = (["suntracker"] + known).joined(separator: " ")
        let remedy =
            names.isEmpty
            ? "see suntracker help \(known.joined(separator: " "))"
            : "the subcommands are \(names.joined(separator: ", "))"
        throw ValidationError("\(path) has no subcommand \"\(unknown)\"; \(remedy)")
    }

    /// Throws for a first word that is no subcommand. ArgumentParser would call it an unexpected argument of `today`.
    static func refuseUnknownSubcommand(_ arguments: [String]) throws {
        guard let word = arguments.first, !word.isEmpty, !word.hasPrefix("-"), word != "help", subcommand(word) == nil
        else { return }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        let meant = SolarEvent(name: word).map { "next \($0.name)" } ?? names.similar(to: word).first
        throw ValidationError(
            "there is no subcommand \"\(word)\"; "
                + (meant.map { "did you mean: suntracker \($0)" }
                    ?? "the subcommands are \(names.joined(separator: ", "))"))
    }

    /// The index of the first argument that is neither an option nor its value; the end if there is none.
    private static func firstWord(in arguments: [String]) -> Int {
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index].hasPrefix("--"), arguments[index] != "--" {
            // An option whose value is a separate argument takes that along; every other option is one argument.
            index += valueOptions.contains(arguments[index]) ? 2 : 1
        }
        return min(index, arguments.endIndex)
    }

    /// The options with a value that may be given before the subcommand.
    private static let valueOptions = ["--place", "--location", "--zone", "--config", "--at", "--format"]

    /// The words at the beginning that name a subcommand, and the subcommand.
    private static func subcommandPath(
        in words: ArraySlice<String>
    ) -> (words: [String], command: any ParsableCommand.Type) {
        var (path, command): ([String], any ParsableCommand.Type) = ([], Suntracker.self)
        for word in words {
            guard let next = command.subcommand(word) else { break }
            path.append(word)
            command = next
        }
        return (path, command)
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}

/// The values of an argument that may look like options, such as a southern latitude.
///
/// ArgumentParser passes on everything it does not recognize, including the -- that ends the options.
struct LiteralWords {
    /// The values, without the --.
    let words: [String]
    /// The values before the --, which may be misspelt options.
    private let undelimited: ArraySlice<String>

    /// The values that ArgumentParser passed on.
    init(_ parsed: [String]) {
        let end = parsed.firstIndex(of: "--") ?? parsed.endIndex
        undelimited = parsed[..<end]
        words = Array(undelimited + parsed[end...].dropFirst())
    }

    /// Throws for an unknown option, for an argument whose values never begin with two hyphens.
    func refuseOptions() throws {
        if let option = undelimited.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
    }
}
