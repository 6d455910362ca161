import Terminal
import Testing

@Suite("Texts in a row of cells")
struct TextCellsTests {
    @Test("A wide character takes two cells")
    func wide() {
        var cells = TextCells(columns: 8)
        cells.write("11月", at: 1)
        cells.write("x", at: 6)
        #expect(cells.text == " 11月 x ")
        #expect(cells.text.columns == 8)
    }

    @Test("A text has room where its cells and those beside it are free")
    func room() {
        var cells = TextCells(columns: 8)
        cells.write("月", at: 3)
        for (text, column, hasRoom) in [
            ("ab", 0, true), ("abc", 0, false), ("a", 5, false), ("a", 6, true), ("月", 6, true), ("月", 7, false),
            ("a", -1, false), ("a", 8, false),
        ] {
            #expect(cells.hasRoom(for: text, at: column) == hasRoom, "\(text) at \(column)")
        }
        #expect(cells.fits("a", at: 4))
        #expect(!cells.fits("月", at: 7))
    }

    @Test("Half of a wide character does not stay", arguments: [(2, " a  "), (3, "  a ")])
    func half(column: Int, text: String) {
        var cells = TextCells(columns: 5)
        cells.write("月", at: 2)
        cells.write("a", at: column)
        #expect(cells.text == " " + text)
    }

    @Test("Marks without a width belong to the text before them")
    func marks() {
        var cells = TextCells(columns: 4)
        cells.write("a\u{200F}b", at: 1)
        #expect(cells.text == " a\u{200F}b ")
        #expect(cells.text.columns == 4)
    }

    @Test("Marks before a text stay with it, and those after it too, when its surroundings are written")
    func isolates() {
        var cells = TextCells(columns: 7)
        cells.write("\u{2068}月b\u{2069}", at: 2)
        cells.write("x", at: 1)
        cells.write("y", at: 5)
        #expect(cells.text == " x\u{2068}月b\u{2069}y ")
        cells.write("z", at: 3)
        #expect(cells.text == " x zb\u{2069}y ")
    }

    @Test("A character of three cells, a letter with two spacing signs, is freed as a whole", arguments: 1...3)
    func three(column: Int) {
        var cells = TextCells(columns: 5)
        let character: Character = "\u{0915}\u{093E}\u{0903}"
        #expect(character.columns == 3)
        cells.write(String(character), at: 1)
        #expect(cells.text.columns == 5)
        cells.write("x", at: column)
        #expect(cells.text == String.spaces(column) + "x" + .spaces(4 - column))
    }
}
