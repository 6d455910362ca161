extension String {
    /// The number of terminal columns that the text occupies.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text padded with spaces or truncated to exactly `width` columns. Truncated text ends with `…`.
    package func fitted(to width: Int) -> String {
        guard columns > width else { return self + .spaces(width - columns) }
        guard width > 0 else { return "" }
        let start = leading(width - 1)
        return start + start.endOfOpenIsolates + "…" + .spaces(width - 1 - start.columns)
    }

    /// The text as a cell of its own, padded with spaces or truncated to exactly `width` columns.
    package func fittedCell(to width: Int) -> String {
        let text = columns > width ? fitted(to: width) : self
        return text.isolatedCell + .spaces(width - text.columns)
    }

    /// `count` spaces, or an empty string for a count below 1.
    package static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }

    /// The longest prefix that fits into `width` columns.
    func leading(_ width: Int) -> String {
        var rest = width
        return String(
            prefix { character in
                rest -= character.columns
                return rest >= 0
            })
    }
}

extension Character {
    /// The number of terminal columns that the character occupies: 2 for emoji, otherwise the sum of its scalars as in
    /// wcswidth(3), by which programs and most terminals count.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let rest = unicodeScalars.dropFirst()
        if rest.isEmpty { return first.columns }
        // U+FE0F selects the emoji form of a character that also has a text form. An emoji with a modifier, a sequence with
        // zero-width joiners and a flag of two letters are drawn as one.
        if first.properties.isEmoji, rest.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }) {
            return 2
        }
        return rest.reduce(first.columns) { $0 + $1.columns }
    }

    /// Whether it is a wide character of a script, and not an emoji.
    var isEastAsian: Bool { unicodeScalars.first?.isEastAsian ?? false }
}

extension Unicode.Scalar {
    /// The number of terminal columns of the scalar alone, as wcwidth(3) of glibc has it: 2 for wide ones (UAX #11, East
    /// Asian Width W and F), 0 for combining, control and formatting characters, otherwise 1.
    fileprivate var columns: Int {
        if isASCII { return value < 0x20 || value == 0x7F ? 0 : 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        case .format: return isVisibleFormat ? 1 : 0
        default: break
        }
        switch value {
        // The vowels and finals of Hangul syllables are drawn in the cells of the consonant before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        // Half of a flag.
        case 0x1F1E6...0x1F1FF: return 1
        default: return isEastAsian || properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// Whether it is a formatting character that is drawn: the soft hyphen, and the signs before a number (property
    /// Prepended_Concatenation_Mark) with the Syriac abbreviation mark.
    private var isVisibleFormat: Bool {
        switch value {
        case 0xAD, 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    fileprivate var isEastAsian: Bool {
        value >= 0x1100 && Self.wide.contains { $0.contains(value) }
    }

    /// The blocks of EastAsianWidth.txt (Unicode 16) whose characters are wide, except those of emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}

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
