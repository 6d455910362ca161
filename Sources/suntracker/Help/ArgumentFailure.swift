import ArgumentParser
import CommandPlatform
import LinuxPlatform
import Reports
import Solar
import Tracker

/// An error of ArgumentParser, for people in their language.
///
/// ArgumentParser has its errors in English only, and its types for them are internal. So their cases are read by reflection,
/// and the names of arguments are those of the help that stand in its text. A case that is not known stays in English, and
/// so does every error if another version of ArgumentParser has other types.
struct ArgumentFailure {
    /// The text of ArgumentParser.
    private let message: String
    /// The case of its error: `unknownOption`.
    let kind: String
    /// The associated values.
    private let values: [Any]
    /// The arguments in the help of the subcommand.
    private let arguments: [HelpPage.Row]

    /// Takes an error of ArgumentParser apart; nil for any other.
    init?(_ error: any Error) {
        let parts = Mirror(reflecting: error).children.map(\.value)
        guard parts.count == 2, let command = (parts[0] as? [any ParsableCommand.Type])?.last,
            let failure = Mirror(reflecting: parts[1]).children.first, let kind = failure.label
        else { return nil }
        self.kind = kind
        let payload = Mirror(reflecting: failure.value)
        values = payload.displayStyle == .tuple ? payload.children.map(\.value) : [failure.value]
        message = Suntracker.message(for: error)
        let help = Suntracker.helpMessage(for: command, columns: HelpPage.anyLength)
        arguments = HelpPage(help)?.arguments ?? []
    }

    /// The error in the language of the words; nil if it is not known.
    func description(in words: Words) -> String? {
        switch kind {
        case "userValidationError": error?.text(in: words)
        case "unknownOption": option.map { unknown($0, in: words) }
        case "missingValueForOption":
            argument.map { words("Missing value for '{option}'", ["option": words.argument($0)]) }
        case "unexpectedValueForOption":
            if let option, let value = values.last as? String {
                words(
                    "The option '{option}' does not take any value, but '{value}' was specified.",
                    ["option": option, "value": value])
            } else {
                nil
            }
        case "unexpectedExtraValues": unexpected(in: words)
        case "noValue": argument.map { missing($0, in: words) }
        case "unableToParseValue": invalidValue(in: words)
        default: nil
        }
    }

    private func unknown(_ option: String, in words: Words) -> String {
        let labels: [Substring] = arguments.flatMap { $0.label.split(separator: ", ") }
        let names: [Substring] = labels.map { label in label.prefix { $0 != " " } }
        // The text ends in the option that may be meant.
        guard let similar = names.first(where: { message.hasSuffix("'\($0)'?") }) else {
            return words("Unknown option '{option}'", ["option": option])
        }
        return words(
            "Unknown option '{option}'. Did you mean '{other}'?", ["option": option, "other": String(similar)])
    }

    private func unexpected(in words: Words) -> String? {
        let parts = values.flatMap { Mirror(reflecting: $0).children.map(\.value) }
        let extra = parts.compactMap { Mirror(reflecting: $0).children.compactMap { $0.value as? String }.last }
        guard let first = extra.first, extra.count == parts.count else { return nil }
        guard extra.count > 1 else { return words("Unexpected argument '{argument}'", ["argument": first]) }
        return words.plural(
            "{count} unexpected argument: {arguments}", "{count} unexpected arguments: {arguments}", count: extra.count,
            ["arguments": words.list(extra.map(words.quoted))])
    }

    private func missing(_ argument: HelpPage.Row, in words: Words) -> String {
        // An argument with several values.
        let isRepeating = message.contains("'\(argument.label) ...'")
        let label = words.argument(argument, isRepeating: isRepeating)
        return words("Missing expected argument '{argument}'", ["argument": label])
    }

    private func invalidValue(in words: Words) -> String? {
        guard let argument, let value = values.lazy.compactMap({ $0 as? String }).first else { return nil }
        let label = words.argument(argument)
        if let error {
            return words(
                "The value '{value}' is invalid for '{argument}': {reason}",
                ["value": value, "argument": label, "reason": error.text(in: words)])
        }
        return words(
            "The value '{value}' is invalid for '{argument}'. Please provide one of {values}.",
            ["value": value, "argument": label, "values": words.quotedChoices(argument.choices)])
    }

    /// The option that the error is about, as it was given: `--verbose`, `-v`.
    private var option: String? {
        for value in values {
            guard let name = Mirror(reflecting: value).children.first else { continue }
            switch name.label {
            case "long": return (name.value as? String).map { "--\($0)" }
            case "longWithSingleDash": return (name.value as? String).map { "-\($0)" }
            case "short": return (Mirror(reflecting: name.value).children.first?.value as? Character).map { "-\($0)" }
            default: continue
            }
        }
        return nil
    }

    /// The argument that the text is about.
    private var argument: HelpPage.Row? {
        arguments.first { message.contains("'\($0.label)'") || message.contains("'\($0.label) ...'") }
    }

    /// The error of a `transform` or of `validate`.
    private var error: (any Error)? {
        for value in values {
            if let error = value as? any Error { return error }
            // An optional one.
            if let error = Mirror(reflecting: value).children.first?.value as? any Error { return error }
        }
        return nil
    }
}

extension HelpPage.Row {
    /// The values that the option can have, as its description lists them.
    fileprivate var choices: [String] {
        guard let start = text.firstRange(of: "(values: ")?.upperBound else { return [] }
        return text[start...].prefix { $0 != ";" && $0 != ")" }.split(separator: ",").map {
            String($0.drop { $0 == " " })
        }
    }
}

extension Words {
    /// `--place <name>`, `<name> ...`.
    fileprivate func argument(_ row: HelpPage.Row, isRepeating: Bool = false) -> String {
        isolatedCommand(withPlaceholders(row.label) + (isRepeating ? " ..." : ""))
    }

    /// `'text'`.
    // TRANSLATORS: quotation marks around something that can be typed
    fileprivate func quoted(_ text: String) -> String { self("'{text}'", ["text": text]) }

    /// `'text', 'csv' or 'json'`; of two, `'text' and 'json'`.
    fileprivate func quotedChoices(_ choices: [String]) -> String {
        let quoted = choices.map(quoted)
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        guard quoted.count > 2 else { return self("{first} and {last}", ["first": quoted[0], "last": last]) }
        return self("{first} or {last}", ["first": list(quoted.dropLast()), "last": last])
    }
}

/// An error that is described in the language of the person.
protocol TranslatedError: Error {
    /// What is wrong, where, and what to do, in one line.
    func description(in words: Words) -> String
}

extension Error {
    /// The error in the language of the words, if it has a translation.
    func text(in words: Words) -> String {
        (self as? any TranslatedError)?.description(in: words) ?? "\(self)"
    }
}

extension CoordinateTextError: TranslatedError {}
extension PlaceNameError: TranslatedError {}
extension SettingName.UnknownName: TranslatedError {}
extension SettingsError: TranslatedError {}
extension SettingsFile.EditError: TranslatedError {}
extension TodayTemplate.Invalid: TranslatedError {}

/// Arguments that cannot be used, found by their `transform` or `validate`, which know nothing of the language.
struct UsageError: TranslatedError, CustomStringConvertible {
    private let text: @Sendable (Words) -> String

    /// An error with a text in any language: `UsageError { words in words("--open needs a file") }`.
    init(_ text: @escaping @Sendable (Words) -> String) { self.text = text }

    func description(in words: Words) -> String { text(words) }

    var description: String { description(in: .english) }
}
