extension String {
    /// The text escaped for HTML, also within quotes. It goes by Unicode scalars: to Swift `<` with a combining accent is a
    /// different character, to a parser of markup it is not.
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
