import Terminal
import Testing

@Suite("Texts in two directions")
struct TextDirectionTests {
    /// The text with visible isolates: `[` for one from left to right, `{` for one from right to left, `]` for the end, `>` for
    /// a mark from left to right.
    private static func shown(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar -> Character in
                switch scalar.value {
                case 0x2066: "["
                case 0x2067: "{"
                case 0x2069: "]"
                case 0x200E: ">"
                default: Character(scalar)
                }
            })
    }

    @Test(
        "A cell has the direction of its first letter",
        arguments: [
            ("Denver", "Denver"), ("06:48", "06:48"), ("الشروق", "{الشروق]"), ("3 م", "{3 م]"),
            ("Denver غربًا", "[Denver غربًا]"), ("", ""),
        ])
    func cell(text: String, isolated: String) {
        #expect(Self.shown(text.isolatedCell) == isolated)
    }

    @Test(
        "Each key has its meaning on the right",
        arguments: [
            ("←→ day  ↑↓ week  q quit", "←→ day  ↑↓ week  q quit"),
            ("←→ يوم  ↑↓ أسبوع  1 2 3 Tab فترة", "[>←→ يوم]  [>↑↓ أسبوع]  [>1 2 3 Tab فترة]"),
            ("Esc إلغاء   Enter اختيار", "[>Esc إلغاء]   [>Enter اختيار]"), ("", ""), ("  q  ", "  q  "),
            (" q", " q"),
        ])
    func keys(line: String, isolated: String) {
        #expect(Self.shown(line.isolatedKeys) == isolated)
        #expect(line.isolatedKeys.columns == line.columns)
    }
}
