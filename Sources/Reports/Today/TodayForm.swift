package import Terminal

/// How the day is written for a person.
package struct TodayForm: Hashable, Sendable {
    /// The columns of the window.
    package let columns: Int
    /// What the bar of the day is drawn with; nil for no bar.
    package let ink: Ink?
    /// Whether it is shown for as long as somebody watches. What changes all the time is then left out, or told roughly.
    package let isLive: Bool

    /// What things are drawn with.
    package enum Ink: Hashable, Sendable {
        /// The characters of ASCII.
        case ascii
        /// Characters that cover more or less of their cell.
        case shades
        /// The colours of a terminal.
        case colours(ColourDepth)
    }

    /// So many columns, at least 1.
    package init(columns: Int, ink: Ink?, isLive: Bool = false) {
        self.columns = max(1, columns)
        (self.ink, self.isLive) = (ink, isLive)
    }
}

/// Something to know, by its name, in phrases between which the line can be broken.
struct Fact: Hashable, Sendable {
    let name: String
    let phrases: [String]

    init(_ name: String, _ phrases: String...) {
        self.init(name, phrases)
    }

    init(_ name: String, _ phrases: [String]) {
        (self.name, self.phrases) = (name, phrases)
    }

    /// In one line.
    var sentence: String { phrases.joined(separator: ", ") }

    /// The columns of the names, with the space after them.
    private static let margin = 10
    /// In fewer columns, names have lines of their own.
    private static let narrow = 30

    /// In lines of so many columns, the name in front.
    func lines(columns: Int) -> [[StyledText]] {
        guard columns >= Self.narrow else {
            let indent = columns < Self.margin ? "" : "  "
            let lines = sentence.wrapped(to: columns - indent.count).map { [StyledText(indent + $0)] }
            return name.wrapped(to: columns).map { [StyledText($0, .faint)] } + lines
        }
        return phrases.joinedAndWrapped(to: columns - Self.margin).enumerated().map { index, line in
            let name = index == 0 ? name : ""
            return [StyledText(name.fitted(to: Self.margin), .faint), StyledText(line)]
        }
    }
}
