// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing
import Tracker
import Wording

@testable import LinuxPlatform

/// However a catalog is damaged, a text appears in its translation or in English.
///
/// Catalogs have no checksum, because programs such as msgfmt write none. So a changed letter within a translation
/// cannot be noticed; it affects only that text.
@Suite("A damaged catalog") struct DamagedCatalogTests {
    /// The number of truncations and bit flips per catalog.
    private static let (truncations, flips) = Scope.damagedCatalogs.isFull ? (1_000, 5_000) : (8, 36)

    /// A text, and the position of its translation in the file.
    private struct Entry {
        let text: String
        let translation: Range<Int>
    }

    /// The entries of a sound catalog, read with no more care than libc does.
    private static func entries(of bytes: [UInt8]) -> [Entry] {
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        func range(_ index: Int, _ table: Int) -> Range<Int> {
            let start = number(table + 8 * index + 4)
            return start..<start + number(table + 8 * index)
        }
        return (0..<number(8)).map { index in
            Entry(
                text: String(decoding: bytes[range(index, number(12))], as: UTF8.self),
                translation: range(index, number(16)))
        }
    }

    /// The translations of a text, for some numbers if it has plural forms.
    private static func translations(of text: String, in catalog: MessageCatalog) -> [String] {
        let forms = text.split(separator: "\0").map(String.init)
        guard forms.count == 2 else { return [catalog.translation(of: text, inContext: nil)].compactMap { $0 } }
        return [0, 1, 2, 3, 11, 100].compactMap { catalog.translation(of: forms[0], other: forms[1], count: $0) }
    }

    @Test("is not used if its end is missing", arguments: ["ar", "de", "es", "fr", "it", "ja", "pt_BR", "ru", "zh_CN"])
    func truncated(language: String) throws {
        let bytes = try compiledCatalog(Checkout.path("etc/po/\(language).po"))
        var random = SeededRandom(1)
        let lengths = (0..<Self.truncations).map { _ in Int.random(in: bytes.indices, using: &random) }
        for length in lengths + [0, 27, 28, bytes.count - 1] {
            #expect(MessageCatalog(Array(bytes[..<length])) == nil, "\(length) bytes")
        }
    }

    @Test(
        "with one changed bit translates each text correctly or not at all",
        arguments: ["ar", "de", "es", "fr", "it", "ja", "pt_BR", "ru", "zh_CN"])
    func flipped(language: String) throws {
        let bytes = try compiledCatalog(Checkout.path("etc/po/\(language).po"))
        let entries = Self.entries(of: bytes)
        let strings = entries[0].translation.lowerBound
        var random = SeededRandom(2)
        for flip in 0..<Self.flips {
            var damaged = bytes
            // A third each in the header and the tables, in the texts, and in the translations.
            let part = [0..<entries.count * 16 + 28, 0..<strings, strings..<bytes.count][flip % 3]
            let (place, bit) = (Int.random(in: part, using: &random), Int.random(in: 0..<8, using: &random))
            damaged[place] ^= 1 << bit
            guard let catalog = MessageCatalog(damaged) else { continue }
            let near = entries.firstIndex { $0.translation.upperBound >= place } ?? 0
            let others = (0..<5).map { _ in Int.random(in: entries.indices, using: &random) }
            for entry in ([near] + others).map({ entries[$0] }) where !entry.text.isEmpty {
                let sound = damaged[entry.translation].split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                for translation in Self.translations(of: entry.text, in: catalog) {
                    #expect(sound.contains(translation), "bit \(bit) of byte \(place): \(entry.text)")
                    #expect(!translation.unicodeScalars.contains { $0 == "\u{FFFD}" || ($0.value < 32 && $0 != "\n") })
                }
            }
        }
    }

    @Test("loses no value: with any other bit in a translation, each blank is filled, or the text is English")
    func blanks() throws {
        let bytes = try compiledCatalog(texts: "msgid \"{event} in {duration}\"\nmsgstr \"in {duration}: {event}\"\n")
        let translation = try #require(Self.entries(of: bytes).last).translation
        for place in translation {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << bit
                let words = Localizer(try #require(MessageCatalog(damaged)))
                let text = words("{event} in {duration}", ["event": "sunset", "duration": "5 min"])
                #expect(text.contains("sunset") && text.contains("5 min"), "bit \(bit) of byte \(place): \(text)")
                #expect(!text.contains { "{}".contains($0) }, "bit \(bit) of byte \(place): \(text)")
            }
        }
    }

    @Test("contains no text twice if the names of two directions differ in one bit")
    func equalTexts() throws {
        var bytes = try compiledCatalog(texts: "msgid \"S\"\nmsgstr \"Süd\"\n\nmsgid \"W\"\nmsgstr \"West\"\n")
        #expect(MessageCatalog(bytes)?.translation(of: "W", inContext: nil) == "West")
        let place = try #require(bytes.firstRange(of: [0, UInt8(ascii: "S"), 0])).lowerBound + 1
        bytes[place] = UInt8(ascii: "W")
        #expect(MessageCatalog(bytes) == nil)
    }
}

@Suite("The plural rule of a catalog") struct PluralRuleTests {
    @Test("supports the operators of C")
    func operators() throws {
        for (formula, forms) in [
            ("n != 1", [1, 0, 1, 1]), ("(n > 1)", [0, 0, 1, 1]), ("!n || n == 3 && 1", [1, 0, 0, 1]),
            ("n ? n % 2 ? 1 : 2 : 0", [0, 1, 2, 1]), ("n * 2 / 3 + 2 - 1", [1, 1, 2, 3]),
            ("n <= 1 ? n >= 1 : 3", [0, 1, 3, 3]),
            ("n < 2", [1, 1, 0, 0]), ("!(n - 2)", [0, 0, 1, 0]),
        ] {
            let rule = try #require(PluralRule(header: "Plural-Forms: nplurals=4; plural=\(formula);\n"))
            #expect((0...3).map { rule.form(of: $0) } == forms, "\(formula)")
        }
    }

    @Test(
        "supports the plural forms of other languages",
        arguments: [
            ("Chinese", 1, "0", [0, 0, 0, 0, 0, 0, 0]), ("Portuguese of Brazil", 2, "(n > 1)", [0, 0, 1, 1, 1, 1, 1]),
            ("Italian", 2, "(n != 1)", [1, 0, 1, 1, 1, 1, 1]),
            (
                "Russian", 3,
                "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2)",
                [2, 0, 1, 2, 2, 0, 1]
            ),
        ])
    func languages(language: String, forms: Int, formula: String, expected: [Int]) throws {
        let rule = try #require(PluralRule(header: "Plural-Forms: nplurals=\(forms); plural=\(formula);\n"))
        #expect([0, 1, 2, 5, 11, 21, 22].map { rule.form(of: $0) } == expected, "\(language)")
        #expect((UInt(0)...200).allSatisfy { number in rule.form(of: number).map { $0 < forms } ?? false })
    }

    @Test("is refused if it cannot be read, and returns nil for a number without a form")
    func damaged() throws {
        let deep = String(repeating: "(", count: 200) + "n" + String(repeating: ")", count: 200)
        for formula in [
            "", "n !", "n = 1", "(n", "n)", "n ? 1", "m != 1", "1 % 0", "n / 0", "9999999999999999999999", "2", deep,
            String(repeating: "!", count: 500) + "n", String(repeating: "n+", count: 300) + "1",
        ] {
            #expect(PluralRule(header: "Plural-Forms: nplurals=2; plural=\(formula);\n") == nil, "\(formula)")
        }
        for header in ["", "nplurals=2;", "nplurals=0; plural=0;", "nplurals=-1; plural=0;", "plural=0;"] {
            #expect(PluralRule(header: "Plural-Forms: \(header)") == nil, "\(header)")
        }
        let rule = try #require(PluralRule(header: "Plural-Forms: nplurals=2; plural=n;\n"))
        #expect(rule.form(of: 2) == nil)
        #expect(try #require(PluralRule(header: "Plural-Forms: nplurals=2; plural=1 % n;\n")).form(of: 0) == nil)
    }
}
