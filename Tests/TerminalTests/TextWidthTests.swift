import Terminal
import Testing

/// The widths are those of EastAsianWidth.txt (Unicode 16) and of xterm.
@Suite("The width of text on a terminal")
struct TextWidthTests {
    @Test(
        "Columns",
        arguments: [
            ("", 0), ("Denver", 6), ("東京", 4), ("서울", 4), ("Tromsø", 6), ("Tromso\u{308}", 6), ("أبو ظبي", 7),
            ("ｱ", 1), ("Ａ", 2), ("🌅", 2), ("☀", 1), ("☀\u{FE0F}", 2), ("39.74° N", 8), ("a\u{200B}b", 2),
            ("👩\u{200D}🚀", 2), ("▼│█▌░", 5), ("　", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
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
            ("1 2 3 4", 3, ["1 2", "3 4"]),
            ("日の入りは16:40、東京で", 12, ["日の入りは", "16:40、東京", "で"]),
            ("夏至より（2 分）短い", 8, ["夏至より", "（2 分）", "短い"]), ("to 12 days", 5, ["to 12", "days"]),
        ])
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test("A path that is wider than a line stays whole where asked")
    func path() {
        #expect("see /a/long/path now".wrapped(to: 6, breakingWords: false) == ["see", "/a/long/path", "now"])
    }

    @Test(
        "are joined with the separator of the language, which has no space at the end of a line",
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
