// SPDX-License-Identifier: MIT
extension String {
    /// The text escaped for HTML, including attributes, and for the markup of tooltips. It is escaped by Unicode scalars,
    /// because `<` with a combining accent is a different character for Swift, but not for a parser of markup.
    package var escapedForMarkup: String {
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
