import Terminal
import TestSupport
import Testing
import Tracker

@testable import suntracker

@Suite("The help, taken apart and drawn anew") struct HelpPageTests {
    @Test("is in English what ArgumentParser draws, except for where lines break", arguments: HelpCommand.all)
    func english(command: HelpCommand) throws {
        let page = try #require(command.page)
        let unbroken = page.text(in: .english, columns: HelpPage.anyLength)
        #expect(unbroken == command.text(columns: HelpPage.anyLength).trimmed)
        for columns in [20, 40, 60, 80, 132] {
            let words = page.text(in: .english, columns: columns).split(whereSeparator: \.isWhitespace)
            #expect(words == unbroken.split(whereSeparator: \.isWhitespace), "\(columns)")
        }
    }

    @Test("has no text that stays English in another language", arguments: HelpCommand.all)
    func translated(command: HelpCommand) throws {
        let page = try #require(command.page)
        let names = Set(command.words + page.names)
        for line in page.text(in: PseudoTranslations.words, columns: 1000).split(separator: "\n") {
            // The examples are commands.
            guard !line.hasPrefix("  suntracker ") else { continue }
            let words = line.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }
            let english = words.filter {
                !names.contains(String($0)) && $0.allSatisfy(\.isASCII) && $0.contains(where: \.isLetter)
            }
            #expect(english.allSatisfy { HelpPage.verbatim.contains(String($0)) }, "\(english) in: \(line)")
        }
    }

    @Test("fits into the window in a script of wide letters", arguments: [40, 59, 60, 80])
    func width(columns: Int) throws {
        for command in HelpCommand.all {
            let page = try #require(command.page)
            for line in page.text(in: WideTranslations.words, columns: columns).split(separator: "\n") {
                // An example can be copied only if it is in one line.
                #expect(String(line).columns <= columns || line.hasPrefix("  suntracker "), "\(command.words): \(line)")
            }
        }
    }

    @Test("has descriptions beside their labels in a wide window, and below in a narrow one")
    func layout() throws {
        let page = try #require(
            HelpPage("OVERVIEW: A text.\n\nUSAGE: sun\n\nOPTIONS:\n  --at <time>             When.\n"))
        #expect(
            page.text(in: .english, columns: 60)
                == "OVERVIEW: A text.\n\nUSAGE: sun\n\nOPTIONS:\n  --at <time>             When.")
        #expect(
            page.text(in: .english, columns: 59)
                == "OVERVIEW: A text.\n\nUSAGE: sun\n\nOPTIONS:\n  --at <time>\n      When.")
    }

    @Test(
        "is not taken for the help of a command",
        arguments: ["", "suntracker 1.0.0", "OVERVIEW: ", "#compdef suntracker"])
    func other(text: String) { #expect(HelpPage(text) == nil) }
}

extension HelpPage {
    /// What stands in the help as it is typed: options, subcommands and values.
    fileprivate var names: [String] {
        let rows = sections.flatMap(\.rows)
        return rows.flatMap { row in
            row.label.split { " ,".contains($0) }.filter { !$0.hasPrefix("<") && !$0.hasPrefix("(") }.map(String.init)
                + row.text.values
        } + usage.split { " []|".contains($0) }.filter { !$0.hasPrefix("<") }.map(String.init)
    }

    /// The same in every language: the program, and the words of templates, which are blanks for the test.
    fileprivate static let verbatim: Set<String> = [
        "suntracker", "help", "next", "event", "time", "in", "date", "weekday", "sunrise", "sunset", "light",
        "daylight",
        "change", "place",
    ]
}

extension String {
    /// Without the line feed at the end.
    fileprivate var trimmed: String { last == "\n" ? String(dropLast()) : self }

    /// The values of an option and its default, which ArgumentParser adds to the description.
    fileprivate var values: [String] {
        guard let start = firstRange(of: "(values: ")?.upperBound else { return [] }
        return self[start...].split { " ,;:)".contains($0) }.map(String.init).filter { $0 != "default" }
    }
}

/// Texts of letters that are two columns wide.
struct WideTranslations: Translations {
    static let words = Words(WideTranslations())

    func translation(of text: String, inContext context: String?) -> String? {
        var wide = String.UnicodeScalarView()
        var depth = 0
        for scalar in text.unicodeScalars {
            if scalar == "{" { depth += 1 }
            if scalar == "}" { depth -= 1 }
            // The fullwidth forms of ASCII have the same order.
            let isLetter = depth == 0 && scalar.isASCII && scalar.properties.isAlphabetic
            wide.append(isLetter ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar)
        }
        return String(wide)
    }

    func translation(of one: String, other: String, count: Int) -> String? { nil }
}
