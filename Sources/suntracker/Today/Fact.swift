/// A named fact. Lines break between its parts.
struct Fact: Hashable, Sendable {
    let name: String
    let parts: [String]

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
                return name.map { [StyledText($0, .faint)] } + text.map { [StyledText(indent + $0)] }
            }
        }
        return flatMap { fact in
            let lines = fact.parts.joinedAndWrapped(
                to: columns - margin, separator: separator, breakingWords: breakingWords)
            return lines.enumerated().map { index, line in
                let name = index == 0 ? fact.name : ""
                return [StyledText(name + .spaces(margin - name.columns), .faint), StyledText(line)]
            }
        }
    }

    /// Returns the facts without colours, in lines of at most `columns` or 80 columns. Only words longer than a line
    /// exceed this width.
    func text(columns: Int?) -> String {
        lines(columns: columns ?? 80, breakingWords: false).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }
}
