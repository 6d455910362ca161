extension String {
    /// The number of terminal columns that the text occupies.
    package var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text padded with spaces or truncated to exactly `width` columns. Truncated text ends with `…`.
    package func fitted(to width: Int) -> String {
        guard columns > width else { return self + .spaces(width - columns) }
        guard width > 0 else { return "" }
        let start = leading(width - 1)
        return start + "…" + .spaces(width - 1 - start.columns)
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
    /// The number of terminal columns that the character occupies: 2 for wide characters (UAX #11, East Asian Width W
    /// and F, and emoji), 0 for combining and control characters, otherwise 1.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII, unicodeScalars.count == 1 { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        // U+FE0F selects the emoji form of a character that also has a text form.
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        if isEastAsian { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// Whether it is a wide character of a script, and not an emoji.
    var isEastAsian: Bool {
        guard let first = unicodeScalars.first, first.value >= 0x1100 else { return false }
        return Self.wide.contains { $0.contains(first.value) }
    }

    /// The blocks of EastAsianWidth.txt (Unicode 16) whose characters are wide, except those of emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
