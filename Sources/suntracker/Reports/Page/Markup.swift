extension String {
    /// The text as markup, with elements in place of the blanks that were filled with `Markup.blank`.
    ///
    /// So a translation can have the elements in any order, and is itself escaped.
    func markup(with elements: String...) -> String {
        var text = ""
        for scalar in escapedForMarkup.unicodeScalars {
            let index = Int(scalar.value) - Int(Markup.firstBlank)
            if elements.indices.contains(index) { text += elements[index] } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

/// Texts that contain elements.
enum Markup {
    /// The first of the characters that stand for elements, in the Private Use Area.
    fileprivate static let firstBlank: UInt32 = 0xE000

    /// The character that stands for an element. Elements are numbered from 0.
    static func blank(_ number: UInt32) -> String {
        UnicodeScalar(firstBlank + number).map { String(Character($0)) } ?? ""
    }
}

extension String {
    /// The text escaped for HTML and XML, also within quotes. It goes by Unicode scalars: to Swift `<` with a combining
    /// accent is a different character, to a parser of markup it is not.
    var escapedForMarkup: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;".unicodeScalars
            case "<": text += "&lt;".unicodeScalars
            case ">": text += "&gt;".unicodeScalars
            case "\"": text += "&quot;".unicodeScalars
            case "'": text += "&#39;".unicodeScalars
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
