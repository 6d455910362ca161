import Tracker

/// A catalog in which each text is in brackets, and its blanks are not: what is outside of brackets did not come from
/// `Words`.
struct MarkedTranslations: Translations {
    private let letters: @Sendable (String) -> String

    /// The texts in brackets: `⟦Sunrise at ⟧{time}`.
    static let bracketed = MarkedTranslations { $0.isEmpty ? "" : "⟦\($0)⟧" }

    /// The texts with letters that are two columns wide on a terminal: `Ｓｕｎｒｉｓｅ ａｔ {time}`.
    static let wide = MarkedTranslations { text in
        var wide = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            // The fullwidth forms of ASCII have the same order.
            let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
            wide.append(isLetter ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar)
        }
        return String(wide)
    }

    /// The texts with every second letter doubled, longer by half.
    static let longer = MarkedTranslations { text in
        var isSecond = false
        return text.reduce(into: "") { longer, character in
            longer.append(character)
            guard character.isLetter else { return }
            if isSecond { longer.append(character) }
            isSecond.toggle()
        }
    }

    /// The texts with an accent on each letter, as a combining mark.
    static let accented = MarkedTranslations { text in
        text.reduce(into: "") { accented, character in
            accented.append(character)
            if character.isLetter { accented.append("\u{301}") }
        }
    }

    func translation(of text: String, inContext context: String?) -> String? { translated(text) }

    func translation(of one: String, other: String, count: Int) -> String? {
        translated(count == 1 ? one : other)
    }

    private func translated(_ text: String) -> String {
        var translated = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            translated += letters(String(rest[..<start])) + rest[start...end]
            rest = rest[rest.index(after: end)...]
        }
        return translated + letters(String(rest))
    }
}

extension Words {
    /// Each text in brackets, and its blanks not.
    static let bracketed = Words(MarkedTranslations.bracketed)

    /// Texts of letters that are two columns wide.
    static let wide = Words(MarkedTranslations.wide)
}

/// The parts of a text with letters outside of brackets, without the values, which may be broken into lines.
func untranslatedParts(of text: String, values: [String]) -> [String] {
    var outside = [""]
    var depth = 0
    for character in text {
        switch character {
        case "⟦": depth += 1
        case "⟧":
            depth -= 1
            outside.append("")
        case _ where depth > 0: break
        default: outside[outside.count - 1].append(character)
        }
    }
    return outside.filter { $0.contains(where: \.isLetter) }.compactMap { part in
        var rest = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // The longest first: one may be a part of another.
        for value in values.sorted(by: { $0.count > $1.count }) {
            while let range = rest.firstRange(of: value) { rest.replaceSubrange(range, with: "") }
        }
        return rest.contains(where: \.isLetter) ? part : nil
    }
}
