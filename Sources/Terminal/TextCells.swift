/// A row of cells of a terminal, in which texts are written at columns.
package struct TextCells {
    /// The characters of the cells: a space for a free one, and nothing for the second cell of a wide character.
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
        for character in text {
            // A character without a width, such as a mark of direction, belongs to the cell before it.
            guard character.columns > 0 else {
                if column > 0 { cells[column - 1].append(character) }
                continue
            }
            cells[column] = String(character)
            if character.columns == 2 { cells[column + 1] = "" }
            column += character.columns
        }
    }

    /// Frees a cell, with the other cell of a wide character.
    private mutating func free(_ column: Int) {
        if cells[column].isEmpty { cells[column - 1] = " " }
        if column + 1 < cells.count, cells[column + 1].isEmpty { cells[column + 1] = " " }
        cells[column] = " "
    }

    /// The row as a text of as many columns.
    package var text: String { cells.joined() }
}
