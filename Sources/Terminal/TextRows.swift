/// Rows of text with aligned columns.
package struct AlignedColumns {
    /// The side of a column to which its cells are aligned.
    package enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private let rows: [[String]]

    /// Rows with one cell per alignment. Empty cells at the end of a row may be left out.
    package init(_ alignments: [Alignment], _ rows: [[String]]) {
        self.alignments = alignments
        self.rows = rows
    }

    /// One line per row, with two spaces between columns and none at the end.
    package var lines: [String] {
        let widths = alignments.indices.map { column in
            rows.lazy.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                // Cells before this one may be empty or missing, so its position follows from the widths.
                let start = widths[..<column].reduce(0, +) + 2 * column
                let space = alignments[column] == .right ? widths[column] - cell.columns : 0
                line += .spaces(start + space - line.columns) + cell
            }
            return line
        }
    }
}

/// Labels with a wrapped text beside each, for a terminal of 80 columns.
package struct LabelledRows {
    private let rows: [(label: String, text: String)]
    private static let width = 80

    /// Rows in the order in which they appear.
    package init(_ rows: [(label: String, text: String)]) {
        self.rows = rows
    }

    /// The lines, without spaces at their ends. Only a word that is longer than a line exceeds 80 columns.
    package var lines: [String] {
        let indent = (rows.map(\.label.columns).max() ?? 0) + 2
        return rows.flatMap { row in
            row.text.wrapped(to: Self.width - indent, breakingWords: false).enumerated().map { number, line in
                let label = number == 0 ? row.label : ""
                return label + .spaces(indent - label.columns) + line
            }
        }
    }
}
