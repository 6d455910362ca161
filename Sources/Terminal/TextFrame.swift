/// A screen of text.
package struct TextFrame {
    private let lines: [String]
    private let rows: Int

    /// The lines, which may have control sequences for colours, and the rows of the window.
    package init(_ lines: [String], rows: Int) {
        self.lines = Array(lines.prefix(rows))
        self.rows = rows
    }

    /// The control sequences (ECMA-48) that redraw the window from its first cell. They do not clear it first, which would
    /// flicker.
    ///
    /// Each row is erased before its line is written. Behind a line that fills its row, the cursor is still at the last
    /// character, which xterm would erase.
    package var text: String {
        let drawn = lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
        // A line end in the last row would scroll the window.
        let end = lines.isEmpty ? "\u{1B}[J" : lines.count < rows ? "\r\n\u{1B}[J" : ""
        return "\u{1B}[H" + drawn + end
    }
}
