/// What is wrong with a source of the gazetteer, and where.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the line from 1, what is wrong and what would be right.
    public let description: String
}

/// A text of rows with tabs between their columns. Lines that begin with `#` are comments.
struct SourceTable {
    /// What the file is called in errors.
    let file: String
    /// The rows.
    let rows: [Row]

    /// A row.
    struct Row {
        let file: String
        let line: Int
        let columns: [String]

        func error(_ problem: String) -> SourceError {
            SourceError(description: "\(file):\(line): \(problem)")
        }
    }

    /// The rows of a text, each with so many columns.
    init(_ text: String, file: String, columns: ClosedRange<Int>) throws(SourceError) {
        self.file = file
        var rows: [Row] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated()
        where !line.isEmpty && line.first != UInt8(ascii: "#") {
            let row = Row(
                file: file, line: index + 1,
                columns: line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
                    String(Substring($0))
                })
            guard columns.contains(row.columns.count) else {
                let wanted = columns.count == 1 ? "\(columns.lowerBound)" : "\(columns.lowerBound) or more"
                throw row.error(
                    "there are \(row.columns.count) columns; \(wanted), with tabs between them, would be right")
            }
            rows.append(row)
        }
        self.rows = rows
    }
}
