// SPDX-License-Identifier: MIT
import ArgumentParser
import Configuration
import Gazetteer
import Tracker

/// What is wrong with the arguments, according to an error of ArgumentParser: the wrong word first, then the right one,
/// or where to find it.
struct ArgumentProblem {
    private let text: String

    /// Reads a message of ArgumentParser. A message of an unknown form is kept unchanged.
    ///
    /// - Parameters:
    ///   - arguments: the arguments that were parsed.
    ///   - command: the subcommand.
    init(_ message: String, in arguments: [String], of command: any ParsableCommand.Type) {
        if let (value, rest) = message.parts("The value '", "' is invalid for '") {
            // The name of an option or an argument, followed by the reason or the valid values.
            let end = rest.firstIndex(of: "'") ?? rest.endIndex
            let name = rest[..<end].prefix { $0 != " " }
            let more = rest[end...].dropFirst()
            if more.hasPrefix(": ") {
                text = Self(String(more.dropFirst(2)), in: arguments, of: command).text
            } else {
                let values = more.split(separator: "'").enumerated().compactMap { $0 % 2 == 1 ? String($1) : nil }
                let meant = values.nearest(to: value).map { "; did you mean \($0)?" } ?? ""
                text = "\"\(value)\" is not a value of \(name)\(meant)"
            }
        } else if let option = Self.unknownOption(message, in: arguments) {
            let meant = Self.options(of: command).meant(by: option).map { "; did you mean \($0)?" } ?? ""
            text = "\(option) is not an option here\(meant)"
        } else if let (span, _) = message.parts("\"", "\"" + Words.withEvent) {
            let options = Self.options(of: command)
            let meant = ["--offset", "--from"].first(where: options.contains).map { "; did you mean \($0) \(span)?" }
            text = message + (meant ?? "")
        } else if let (option, _) = message.parts("Missing value for '", "'") {
            text = "\(option.prefix { $0 != " " }) needs a value"
        } else if let (argument, _) = message.parts("Missing expected argument '", "'") {
            text = "\(argument.prefix { $0 != " " }) is missing"
        } else if let (word, _) = message.parts("Unexpected argument '", "'") {
            text = "\"\(word)\" is not expected"
        } else if let (_, rest) = message.parts("", " unexpected arguments: '"), let (word, _) = rest.parts("", "'") {
            text = "\"\(word)\" and the arguments after it are not expected"
        } else {
            text = message
        }
    }

    /// The unknown option that a message names. A missing argument hides the unknown option in `wait -1h`.
    private static func unknownOption(_ message: String, in arguments: [String]) -> String? {
        if let (option, _) = message.parts("Unknown option '", "'") { return option }
        guard message.hasPrefix("Missing expected argument '"), let last = arguments.last, last.hasPrefix("-"),
            last.span != nil
        else { return nil }
        return last
    }

    /// The options of a subcommand, with the values that its help lists: `--format`, `--format json`.
    private static func options(of command: any ParsableCommand.Type) -> [String] {
        CommandOption.all(of: command).flatMap { option in
            [option.name] + option.values.map { "\(option.name) \($0)" }
        }
    }

    func line(page: String) -> String { text.contains("; ") ? text : "\(text); see \(page) --help" }
}

extension [String] {
    /// Returns what an unknown option may mean, if these are the options; nil if nothing is similar.
    fileprivate func meant(by text: String) -> String? {
        if let span = text.span {
            return ["--offset", "--at", "--from"].first(where: contains).map { "\($0) \(span)" }
        }
        if case .coordinate? = try? PlaceArgument(text), contains("--place") { return "--place \(text)" }
        // `--json` may mean `--format json`.
        return nearest(to: text) { $0.split(separator: " ").last.map(String.init) ?? "" }
    }
}

extension String {
    /// The time span with a sign that an unknown option is meant as; nil for none. A number has no unit yet.
    fileprivate var span: String? {
        Duration.meant(byNumber: self) ?? (PlainTime(self) == nil ? nil : self)
    }
}

extension StringProtocol {
    /// The text between a prefix and the next separator, and the text after the separator; nil if the prefix or the
    /// separator is missing.
    fileprivate func parts(_ start: String, _ separator: String) -> (String, String)? {
        guard hasPrefix(start) else { return nil }
        let rest = dropFirst(start.count)
        let index = rest.indices.first { rest[$0...].hasPrefix(separator) }
        return index.map { (String(rest[..<$0]), String(rest[$0...].dropFirst(separator.count))) }
    }
}
