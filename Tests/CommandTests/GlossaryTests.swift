// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// One idea has one word: the tables of words in CONTRIBUTING and in the architecture. These tests search for the other
/// words, in the documentation, in comments and texts of the sources, and in the names of the sources.
@Suite("The words of the glossary")
struct GlossaryTests {
    /// What is searched for: the word, and a pattern for the words that are not used for its idea. A word that also means
    /// something else is searched for only next to the idea: a theme may follow day and night, and "by night" may not be.
    private static let words: [(word: String, others: String)] = [
        ("main city", #"principal (?:place|city)"#),
        ("clock change", #"daylight saving (?:time )?changes?\b|changes? of the clocks?\b"#),
        ("placeholder", #"\bblanks\b|\bblank (?:field|word)"#),
        ("a hook is run", #"hooks? (?:is|are|was|were) called|\bcalls? (?:a|the|its) hooks?\b"#),
        ("set manually", #"\bby hand\b"#),
        ("current, in effect", #"\bin force\b"#),
        ("suspend, resume", #"\basleep\b|\bmachine (?:never )?sleeps\b|\bafter (?:a )?sleep\b"#),
        ("during the day, at night", #"\bby day and (?:by|at) night\b|\bby night\b"#),
        (
            "deny access",
            #"\brefus\w+ (?:the |a )?(?:location|access|permission)|(?:location|access|permission)(?: is| was)? refused"#
        ),
        (
            "respond",
            #"\b(?:server|bus|disk|geo clue|manager|journald)(?: (?:has|have|does|did))?(?: not)? answer(?:s|ed)?\b"#
        ),
        ("immediately", #"\bat once\b"#),
        ("clean stop", #"\borderly\b"#),
        ("problem, failure", #"\b(?:trouble|mistake)s?\b"#),
        ("trigger", #"\boccasions? (?:to|on which|for) .{0,20}(?:location|geo clue)"#),
        ("in addition to, next to", #"\bbeside\b"#),
    ]

    /// Not in the names of the sources, where a folder is a directory.
    private static let wordsForReaders = [("directory", #"\bfolders?\b"#)]

    private let patterns: [(word: String, others: NSRegularExpression)]
    private let forReaders: [(word: String, others: NSRegularExpression)]

    init() throws {
        func compiled(_ words: [(word: String, others: String)]) throws -> [(String, NSRegularExpression)] {
            try words.map { ($0.word, try NSRegularExpression(pattern: $0.others, options: .caseInsensitive)) }
        }
        patterns = try compiled(Self.words)
        forReaders = try compiled(Self.wordsForReaders)
    }

    /// The matches of the patterns in a text, with the words to use.
    private func matches(_ patterns: [(word: String, others: NSRegularExpression)], in text: String) -> [String] {
        let string = text as NSString
        return patterns.flatMap { word, others in
            others.matches(in: text, range: NSRange(location: 0, length: string.length)).map {
                "\"\(string.substring(with: $0.range))\" instead of \"\(word)\""
            }
        }
    }

    /// The comments, without quotations, and the literals of Swift source text, without interpolations.
    private static func prose(_ source: String) -> String {
        source.split(separator: "\n").flatMap { line -> [Substring] in
            let comment = line.firstRange(of: "//").flatMap { start in
                start.lowerBound == line.startIndex || line[line.index(before: start.lowerBound)] == " " ? start : nil
            }
            let literals = line[..<(comment?.lowerBound ?? line.endIndex)].split(
                separator: "\"", omittingEmptySubsequences: false)
            let texts = literals.indices.filter { $0 % 2 == 1 }.map { literals[$0] }
            let words = comment.map { line[$0.lowerBound...].replacing(/- (?:Parameter )?\w+:/, with: "") }
            let parts = words.map { $0.split(separator: "`", omittingEmptySubsequences: false) }
            let plain = parts.map { parts in parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] } } ?? []
            return texts.filter { !$0.contains("\\(") } + plain
        }.joined(separator: "\n")
    }

    /// The words of a name: `mainCity` becomes "main city".
    private static func split(_ name: Substring) -> String {
        name.reduce(into: "") { text, character in
            if character.isUppercase, text.last?.isLowercase == true { text += " " }
            text.append(character)
        }
    }

    @Test("are the only ones in the documentation")
    func documentation() throws {
        let below = try ["etc/man", "etc/doc", ".github", "systemd"].flatMap { try Checkout.files(below: $0) }.filter {
            let url = Checkout.root.appending(path: $0, directoryHint: .checkFileSystem)
            return !url.hasDirectoryPath && url.pathExtension != "png"
        }
        for file in ["README.md", "etc/CHANGELOG.md", "etc/install", "etc/package", "etc/setup"] + below {
            // A name in the code is the code's.
            var text = try Checkout.text(of: file).replacing(/`[^`\n]*`/, with: "`")
            if file.hasSuffix("CONTRIBUTING.md") {
                // It names the words that are not used, in a table and in quotes.
                text.replace(/(?m)^\| .*$|"[^"\n]*"/, with: "")
            }
            #expect(matches(patterns + forReaders, in: text) == [], "\(file)")
        }
    }

    @Test("are the only ones in comments and texts of the sources")
    func sources() throws {
        for file in try Checkout.files(below: "Sources") where file.hasSuffix(".swift") {
            let source = try Checkout.text(of: file)
            // Most files contain none of the words anywhere.
            guard !matches(patterns + forReaders, in: source).isEmpty else { continue }
            #expect(matches(patterns + forReaders, in: Self.prose(source)) == [], "\(file)")
        }
    }

    @Test("are the only ones in the names of the sources")
    func names() throws {
        let text = try Checkout.swift(below: "Sources")
        let pattern = try NSRegularExpression(pattern: #"\b[A-Za-z]+[A-Z][A-Za-z]*\b"#)
        let range = NSRange(text.startIndex..., in: text)
        let names = Set(
            pattern.matches(in: text, range: range).compactMap { Range($0.range, in: text) }.map { text[$0] })
        #expect(names.count > 1000)
        let found = names.filter { !matches(patterns, in: Self.split($0)).isEmpty }.map(String.init)
        #expect(found.sorted() == [])
    }
}
