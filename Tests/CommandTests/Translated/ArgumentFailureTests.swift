import ArgumentParser
import Solar
import TestSupport
import Testing

@testable import Tracker
@testable import suntracker

@Suite("Errors about arguments in another language") struct ArgumentFailureTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        /// The case of ArgumentParser's error.
        let kind: String
        /// What the text quotes.
        let quoted: [String]
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String..., as kind: String, quoting quoted: [String] = []) {
            (self.arguments, self.kind, self.quoted) = (arguments, kind, quoted)
        }
    }

    private static let rows = [
        Row("--verbose", as: "unknownOption", quoting: ["--verbose"]),
        Row("--plac", "Denver", as: "unknownOption", quoting: ["--plac", "--place"]),
        Row("status", "-x", as: "unknownOption", quoting: ["-x"]),
        Row("events", "--location", as: "missingValueForOption", quoting: ["--location"]),
        Row("events", "--from", as: "missingValueForOption", quoting: ["--from"]),
        Row("today", "--watch=3", as: "unexpectedValueForOption", quoting: ["--watch"]),
        Row("tomorrow", as: "unexpectedExtraValues", quoting: ["tomorrow"]),
        Row("status", "a", "b", "c", as: "unexpectedExtraValues", quoting: ["a", "b", "c"]),
        Row("location", "find", as: "noValue", quoting: []),
        Row("config", "unset", as: "noValue"),
        Row("wait", as: "noValue"),
        Row(
            "events", "--format", "xml", as: "unableToParseValue",
            quoting: ["xml", "--format"] + ["text", "csv", "json", "ics"]),
        Row("next", "--format", "xml", as: "unableToParseValue", quoting: ["xml", "--format", "text", "json"]),
        Row("events", "--from", "soon", as: "unableToParseValue", quoting: ["soon", "--from", "-11-21"]),
        Row("events", "--days", "0", as: "unableToParseValue", quoting: ["--days"]),
        Row("--at", "soon", as: "unableToParseValue", quoting: ["soon", "--at"]),
        Row("--at", "1700-01-01", as: "unableToParseValue", quoting: ["--at"]),
        Row("chart", "5m", as: "unableToParseValue", quoting: ["5m"]),
        Row("next", "moonrise", as: "unableToParseValue", quoting: ["moonrise"] + events),
        Row("wait", "all", as: "unableToParseValue", quoting: ["all"]),
        Row("wait", "sunset", "--offset", "soon", as: "unableToParseValue", quoting: ["soon", "--offset"]),
        Row(
            "wait", "sunset", "--offset", "40d", as: "unableToParseValue", quoting: ["40d", "--offset", "-30d", "30d"]),
        Row("wait", "sunset", "--or-late", "40d", as: "unableToParseValue", quoting: ["40d", "--or-late", "30d"]),
        Row("events", "--alarm", "soon", as: "unableToParseValue", quoting: ["soon", "--alarm"]),
        Row("events", "--alarm", "40d", as: "unableToParseValue", quoting: ["40d", "--alarm", "30d"]),
        Row("--template", "", as: "unableToParseValue", quoting: ["--template"] + words),
        Row("--template", "{x}", as: "unableToParseValue", quoting: ["--template", "{x}"] + words),
        Row("--template", "{next", as: "unableToParseValue", quoting: ["--template", "{next"] + words),
        Row("config", "set", "Foo.Bar", "1", as: "unableToParseValue", quoting: ["Foo.Bar"] + settings),
        Row("config", "set", "Location.Name", "1", "2", as: "userValidationError"),
        Row("--place", "Denver", "--location", "1,2", as: "userValidationError"),
        Row("--zone", "local", as: "userValidationError"),
        Row("events", "--from", "2200-12-31", "--days", "2", as: "userValidationError"),
        Row("events", "--alarm", "1h", as: "userValidationError"),
        Row("chart", "--format", "csv", "--svg", "x", as: "userValidationError"),
        Row("chart", "--at-place", as: "userValidationError"),
        Row("chart", "--svg", "-", "--html", "-", as: "userValidationError"),
        Row("chart", "--open", "--html", "-", as: "userValidationError"),
        Row("--template", "{next}", "--plain", as: "userValidationError"),
        Row("--watch", "--at", "2026-01-01", as: "userValidationError"),
        Row("--notify", "--plain", as: "userValidationError"),
        Row("--format", "json", "--plain", as: "userValidationError"),
        Row("location", "set", "--verbose", as: "userValidationError", quoting: ["--verbose"]),
    ]

    private static let events =
        ["all"] + SolarEvent.named.map(\.name) + ["altitude:DEGREES:rising", "altitude:DEGREES:setting"]
    private static let words = [
        "next", "event", "time", "in", "date", "weekday", "sunrise", "sunset", "light", "daylight", "change", "place",
    ]
    private static let settings =
        SettingName.all.map(\.description) + AlertKey.allCases.map { "Alert NAME.\($0.rawValue)" }

    private func parsingError(of arguments: [String]) -> (any Error)? {
        do {
            _ = try Suntracker.parseAsRoot(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test("are read by their kind, with the text of ArgumentParser in English", arguments: rows)
    func english(row: Row) throws {
        let error = try #require(parsingError(of: row.arguments))
        let failure = try #require(ArgumentFailure(error))
        #expect(failure.kind == row.kind)
        #expect(failure.description(in: .english) == Suntracker.message(for: error))
    }

    @Test("have no text that stays English", arguments: rows)
    func translated(row: Row) throws {
        let failure = try #require(parsingError(of: row.arguments).flatMap(ArgumentFailure.init))
        var text = try #require(failure.description(in: PseudoTranslations.words))
        // The longest first: one may be a part of another.
        for quoted in row.quoted.sorted(by: { $0.count > $1.count }) { text = text.replacing(quoted, with: "") }
        #expect(PseudoTranslations.leftover(in: text) == "", "\(text)")
    }

    @Test("that ArgumentParser has for itself stay in English")
    func own() throws {
        let error = try #require(parsingError(of: ["--generate-completion-script", "tcsh"]))
        #expect(ArgumentFailure(error)?.description(in: PseudoTranslations.words) == nil)
    }

    @Test("Another error is none of ArgumentParser")
    func other() {
        #expect(ArgumentFailure(UsageError { _ in "" })?.kind == nil)
        #expect(ArgumentFailure(CommandError.noPlace(zone: nil))?.kind == nil)
    }

    @Test(
        "help of a subcommand that does not exist is an error in the language of the user",
        arguments: [["help", "nonsense"], ["help", "config", "get"], ["help", "next", "sunset"]])
    func unknownHelp(arguments: [String]) throws {
        let error = #expect(throws: UsageError.self) { try Suntracker.refuseUnknownHelp(arguments) }
        var text = try #require(error).description(in: PseudoTranslations.words)
        let names = ["help", "nonsense", "get", "sunset"] + HelpCommand.all.flatMap(\.words)
        for name in names.sorted(by: { $0.count > $1.count }) {
            text = text.replacing(name, with: "")
        }
        #expect(PseudoTranslations.leftover(in: text) == "", "\(text)")
    }
}
