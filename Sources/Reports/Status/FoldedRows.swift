/// Labels with a text beside each, folded between words so that no line is wider than a terminal of 80 columns.
struct FoldedRows {
    private let rows: [(label: String, text: String)]
    private static let width = 80

    /// Rows of these texts.
    init(_ rows: [(label: String, text: String)]) {
        self.rows = rows
    }

    /// The lines, without spaces at their ends.
    var lines: [String] {
        let indent = (rows.map(\.label.count).max() ?? 0) + 2
        return rows.flatMap { row in
            row.text.folded(to: Self.width - indent).enumerated().map { number, line in
                let label = number == 0 ? row.label : ""
                return label + String(repeating: " ", count: indent - label.count) + line
            }
        }
    }
}

extension String {
    /// Lines no longer than that; a longer word has one of its own.
    func folded(to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if line.isEmpty {
                line = String(word)
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
