import Terminal

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
    /// With less room than this beside the names, they have lines of their own.
    private static let narrowest = 20
    /// Below this width nothing is indented.
    private static let indented = 10

    /// The facts in lines of at most `columns` columns, with their names in front.
    ///
    /// - Parameter separator: what is between two parts of a fact.
    func lines(columns: Int, separator: String = ", ") -> [[StyledText]] {
        let margin = (map(\.name.columns).max() ?? 0) + 2
        guard columns - margin >= Self.narrowest else {
            let indent = columns < Self.indented ? "" : "  "
            return flatMap { fact in
                let text = fact.parts.joined(separator: separator).wrapped(to: columns - indent.columns)
                return fact.name.wrapped(to: columns).map { [StyledText($0.isolatedCell, .faint)] }
                    + text.map { [StyledText(indent + $0.isolatedCell(like: text.joined()))] }
            }
        }
        return flatMap { fact in
            fact.parts.joinedAndWrapped(to: columns - margin, separator: separator).enumerated().map { index, line in
                let name = index == 0 ? fact.name : ""
                return [
                    StyledText(name.isolatedCell + .spaces(margin - name.columns), .faint), StyledText(line.isolatedCell),
                ]
            }
        }
    }
}
