extension String {
    /// Breaks the text into lines of at most `width` columns, at spaces, but not between a number and its unit. Text in
    /// East Asian scripts, which have no spaces, is broken between characters.
    ///
    /// - Parameter breakingWords: Whether a word that is wider than a line is broken. If not, it becomes a line that is
    ///   too long, so a path or an address can still be copied from the terminal.
    func wrapped(to width: Int, breakingWords: Bool = true) -> [String] {
        guard columns > width else { return [self] }
        var lines: [String] = []
        var line = ""
        for part in unbreakableParts(upTo: width) {
            let space = line.isEmpty || !part.followsSpace ? "" : " "
            if line.isEmpty || line.columns + space.columns + part.text.columns <= width {
                line += space + part.text
            } else {
                lines.append(line)
                line = part.text
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

    /// A part of a text that is not broken.
    private struct Part {
        var text: String
        /// Whether a space comes before it.
        let followsSpace: Bool
    }

    /// The words of the text or, in East Asian scripts, the characters. A number and its unit are one part if both fit
    /// into `width` columns; so are a sign and its meaning: `14 min`, `39.74° N`, `# day`.
    private func unbreakableParts(upTo width: Int) -> [Part] {
        split(separator: " ").reduce(into: []) { parts, word in
            for (index, piece) in word.brokenBetweenCharacters.enumerated() {
                if index == 0, let number = parts.last?.text,
                    let end = number.last(where: { $0.columns > 0 }), end.isNumber || end == "°" || number.isLoneSign,
                    number.columns + 1 + piece.columns <= width
                {
                    parts[parts.count - 1].text += " " + piece
                } else {
                    parts.append(Part(text: piece, followsSpace: index == 0))
                }
            }
        }
    }
}

extension String {
    /// Whether it is a single character other than a letter, as in a legend.
    fileprivate var isLoneSign: Bool { count == 1 && !allSatisfy(\.isLetter) }
}

extension Substring {
    /// The pieces of the word between which a line may end: before and after an East Asian character.
    fileprivate var brokenBetweenCharacters: [String] {
        reduce(into: []) { pieces, character in
            if let last = pieces.last?.last, !last.isEastAsian, !character.isEastAsian {
                pieces[pieces.count - 1].append(character)
            } else {
                pieces.append(String(character))
            }
        }
    }
}

extension [String] {
    /// Joins the parts with a separator, in lines of at most `columns` columns, or in one line if it is nil. Words that
    /// are longer than a line are not broken.
    func lines(columns: Int?, separator: String = ", ") -> [String] {
        columns.map { joinedAndWrapped(to: $0, separator: separator, breakingWords: false) }
            ?? [joined(separator: separator)]
    }

    /// Joins the parts with a separator such as a comma, in lines of at most `width` columns. Lines are broken between
    /// parts, and within a part only if it is longer than a line.
    ///
    /// - Parameter separator: the text between two parts in a line. At the end of a line, its space is removed.
    func joinedAndWrapped(
        to width: Int, separator: String = ", ", breakingWords: Bool = true
    ) -> [String] {
        let comma = separator.prefix { $0 != " " }
        let space = separator.dropFirst(comma.count)
        var lines: [String] = []
        for (index, part) in enumerated() {
            let text = index == count - 1 ? part : part + comma
            if let last = lines.last, last.columns + space.count + text.columns <= width {
                lines[lines.count - 1] = last + space + text
            } else {
                lines += text.wrapped(to: width, breakingWords: breakingWords)
            }
        }
        return lines
    }
}
