/// Rows of text with aligned columns.
struct AlignedColumns {
    /// The side of a column to which its cells are aligned.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private let rows: [[String]]
    private let widths: [Int]

    /// Rows with one cell per alignment. Empty cells at the end of a row may be left out.
    init(_ alignments: [Alignment], _ rows: [[String]]) {
        self.alignments = alignments
        self.rows = rows
        widths = alignments.indices.map { column in
            rows.lazy.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
        }
    }

    /// One line per row, with two spaces between columns and none at the end.
    var lines: [String] { rows.map { line($0[...]) } }

    /// Returns the rows in lines of at most `columns` columns, or one line for each row if it is nil. If a row is
    /// wider, the last cells of all rows are moved to further, indented lines.
    func lines(columns: Int?) -> [String] {
        guard let columns, lines.contains(where: { $0.columns > columns }) else { return lines }
        let count = alignments.indices.last { end(of: $0) <= columns } ?? 0
        return rows.flatMap { row in
            let head = count == 0 ? row.prefix(1).flatMap { $0.wrapped(to: columns) } : [line(row.prefix(count + 1))]
            let rest = row.dropFirst(count + 1).filter { !$0.isEmpty }
            return head
                + rest.joinedAndWrapped(to: columns - 2, separator: "  ", breakingWords: false).map { "  " + $0 }
        }
    }

    private func line(_ row: ArraySlice<String>) -> String {
        var line = ""
        for (column, cell) in row.enumerated() where !cell.isEmpty {
            // Earlier cells may be empty or missing, so the position is computed from the widths.
            let space = alignments[column] == .right ? widths[column] - cell.columns : 0
            line += .spaces(start(of: column) + space - line.columns) + cell
        }
        return line
    }

    private func start(of column: Int) -> Int { widths[..<column].reduce(0, +) + 2 * column }

    private func end(of column: Int) -> Int { start(of: column) + widths[column] }
}
