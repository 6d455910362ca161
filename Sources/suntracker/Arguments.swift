import ArgumentParser

extension Suntracker {
    /// The arguments with the subcommand before the options: `--place Tokyo next sunset` is `next --place Tokyo sunset`.
    ///
    /// ArgumentParser takes options that come first for those of the default subcommand, and then finds an argument too many.
    static func withSubcommandFirst(_ arguments: [String]) -> [String] {
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index].hasPrefix("--"), arguments[index] != "--" {
            // An option whose value is a word of its own takes that along; what else there is stands alone.
            index += valueOptions.contains(arguments[index]) ? 2 : 1
        }
        guard index > arguments.startIndex, index < arguments.endIndex else { return arguments }
        let words = subcommandPath(in: arguments[index...])
        guard !words.isEmpty else { return arguments }
        return words + arguments[..<index] + arguments[(index + words.count)...]
    }

    /// Refuses to explain what there is not: ArgumentParser would explain something else.
    static func refuseUnknownHelp(_ arguments: [String]) throws {
        guard arguments.first == "help" else { return }
        let words = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
        let known = subcommandPath(in: words)
        guard let unknown = words.dropFirst(known.count).first, words.first != "help" else { return }
        let names = command(known).configuration.subcommands.compactMap { $0.configuration.commandName }
        let path = (["suntracker"] + known).joined(separator: " ")
        throw ValidationError(
            "\(path) has no subcommand \"\(unknown)\""
                + (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))"))
    }

    /// The options with a value that several subcommands have, and that somebody may write before them.
    private static let valueOptions = ["--place", "--location", "--zone", "--config", "--at", "--format"]

    /// The words at the beginning that name a subcommand, and one of it.
    private static func subcommandPath(in words: ArraySlice<String>) -> [String] {
        var (path, command): ([String], any ParsableCommand.Type) = ([], Suntracker.self)
        for word in words {
            guard let next = command.subcommand(word) else { break }
            path.append(word)
            command = next
        }
        return path
    }

    private static func command(_ path: [String]) -> any ParsableCommand.Type {
        path.reduce(Suntracker.self) { command, word in command.subcommand(word) ?? command }
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}

/// The words of an argument whose values may look like options: a southern latitude, an offset before an event.
///
/// ArgumentParser hands over all that it does not know, and the -- that ends the options with it.
struct LiteralWords {
    /// The words that are meant.
    let words: [String]
    /// What stands before a --, and may be an option that is misspelt.
    private let undelimited: ArraySlice<String>

    /// What ArgumentParser has handed over.
    init(_ parsed: [String]) {
        let end = parsed.firstIndex(of: "--") ?? parsed.endIndex
        undelimited = parsed[..<end]
        words = Array(undelimited + parsed[end...].dropFirst())
    }

    /// Refuses a word that is meant to be an option, for an argument whose values never begin with two hyphens.
    func refuseOptions() throws {
        if let option = undelimited.first(where: { $0.hasPrefix("--") }) {
            throw ValidationError("Unknown option '\(option)'")
        }
    }
}
