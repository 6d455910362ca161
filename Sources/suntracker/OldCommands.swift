import Wording

/// The commands and options of version 0.2.0 that were removed, and what to use instead.
enum OldCommands {
    /// The first words of the arguments, and what to use instead. Longer commands come before shorter ones.
    private static let commands: [(words: [String], new: String)] = [
        (["location", "set"], "suntracker place NAME"), (["location", "choose"], "suntracker place NAME"),
        (["location", "find"], "suntracker place NAME"), (["location", "auto"], "suntracker place auto"),
        (["location", "show"], "suntracker place"), (["location"], "suntracker place"),
        (["history"], "journalctl --user -u suntrackerd"), (["doctor"], "suntracker status"),
        (["config", "path"], "suntracker config show"),
    ]

    /// The options of commands, and what to use instead.
    private static let options: [(command: String, option: String, new: String)] = [
        ("chart", "--svg", "suntracker chart --html FILE"), ("chart", "--at-place", "suntracker chart --open"),
        ("today", "--no-bar", "suntracker today --plain"),
    ]

    /// Returns one line about a removed command or option; nil if there is none.
    ///
    /// - Parameter arguments: the subcommand first; without a subcommand, they are for `today`.
    static func notice(for arguments: [String]) -> String? {
        let command = arguments.first.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? "today"
        if let old = commands.first(where: { arguments.starts(with: $0.words) }) {
            return "\"\(old.words.joined(separator: " "))\" is now: \(old.new)"
        }
        let given = arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
        return options.first { $0.command == command && given.contains($0.option[...]) }.map {
            "\"\($0.command) \($0.option)\" is now: \($0.new)"
        }
    }
}
