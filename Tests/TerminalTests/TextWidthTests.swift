// SPDX-License-Identifier: MIT
import Testing

@testable import suntracker

@Suite("The width of text on a terminal")
struct TextWidthTests {
    @Test(
        "Columns",
        arguments: [
            ("", 0), ("Denver", 6), ("東京", 4), ("서울", 4), ("Tromsø", 6), ("Tromso\u{308}", 6), ("أبو ظبي", 7),
            ("ｱ", 1), ("Ａ", 2), ("🌅", 2), ("☀", 1), ("☀\u{FE0F}", 2), ("39.74° N", 8), ("a\u{200B}b", 2),
            ("👩\u{200D}🚀", 2), ("▼│█▌░", 5), ("　", 2), ("a\u{7}\u{9B}", 1), ("−録ーش▾╵°", 9),
            ("の、（", 6), ("각", 2), ("か\u{3099}", 2), ("नि", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        "An emoji of several scalars is two columns wide",
        arguments: ["1\u{FE0F}\u{20E3}", "👍🏽", "☝🏽", "👩\u{200D}❤\u{FE0F}\u{200D}👩", "🇳🇴"] as [Character])
    func emoji(character: Character) {
        #expect(character.columns == 2)
    }

    @Test(
        "Other characters of several scalars are as wide as these together",
        arguments: [
            ("half a flag", "🇳", 1), ("the selector of the text form", "☀\u{FE0E}", 1),
            ("a stray selector", "a\u{FE0F}", 1), ("a start of an isolate", "\u{2068}", 0),
            ("an end of an isolate", "\u{2069}", 0), ("a mark of direction", "\u{200F}", 0),
            ("a zero-width joiner", "\u{200D}", 0), ("a soft hyphen", "\u{AD}", 1),
            ("a no-break space", "\u{A0}", 1), ("a narrow no-break space", "\u{202F}", 1),
        ] as [(String, Character, Int)])
    func sequences(which: String, character: Character, width: Int) {
        #expect(character.columns == width)
    }

    @Test(
        "Text is padded or truncated to a width, which a wide character never exceeds",
        arguments: [
            ("東京", 6, "東京  "), ("東京", 4, "東京"), ("東京", 3, "東…"), ("東京", 2, "… "), ("Denver", 3, "De…"),
            ("Denver", 1, "…"), ("Denver", 0, ""),
        ])
    func fitted(text: String, width: Int, fitted: String) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test(
        "Lines break at spaces, not between a number and its unit, and within a word only if it is wider than a line",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 5, ["one", "two", "three"]),
            ("東京 東京都", 4, ["東京", "東京", "都"]), ("abcdef", 4, ["abcd", "ef"]),
            ("a bcdefg h", 3, ["a", "bcd", "efg", "h"]),
            ("東京", 1, ["東", "京"]), ("short", 80, ["short"]),
            ("in 9 h 14 min", 9, ["in 9 h", "14 min"]), ("(39.74° N, 1° W)", 12, ["(39.74° N,", "1° W)"]),
            ("1 2 3 4", 3, ["1 2", "3 4"]), ("Hours: # day", 9, ["Hours:", "# day"]),
            ("日の入りは16:40、東京で", 12, ["日の入りは", "16:40、東京", "で"]),
            ("夏至より（2 分）短い", 8, ["夏至より", "（2 分）", "短い"]), ("to 12 days", 5, ["to 12", "days"]),
        ])
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test("A path that is wider than a line stays whole if requested")
    func path() {
        #expect("see /a/long/path now".wrapped(to: 6, breakingWords: false) == ["see", "/a/long/path", "now"])
    }

    @Test(
        "are joined with the language's separator, without a space at the end of a line",
        arguments: [
            (", ", 40, ["one, two, three"]), (", ", 9, ["one, two,", "three"]), (", ", 8, ["one,", "two,", "three"]),
            ("、", 40, ["one、two、three"]), ("、", 10, ["one、two、", "three"]), ("、", 9, ["one、", "two、", "three"]),
        ])
    func joined(separator: String, width: Int, lines: [String]) {
        #expect(["one", "two", "three"].joinedAndWrapped(to: width, separator: separator) == lines)
    }

    @Test("Columns are aligned by width, not by the number of characters")
    func table() {
        let lines = AlignedColumns(
            [.left, .right, .left], [["東京", "1", "a"], ["Rome", "10", "b"], ["Ōsaka", "100", "c"]]
        )
        .lines
        #expect(lines == ["東京     1  a", "Rome    10  b", "Ōsaka  100  c"])
    }
}
