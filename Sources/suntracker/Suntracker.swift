// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Gazetteer
import LinuxPlatform
import Solar
import Tracker
import Wording

struct Suntracker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suntracker",
        abstract: "Show when the Sun rises and sets, and other events of the Sun.",
        usage: "suntracker [<subcommand>] [<event> ...] [<time>] [<place>] [<options>]",
        discussion: [
            "Without a subcommand, it shows today, or when an event or an alert occurs next. Without --place, the place is "
                + "taken from the settings, GeoClue, Plasma or the time zone. Times are for a level horizon.",
            "  suntracker --place Tokyo\n"
                + "  suntracker sunset tomorrow Tokyo\n"
                + "  suntracker events sunrise sunset --from 2026-12-01 --to 2026-12-31",
        ].joined(separator: "\n\n"),
        version: "suntracker \(Program.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Sun",
                subcommands: [
                    TodayCommand.self, NextCommand.self, EventsCommand.self, ChartCommand.self, WaitCommand.self,
                    PollCommand.self,
                ]),
            CommandGroup(name: "Day and night", subcommands: [PhaseCommand.self, HooksCommand.self]),
            CommandGroup(name: "Settings", subcommands: [PlaceCommand.self, ConfigCommand.self]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    StatusCommand.self, PreviewCommand.self,
                ]),
        ],
        helpNames: .long)
}

extension Suntracker {
    /// Returns the arguments with the subcommand before the options: `next --place Tokyo sunset` for `--place Tokyo
    /// next sunset`.
    ///
    /// ArgumentParser assigns options before the subcommand to `suntracker` itself, and then fails because of an unknown
    /// option. A default subcommand of ArgumentParser would prevent this, but cost a sixth of the run time.
    ///
    /// Without a subcommand, words with an event or an alert are for `next`, and others for `today`. Throws for a word that
    /// is none of these before `--help`, because it may be a misspelt subcommand.
    static func withSubcommandFirst(_ arguments: [String]) throws -> [String] {
        guard !isForSuntracker(arguments.first ?? "") else { return arguments }
        let index = firstWord(in: arguments)
        let path = subcommandPath(in: arguments[index...]).words
        guard path.isEmpty else { return path + arguments[..<index] + arguments[(index + path.count)...] }
        let words = try? Words(arguments[index...].prefix { !$0.hasPrefix("-") }.map(\.self)) {
            alerts(config: configOption(in: arguments))
        }
        if let place = words?.place, arguments.contains("--help") { try Words.check(place) }
        return [words?.names.isEmpty == false ? "next" : "today"] + arguments
    }

    private static func isForSuntracker(_ argument: String) -> Bool {
        ["help", "--help", "--help-hidden", "--version", "--experimental-dump-help"].contains(argument)
    }

    /// The names of the alerts in the settings. None for settings with an error, which a subcommand will report.
    ///
    /// - Parameter path: The value of `--config`.
    static func alerts(config path: String?) -> [String] {
        (try? SettingsFile(path: path, environment: .ofProcess).load())?.alerts.map(\.name) ?? []
    }

    /// The value of `--config`, which is needed before the arguments are parsed.
    private static func configOption(in arguments: [String]) -> String? {
        let option = "--config"
        return zip(arguments, arguments.dropFirst()).first { $0.0 == option }?.1
            ?? arguments.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    /// Returns why an alert cannot be selected by its bare name, and what to do; nil if it can.
    static func obstacle(toAlert name: String) -> String? {
        let kind: String
        if name == "help" || subcommand(name) != nil {
            kind = "a command"
        } else if (try? EventSelection.names(name, alerts: [])) != .some(nil) {
            kind = "an event"
        } else if PlainTime(name) != nil {
            kind = "a time"
        } else {
            return nil
        }
        return "[Alert \(name)]: \"\(name)\" is also \(kind); use alert:\(name), or rename it"
    }

    /// The subcommand at the beginning of the arguments, and its name: `suntracker config set`.
    static func subcommand(in arguments: [String]) -> (name: String, command: any ParsableCommand.Type) {
        let (words, command) = subcommandPath(in: arguments[...])
        return ((["suntracker"] + words).joined(separator: " "), command)
    }

    /// Throws for an unknown subcommand after `help`, or after a command with subcommands. ArgumentParser would print
    /// the help of that command, or report an unexpected argument.
    static func refuseUnknownSubcommand(_ arguments: [String]) throws {
        let isHelp = arguments.first == "help"
        let words = arguments.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
        let (known, command) = subcommandPath(in: words)
        guard let unknown = words.dropFirst(known.count).first, isHelp ? words.first != "help" : !known.isEmpty,
            isHelp || !command.configuration.subcommands.isEmpty
        else { return }
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        let path = (["suntracker"] + known).joined(separator: " ")
        let remedy = names.nearest(to: unknown).map { "did you mean \($0)?" } ?? "see \(path) --help"
        throw ValidationError("\"\(unknown.printable)\" is not a subcommand of \(path); \(remedy)")
    }

    /// The index of the first argument that is neither an option nor its value; the end if there is none.
    static func firstWord(in arguments: [String]) -> Int {
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index].hasPrefix("--"), arguments[index] != "--" {
            // The value of an option may be a separate argument, which is skipped, too.
            index += valueOptions.contains(arguments[index]) ? 2 : 1
        }
        return min(index, arguments.endIndex)
    }

    /// The options with a value that may precede the subcommand.
    private static let valueOptions = ["--place", "--zone", "--config", "--at", "--format", "--template"]

    /// Returns the words at the beginning that name a subcommand, and the subcommand.
    static func subcommandPath(
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

/// Values that may look like options, such as a southern latitude.
///
/// ArgumentParser passes everything that it does not recognize, including the `--` that ends the options.
struct LiteralWords {
    let words: [String]
    /// The values before the `--`, which may be misspelt options.
    private let undelimited: ArraySlice<String>

    init(_ parsed: [String]) {
        let end = parsed.firstIndex(of: "--") ?? parsed.endIndex
        undelimited = parsed[..<end]
        words = Array(undelimited + parsed[end...].dropFirst())
    }

    /// Throws for an unknown option. Call this only if the values never begin with two hyphens.
    func refuseOptions() throws {
        if let option = undelimited.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
    }
}
