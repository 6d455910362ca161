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
    fileprivate func leading(_ width: Int) -> String {
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
        if Self.wide.contains(where: { $0.contains(first.value) }) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// The blocks of EastAsianWidth.txt (Unicode 16) whose characters are wide, except those of emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}

// MARK: - Wrapping

extension String {
    /// The text in lines of at most `width` columns, broken at spaces, but not between a number and its unit.
    ///
    /// - Parameter breakingWords: Whether a word that is wider than a line is broken. If not, it has a line of its own
    ///   that is too long, so that a path or an address can still be copied from the terminal.
    package func wrapped(to width: Int, breakingWords: Bool = true) -> [String] {
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
            while breakingWords, line.columns > width, line.count > 1 {
                // At least one character, even if it is wider than the line.
                let start = [line.leading(width), String(line.prefix(1))].max { $0.count < $1.count } ?? ""
                lines.append(start)
                line.removeFirst(start.count)
            }
        }
        return lines + [line]
    }

    /// The words of the text. A number and its unit are one word if both fit into `width` columns: `14 min`, `39.74° N`.
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
}

extension [String] {
    /// The parts joined with commas, in lines of at most `width` columns. Lines break between parts, and within a part
    /// only if it is longer than a line.
    package func joinedAndWrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for (index, part) in enumerated() {
            let text = index == count - 1 ? part : part + ","
            if let last = lines.last, last.columns + 1 + text.columns <= width {
                lines[lines.count - 1] = "\(last) \(text)"
            } else {
                lines += text.wrapped(to: width)
            }
        }
        return lines
    }
}
