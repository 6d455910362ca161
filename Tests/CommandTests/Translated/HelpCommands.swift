import ArgumentParser
import Testing

@testable import suntracker

/// A command or subcommand, and its help as ArgumentParser draws it.
struct HelpCommand: CustomTestStringConvertible, Sendable {
    let type: any ParsableCommand.Type
    let words: [String]

    var testDescription: String { words.joined(separator: " ") }

    /// The command and every subcommand.
    static let all = below(Suntracker.self, ["suntracker"])

    private static func below(_ type: any ParsableCommand.Type, _ words: [String]) -> [HelpCommand] {
        [HelpCommand(type: type, words: words)]
            + type.configuration.subcommands.flatMap { below($0, words + [$0.configuration.commandName ?? ""]) }
    }

    /// The text of ArgumentParser for a window of that width.
    func text(columns: Int) -> String { Suntracker.helpMessage(for: type, columns: columns) }

    /// The help, taken apart; nil if it could not be.
    var page: HelpPage? { HelpPage(text(columns: HelpPage.anyLength)) }
}
