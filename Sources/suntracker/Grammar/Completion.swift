// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import LinuxPlatform
import Solar
import Tracker

/// What a shell completes. The shell asks the program, because the words depend on the settings, the hooks, the samples
/// and the places.
enum Completion {
    /// The answer to these arguments, if they ask for a script, or come from one.
    static func answer(_ arguments: [String]) -> Result<Answer, CommandError>? {
        switch arguments.first {
        case option:
            let found = candidates(for: Array(arguments.dropFirst()))
            return .success(found.isEmpty ? .written : Answer(found.joined(separator: "\n")))
        case "--generate-completion-script":
            let shells = scripts.keys.sorted().joined(separator: ", ")
            guard let script = arguments.dropFirst().first.flatMap({ scripts[$0] }) else {
                return .failure(.argument("--generate-completion-script needs a shell; use one of \(shells)"))
            }
            return .success(Answer(script))
        default: return nil
        }
    }

    private static let option = "---complete"

    /// A shell does not expand the tilde of the program's path for a function.
    private static let scripts = [
        "bash": """
        _suntracker() {
            mapfile -t COMPREPLY < <("${COMP_WORDS[0]/#\\~/$HOME}" \(option) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        }
        complete -o default -o filenames -F _suntracker suntracker
        """,
        "zsh": """
        #compdef suntracker
        _suntracker() {
            local -a found
            found=("${(@f)$("${words[1]/#\\~/$HOME}" \(option) "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            if [[ -n ${found[1]} ]]; then compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "${found[@]}"; else _files; fi
        }
        if [[ ${funcstack[1]} == _suntracker ]]; then _suntracker "$@"; else compdef _suntracker suntracker; fi
        """,
        "fish": """
        function __suntracker_complete
            set -l words (commandline -opc) (commandline -ct)
            set -l program (string replace --regex '^~' $HOME -- $words[1])
            $program \(option) $words[2..] 2>/dev/null
        end
        complete -c suntracker -f -a '(__suntracker_complete)'
        complete -c suntracker -l config -l html -rF
        complete -c suntracker -n '__fish_seen_subcommand_from check' -F
        """,
    ]

    /// Returns the words that can come next; none for a file.
    ///
    /// - Parameter words: The words after the name of the program, of which the last is incomplete.
    static func candidates(for words: [String]) -> [String] {
        let before = Array(words.dropLast())
        // As the shell shows it: with a quotation mark or backslashes.
        let current = String((words.last ?? "").filter { $0 != "\\" }.drop { "\"'".contains($0) })
        let isHelp = before.first == "help"
        let (path, command) = Suntracker.subcommandPath(in: before[(isHelp ? 1 : Suntracker.firstWord(in: before))...])
        let commands: [any ParsableCommand.Type] = path.isEmpty ? [TodayCommand.self, NextCommand.self] : [command]
        let options = commands.flatMap(CommandOption.all).reduce(into: [CommandOption]()) { all, option in
            if !all.contains(where: { $0.name == option.name }) { all.append(option) }
        }
        func matching(_ words: [String]) -> [String] {
            words.filter { $0.lowercased().hasPrefix(current.lowercased()) }
                .reduce(into: []) { all, word in if !all.contains(word) { all.append(word) } }
        }
        let subcommands = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        if isHelp { return matching(subcommands) }
        if let option = options.first(where: { $0.takesValue && $0.name == before.last }) {
            return matching(option.values.isEmpty ? values(of: option.name, current) : option.values)
        }
        if current.hasPrefix("-") { return matching(options.map(\.name).filter { !before.contains($0) }) }
        let isFirst = before.last == path.last
        let found = matching((isFirst ? subcommands : []) + positionals(of: path, isFirst: isFirst))
        // Thousands of places would hide the other words.
        let takesPlace = commands.contains { $0 is any PlaceSubcommand.Type || $0 is PlaceCommand.Type }
        return found.isEmpty && takesPlace ? matching(places(current)) : found
    }

    private static func values(of option: String, _ text: String) -> [String] {
        switch option {
        case "--place": places(text)
        case "--at", "--from", "--to": days + AnnouncedEvent.names
        case "--until": AnnouncedEvent.names
        case "--for": occasions
        default: []
        }
    }

    private static func positionals(of path: [String], isFirst: Bool) -> [String] {
        let samples = HookSamples(environment: .ofProcess)
        return switch path {
        case ["hooks", "run"]:
            hooks.map(\.name) + hooks.map(\.occasion.name)
        case ["hooks", "enable"]: isFirst ? samples.names : occasions
        case ["hooks", "disable"]: isFirst ? hooks.filter { $0.path.hasPrefix(samples.hooks) }.map(\.name) : occasions
        case ["place"]: isFirst ? ["auto"] : []
        case ["config", "set"]: isFirst ? SettingName.all.map(\.description) : []
        case ["config", "unset"]: SettingName.all.map(\.description) + alerts.map { "Alert \($0)" }
        case ["phase"]: PhaseRequest.names
        case ["preview"]: AnnouncedEvent.names + alerts
        case ["config"], ["config", "check"], ["config", "show"], ["hooks"], ["hooks", "list"], ["status"]: []
        case ["chart"]: ChartPeriod.allCases.map(\.rawValue) + days
        default: AnnouncedEvent.names + alerts + days
        }
    }

    private static let days = PlainTime.Day.names + Weekdays.names
    private static let occasions = AnnouncedEvent.names + Phase.allCases.map(\.rawValue)

    private static var alerts: [String] { Suntracker.alerts(config: nil) }

    private static var hooks: [PlannedHook] {
        let settings = try? SettingsFile(environment: .ofProcess).load()
        return HookFolders(environment: .ofProcess).inspect(under: settings ?? Settings())
    }

    /// The largest places whose names begin with a text, each in a form that is not ambiguous. Thousands of names begin
    /// with the same letter.
    private static func places(_ text: String) -> [String] {
        guard text.count >= 2 else { return [] }
        let (places, name) = (ProgramPlaces(), String(text.prefix { $0 != "," }))
        return places.gazetteerPlaces(beginningWith: name, count: 100).compactMap(places.shortestName)
    }
}

/// An option of a subcommand, as its help lists it.
struct CommandOption {
    /// `--format`.
    let name: String
    let takesValue: Bool
    let values: [String]

    /// The options of a subcommand. ArgumentParser does not offer them otherwise. In wide lines, each option has one.
    static func all(of command: any ParsableCommand.Type) -> [CommandOption] {
        let lines = Suntracker.helpMessage(for: command, columns: 1000).split(separator: "\n")
        return lines.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3).drop { !$0.hasPrefix("--") }
            guard line.hasPrefix("  -"), let name = words.first else { return nil }
            let values = line.split(separator: "(values: ").dropFirst().first?.prefix { !";)".contains($0) } ?? ""
            return CommandOption(
                name: String(name), takesValue: words.dropFirst().first?.hasPrefix("<") == true,
                values: values.split(separator: ", ").map(String.init))
        }
    }
}
