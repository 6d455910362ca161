/// Rows of text whose columns are aligned.
struct Columns {
    /// To which side the cells of a column go.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private let rows: [[String]]

    /// Rows with a cell for each alignment. Empty cells at the end of a row may be left out.
    init(_ alignments: [Alignment], _ rows: [[String]]) {
        self.alignments = alignments
        self.rows = rows
    }

    /// A line a row, two spaces between columns and none at the end.
    var lines: [String] {
        let widths = alignments.indices.map { column in
            rows.lazy.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                // Where this column starts, whatever is missing before it.
                let start = widths[..<column].reduce(0, +) + 2 * column
                let space = alignments[column] == .right ? widths[column] - cell.columns : 0
                line += .spaces(start + space - line.columns) + cell
            }
            return line
        }
    }
}
