/// Rows of text with aligned columns.
package struct AlignedColumns {
    /// The side of a column to which its cells are aligned.
    package enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private let rows: [[String]]
    private let widths: [Int]

    /// Rows with one cell per alignment. Empty cells at the end of a row may be left out.
    package init(_ alignments: [Alignment], _ rows: [[String]]) {
        self.alignments = alignments
        self.rows = rows
        widths = alignments.indices.map { column in
            rows.lazy.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
    }

    /// One line per row, with two spaces between columns and none at the end.
    package var lines: [String] { rows.map { line($0[...]) } }

    /// The rows in lines of at most `columns` columns, or one line each for nil. If a row is wider, the last columns of all
    /// rows are in further lines, indented.
    package func lines(columns: Int?) -> [String] {
        guard let columns, lines.contains(where: { $0.columns > columns }) else { return lines }
        let count = alignments.indices.last { end(of: $0) <= columns } ?? 0
        return rows.flatMap { row in
            let head = count == 0 ? row.prefix(1).flatMap { $0.wrapped(to: columns) } : [line(row.prefix(count + 1))]
            let rest = row.dropFirst(count + 1).filter { !$0.isEmpty }.map(\.isolatedCell)
            return head
                + rest.joinedAndWrapped(to: columns - 2, separator: "  ", breakingWords: false).map { "  " + $0 }
        }
    }

    private func line(_ row: ArraySlice<String>) -> String {
        var line = ""
        for (column, cell) in row.enumerated() where !cell.isEmpty {
            // Cells before this one may be empty or missing, so its position follows from the widths.
            let space = alignments[column] == .right ? widths[column] - cell.columns : 0
            line += .spaces(start(of: column) + space - line.columns) + cell.isolatedCell
        }
        return line
    }

    private func start(of column: Int) -> Int { widths[..<column].reduce(0, +) + 2 * column }

    private func end(of column: Int) -> Int { start(of: column) + widths[column] }
}

/// Labels with a wrapped text beside each.
package struct LabelledRows {
    private let rows: [(label: String, text: String)]
    /// With less room than this beside the labels, they have lines of their own.
    private static let narrowest = 20
    /// The width where there is no window.
    private static let usualWidth = 80

    /// Rows in the order in which they appear.
    package init(_ rows: [(label: String, text: String)]) {
        self.rows = rows
    }

    /// The lines, without spaces at their ends, for a window of so many columns, or for 80. Only a word that is longer than
    /// a line exceeds them, so that a path can still be copied.
    package func lines(columns: Int?) -> [String] {
        let columns = columns ?? Self.usualWidth
        let indent = (rows.map(\.label.columns).max() ?? 0) + 2
        guard columns - indent >= Self.narrowest else {
            return rows.flatMap { row in
                (row.label.isEmpty ? [] : row.label.wrapped(to: columns))
                    + row.text.wrappedCells(to: columns - 2).map { "  " + $0 }
            }
        }
        return rows.flatMap { row in
            row.text.wrappedCells(to: columns - indent).enumerated().map { number, line in
                let label = number == 0 ? row.label : ""
                return label.isolatedCell + .spaces(indent - label.columns) + line
            }
        }
    }
}

extension String {
    /// The text in lines, each isolated with the direction of the whole. The isolate ends with the line (UAX #9, rule P1),
    /// so that no invisible character is copied with a command or a path at its end.
    fileprivate func wrappedCells(to width: Int) -> [String] {
        wrapped(to: width, breakingWords: false).map { line in
            let cell = line.isolatedCell(like: self)
            return cell == line ? line : String(cell.dropLast())
        }
    }
}

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
