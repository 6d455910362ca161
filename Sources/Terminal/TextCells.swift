/// A row of cells of a terminal, in which texts are written at columns.
package struct TextCells {
    /// The characters of the cells: a space for a free one, and nothing for the other cells of a wide character.
    private var cells: [String]

    /// A row of free cells.
    package init(columns: Int) {
        cells = Array(repeating: " ", count: max(0, columns))
    }

    /// Whether a text fits into the row at a column.
    package func fits(_ text: String, at column: Int) -> Bool {
        column >= 0 && column + text.columns <= cells.count
    }

    /// Whether a text fits into the row at a column, and its cells and those beside it are free.
    package func hasRoom(for text: String, at column: Int) -> Bool {
        fits(text, at: column)
            && cells[max(0, column - 1)..<min(cells.count, column + text.columns + 1)].allSatisfy { $0 == " " }
    }

    /// Writes a text that fits.
    package mutating func write(_ text: String, at column: Int) {
        for rest in column..<column + text.columns { free(rest) }
        var column = column
        var last: Int?
        var start = ""
        for character in text {
            // A character without a width, such as a mark of direction, belongs to the cell before it, and the first to
            // the one after it: what is written beside the text later does not replace it.
            guard character.columns > 0 else {
                if let last { cells[last].append(character) } else { start.append(character) }
                continue
            }
            cells[column] = start + String(character)
            for rest in 1..<character.columns { cells[column + rest] = "" }
            (last, start) = (column, "")
            column += character.columns
        }
    }

    /// Frees a cell, with the other cells of a wide character.
    private mutating func free(_ column: Int) {
        var (start, end) = (column, column + 1)
        while start > 0, cells[start].isEmpty { start -= 1 }
        while end < cells.count, cells[end].isEmpty { end += 1 }
        for cell in start..<end { cells[cell] = " " }
    }

    /// The row as a text of as many columns.
    package var text: String { cells.joined() }
}
