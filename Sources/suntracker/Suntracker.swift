import ArgumentParser
import Gazetteer
import LinuxPlatform
import Solar
import Tracker
import Wording

/// The command, with its subcommands.
struct Suntracker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suntracker",
        abstract: "Show when the Sun rises and sets, and other events of the Sun.",
        usage: "suntracker [<subcommand> | <event> | <day> | <place>] [<options>]",
        discussion: [
            "Without a subcommand, suntracker shows today, or when an event or an alert occurs next. The place is taken "
                + "from the first of these that is available: --place, suntracker.conf, the last location that the service "
                + "received from GeoClue, Plasma's settings, the time zone.",
            "  suntracker --place Tokyo\n"
                + "  suntracker tomorrow --place 39.74,-104.99\n"
                + "  suntracker sunset\n"
                + "  suntracker events sunrise sunset --from 2026-12-01 --to 2026-12-31",
            "Times are for a level horizon and average air, in the years 1800 to 2200. For their accuracy, see "
                + "suntracker(1).",
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
        helpNames: .long)
}

extension Suntracker {
    /// Returns the arguments with the subcommand before the options: `next --place Tokyo sunset` for `--place Tokyo
    /// next sunset`.
    ///
    /// ArgumentParser assigns options before the subcommand to `suntracker` itself, and then fails because of an unknown
    /// option. With a default subcommand, it would search the subcommand for every argument, which takes a sixth of the time
    /// of an answer.
    ///
    /// A first word that is not a subcommand is an event or an alert, for `next`, or else a time or a place, for
    /// `today`.
    ///
    /// - Parameter isAlert: whether a word is the name of an alert in the settings.
    static func withSubcommandFirst(_ arguments: [String], isAlert: (String) -> Bool = { _ in false }) -> [String] {
        guard !isForSuntracker(arguments.first ?? "") else { return arguments }
        let index = firstWord(in: arguments)
        guard arguments.indices.contains(index), !arguments[index].hasPrefix("-") else { return ["today"] + arguments }
        let words = subcommandPath(in: arguments[index...]).words
        guard words.isEmpty else { return words + arguments[..<index] + arguments[(index + words.count)...] }
        let others = TimeArgument.separated(from: Array(arguments[index...].prefix { !$0.hasPrefix("-") })).others
        if let name = others.first, EventSelection.isNamed(by: name) { return ["next"] + arguments }
        guard isAlert(arguments[index]) else { return ["today"] + arguments }
        return ["next"] + arguments[..<index] + ["alert:" + arguments[index]] + arguments[(index + 1)...]
    }

    /// Whether a first argument is for `suntracker` itself, without a subcommand.
    private static func isForSuntracker(_ argument: String) -> Bool {
        ["help", "--help", "--help-hidden", "--version", "---completion", "--experimental-dump-help"]
            .contains(argument) || argument.starts(with: "--generate-completion-script")
    }

    /// Whether the settings contain an alert with this name. False for settings with an error, which a subcommand will
    /// report.
    static func isAlert(_ name: String, in arguments: [String]) -> Bool {
        let option = "--config"
        let separate = zip(arguments, arguments.dropFirst()).first { $0.0 == option }?.1
        let path =
            separate ?? arguments.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
        let file = path.map { SettingsFile(path: $0) } ?? SettingsFile(environment: .ofProcess)
        return (try? file.load())?.alerts.contains { $0.name == name } == true
    }

    /// Returns why an alert cannot be selected by its bare name, and what to do; nil if it can.
    static func obstacle(toAlert name: String) -> String? {
        let kind: String
        if name == "help" || subcommand(name) != nil {
            kind = "a command"
        } else if EventSelection.isNamed(by: name) {
            kind = "an event"
        } else if PlainTime(name) != nil {
            kind = "a time"
        } else {
            return nil
        }
        return "[Alert \(name)]: \"\(name)\" is also \(kind); use alert:\(name), or rename it"
    }

    /// Returns the error for a first word that is not a subcommand, event, alert, time or place.
    static func problem(ofWord word: String, notAPlace error: CommandError) -> CommandError {
        guard case .place(let lookup) = error else { return error }
        // Several places have this name: `Sun City` is not a wrong Sunday.
        if !lookup.isUnknownName, case .name? = try? PlaceArgument(word) { return error }
        // `sun set` is meant as one word.
        let joined = word.lowercased().filter { $0 != " " }
        if AnnouncedEvent(name: joined) == nil, let problem = PlainTime.problem(of: word) { return .argument(problem) }
        guard lookup.isUnknownName else { return error }
        return .argument(
            "\"\(word.printable)\" is neither a command nor an event, a time or a place; \(remedy(forWord: word) ?? lookup.remedy)"
        )
    }

    /// Suggests the subcommand, event, alert or day that a wrong first word may mean; nil if none is similar.
    static func remedy(forWord word: String) -> String? {
        let first = String(word.prefix { $0 != " " })
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        let alerts = (try? SettingsFile(environment: .ofProcess).load())?.alerts.map(\.name) ?? []
        // `sun set` is meant as one word.
        let meant =
            EventSelection.meant(by: word.filter { $0 != " " }, alerts: alerts, commands: names)
            ?? EventSelection.meant(by: first, alerts: alerts, commands: names)
        return meant.map { "did you mean suntracker \($0)?" }
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
    private static func firstWord(in arguments: [String]) -> Int {
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

/// Values that may look like options, such as a southern latitude.
///
/// ArgumentParser passes everything that it does not recognize, including the `--` that ends the options.
struct LiteralWords {
    /// The values, without the `--`.
    let words: [String]
    /// The values before the `--`, which may be misspelt options.
    private let undelimited: ArraySlice<String>

    /// Takes the values that ArgumentParser passed.
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
