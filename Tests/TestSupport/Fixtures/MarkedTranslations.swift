// SPDX-License-Identifier: MIT
package import Wording

/// A catalog that puts each text in brackets, but not its placeholders: text outside of brackets is not from
/// `Localizer`.
package struct MarkedTranslations: Translations {
    private let letters: @Sendable (String) -> String

    /// A catalog with texts in brackets: `⟦Sunrise at ⟧{time}`.
    package static let bracketed = MarkedTranslations { $0.isEmpty ? "" : "⟦\($0)⟧" }

    /// A catalog with letters that are two columns wide on a terminal: `Ｓｕｎｒｉｓｅ ａｔ {time}`.
    package static let wide = MarkedTranslations { text in
        var wide = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            // The fullwidth forms of ASCII are in the same order.
            let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
            wide.append(isLetter ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar)
        }
        return String(wide)
    }

    /// A catalog with texts that are longer by half, because every second letter is doubled.
    package static let longer = MarkedTranslations { text in
        var isSecond = false
        return text.reduce(into: "") { longer, character in
            longer.append(character)
            guard character.isLetter else { return }
            if isSecond { longer.append(character) }
            isSecond.toggle()
        }
    }

    /// A catalog with an accent on each letter, as a combining mark.
    package static let accented = MarkedTranslations { text in
        text.reduce(into: "") { accented, character in
            accented.append(character)
            if character.isLetter { accented.append("\u{301}") }
        }
    }

    /// The text, marked.
    package func translation(of text: String, inContext context: String?) -> String? { translated(text) }

    /// The text of the number, marked.
    package func translation(of one: String, other: String, count: Int) -> String? {
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

extension Localizer {
    /// Each text in brackets, but not its placeholders.
    package static let bracketed = Localizer(MarkedTranslations.bracketed)

    /// Texts with letters that are two columns wide.
    package static let wide = Localizer(MarkedTranslations.wide)
}

/// The parts of a text that contain letters outside of brackets. The values, which may be broken into lines, do not
/// count.
package func untranslatedParts(of text: String, values: [String]) -> [String] {
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
    // The longest first, because one value may be a part of another.
    let values = values.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    return outside.filter { part in
        guard part.contains(where: \.isLetter) else { return false }
        var rest = Array(part.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
        for value in values { rest.removeAll(value) }
        return String(decoding: rest, as: UTF8.self).contains(where: \.isLetter)
    }
}

extension [UInt8] {
    /// Removes every occurrence of a part. The standard library's search is too slow for this in a debug build.
    fileprivate mutating func removeAll(_ part: [UInt8]) {
        guard let first = part.first, contains(first) else { return }
        var rest: [UInt8] = []
        var index = 0
        while index < count {
            if self[index] == first, index + part.count <= count, self[index..<index + part.count].elementsEqual(part) {
                index += part.count
            } else {
                rest.append(self[index])
                index += 1
            }
        }
        self = rest
    }
}
