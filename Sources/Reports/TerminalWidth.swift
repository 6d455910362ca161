/// How much room text takes on a terminal.
extension String {
    /// How many columns it takes.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Filled or cut to so many columns; what is cut ends with `…`.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self + .spaces(width - columns) }
        guard width > 0 else { return "" }
        let start = leading(width - 1)
        return start + "…" + .spaces(width - 1 - start.columns)
    }

    /// Lines of at most so many columns, broken at spaces, but not after a number, whose unit follows; and within a word
    /// only where that is wider than a line.
    func wrapped(to width: Int) -> [String] {
        guard columns > width else { return [self] }
        var lines: [String] = []
        var line = ""
        for word in unbreakableParts(upTo: width) {
            if line.isEmpty {
                line = word
            } else if line.columns + 1 + word.columns <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
            while line.columns > width, line.count > 1 {
                // At least a character, even where it is wider than the line.
                let start = [line.leading(width), String(line.prefix(1))].max { $0.count < $1.count } ?? ""
                lines.append(start)
                line.removeFirst(start.count)
            }
        }
        return lines + [line]
    }

    /// Its words, a number together with its unit where both fit into so many columns: `14 min`, `39.74° N`.
    private func unbreakableParts(upTo width: Int) -> [String] {
        split(separator: " ").reduce(into: []) { parts, word in
            if let number = parts.last, let end = number.last, end.isNumber || end == "°",
                number.columns + 1 + String(word).columns <= width
            {
                parts[parts.count - 1] = "\(number) \(word)"
            } else {
                parts.append(String(word))
            }
        }
    }

    /// So many spaces, none for less than one.
    static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }

    /// The longest beginning that fits into so many columns.
    private func leading(_ width: Int) -> String {
        var rest = width
        return String(
            prefix { character in
                rest -= character.columns
                return rest >= 0
            })
    }
}

extension Character {
    /// How many columns it takes: 2 for a wide one (UAX #11, East Asian Width W and F, and emoji), 0 for what has no form
    /// of its own, else 1.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII, unicodeScalars.count == 1 { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        // U+FE0F asks for the picture where there is a sign in black and white as well.
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        if Self.wide.contains(where: { $0.contains(first.value) }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// The blocks of EastAsianWidth.txt (Unicode 16) whose characters are wide, without those of emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
