// SPDX-License-Identifier: MIT
import CLinux
import Glibc

extension String {
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text padded with spaces or truncated to exactly `width` columns. Truncated text ends with `…`.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self + .spaces(width - columns) }
        guard width > 0 else { return "" }
        let start = leading(width - 1)
        return start + "…" + .spaces(width - 1 - start.columns)
    }

    /// `count` spaces, or an empty string for a count below 1.
    static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }

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
    /// The number of terminal columns that the character occupies: 2 for emoji, otherwise the sum of its scalars, as in
    /// wcswidth(3), which programs and most terminals use.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let rest = unicodeScalars.dropFirst()
        if rest.isEmpty { return first.columns }
        // U+FE0F selects the emoji form of a character that also has a text form. An emoji with a modifier, a sequence
        // with zero-width joiners and a flag of two letters are each drawn as one emoji.
        if first.properties.isEmoji, rest.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }) {
            return 2
        }
        return rest.reduce(first.columns) { $0 + $1.columns }
    }

    /// Whether it is a wide character of a script, as opposed to an emoji.
    var isEastAsian: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.columns == 2 && !first.properties.isEmojiPresentation
    }
}

extension Unicode.Scalar {
    /// The number of terminal columns of the scalar, according to wcwidth(3); 0 for control characters, and 1 for
    /// characters unknown to libc.
    fileprivate var columns: Int {
        if isASCII { return value < 0x20 || value == 0x7F ? 0 : 1 }
        let width = UTF8Locale.with { wcwidth(wchar_t(value)) } ?? -1
        return width >= 0 ? Int(width) : properties.generalCategory == .control ? 0 : 1
    }
}

/// A locale of libc with the widths of all scripts.
private enum UTF8Locale {
    /// The locale, which is part of glibc and never changed; nil if it is missing.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Runs a call in the locale, which applies only to this thread during this call; nil if the locale is missing.
    static func with<Result>(_ call: () -> Result) -> Result? {
        guard let locale else { return nil }
        let former = uselocale(locale)
        defer { uselocale(former) }
        return call()
    }
}

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

    private struct Part {
        var text: String
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

struct AlignedColumns {
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

/// A named fact. Lines break between its parts.
struct Fact: Hashable, Sendable {
    let name: String
    let parts: [String]
    /// Whether the fact is drawn faint, because few people ask for it.
    var isFaint = false

    init(_ name: String, _ parts: String...) {
        self.init(name, parts)
    }

    init(_ name: String, _ parts: [String]) {
        (self.name, self.parts) = (name, parts)
    }
}

extension [Fact] {
    /// If less room than this remains next to the names, the names are on separate lines.
    private static let narrowest = 20

    /// Lays out the facts in lines of at most `columns` columns, with their names in front.
    ///
    /// - Parameters:
    ///   - separator: the text between two parts of a fact.
    ///   - breakingWords: Whether a word that is longer than a line is broken. If not, a path can still be copied.
    func lines(columns: Int, separator: String = ", ", breakingWords: Bool = true) -> [[StyledText]] {
        let margin = (map(\.name.columns).max() ?? 0) + 2
        guard columns - margin >= Self.narrowest else {
            let indent = "  "
            return flatMap { fact in
                let text = fact.parts.joined(separator: separator)
                    .wrapped(to: columns - indent.columns, breakingWords: breakingWords)
                let name = fact.name.isEmpty ? [] : fact.name.wrapped(to: columns)
                return name.map { [StyledText($0, .faint)] }
                    + text.map { [StyledText(indent + $0, fact.isFaint ? .faint : .plain)] }
            }
        }
        return flatMap { fact in
            let lines = fact.parts.joinedAndWrapped(
                to: columns - margin, separator: separator, breakingWords: breakingWords)
            return lines.enumerated().map { index, line in
                let name = index == 0 ? fact.name : ""
                return [
                    StyledText(name + .spaces(margin - name.columns), .faint),
                    StyledText(line, fact.isFaint ? .faint : .plain),
                ]
            }
        }
    }

    /// Returns the facts without colours, in lines of at most `columns` or 80 columns. Only words longer than a line
    /// exceed this width.
    func text(columns: Int?) -> String {
        lines(columns: columns ?? 80, breakingWords: false).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}
