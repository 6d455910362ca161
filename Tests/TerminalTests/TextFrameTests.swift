// SPDX-License-Identifier: MIT
import Testing

@testable import suntracker

@Suite("A screen of text") struct TextFrameTests {
    /// A screen like xterm's: after the last column of a row, the cursor stays there until the next character.
    struct Screen {
        let columns: Int
        var rows: [[Character]]
        private var (row, column) = (0, 0)

        init(columns: Int, rows: Int) {
            self.columns = columns
            // The characters of an earlier frame.
            self.rows = Array(repeating: Array(repeating: "x", count: columns), count: rows)
        }

        var lines: [String] { rows.map { row in String(row.prefix(row.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)) } }

        mutating func write(_ text: String) {
            var rest = Substring(text)
            while let character = rest.popFirst() {
                switch character {
                case "\u{1B}":
                    let sequence = rest.prefix { !$0.isLetter } + rest.drop { !$0.isLetter }.prefix(1)
                    rest.removeFirst(sequence.count)
                    obey(String(sequence))
                case "\r\n": (row, column) = (min(row + 1, rows.count - 1), 0)
                default:
                    if column == columns { (row, column) = (min(row + 1, rows.count - 1), 0) }
                    rows[row][column] = character
                    column += 1
                }
            }
        }

        private mutating func obey(_ sequence: String) {
            switch sequence {
            case "[H": (row, column) = (0, 0)
            case "[K": erase(from: min(column, columns - 1), in: row)
            case "[J":
                erase(from: min(column, columns - 1), in: row)
                for below in (row + 1)..<max(row + 1, rows.count) { erase(from: 0, in: below) }
            default: Issue.record("unknown: \(sequence)")
            }
        }

        private mutating func erase(from column: Int, in row: Int) {
            for cell in column..<columns { rows[row][cell] = " " }
        }
    }

    @Test(
        "replaces earlier characters, and keeps the last column of a full row",
        arguments: [
            ["ab"], ["abcdef"], ["abcdef", "", "q"], ["abcdef", "abcdef", "abcdef"], ["", "", "abcdef"],
            ["a", "b", "c", "d"],
        ])
    func frame(lines: [String]) {
        for rows in [3, 5] {
            var screen = Screen(columns: 6, rows: rows)
            screen.write(TerminalScreen.frame(lines, rows: rows))
            let shown = Array(lines.prefix(rows))
            #expect(screen.lines == shown + Array(repeating: "", count: rows - shown.count))
        }
    }
}
