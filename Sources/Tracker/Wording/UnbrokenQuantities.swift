extension String {
    /// The text with no-break spaces inside its quantities and times, `2 min 38 s` and `4:40 PM`, so that no line of a popup
    /// ends in one. Only for popups: in the journal and in JSON such a space is a surprise for whoever searches.
    var withUnbrokenQuantities: String {
        var text = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !text.isEmpty || word.startIndex != startIndex {
                text += text.endsInNumber && word.isUnit || text.endsInUnit && word.startsWithDigit ? "\u{A0}" : " "
            }
            text += word
        }
        return text
    }
}

private let units: Set<Substring> = ["h", "min", "s", "days", "AM", "PM", "am", "pm", "a.m.", "p.m."]

extension StringProtocol {
    fileprivate var endsInNumber: Bool { last.map(\.isDigit) ?? false }
    fileprivate var startsWithDigit: Bool { first.map(\.isDigit) ?? false }

    /// Whether it is a unit, or one with a sign of punctuation behind it.
    fileprivate var isUnit: Bool {
        units.contains(Substring(self))
            || last.map { ",;:.)".contains($0) } == true && units.contains(Substring(dropLast()))
    }

    /// Whether a quantity ends here that another part of it may follow: `9 h`.
    fileprivate var endsInUnit: Bool {
        let words = split(separator: "\u{A0}")
        guard let unit = words.last, words.count > 1 else { return false }
        return unit == "h" || unit == "min"
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
