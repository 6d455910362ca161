extension StringProtocol {
    /// Whether there is a character that a terminal would obey in the place of showing it (Unicode's general category Cc,
    /// which line ends are of as well).
    public var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The text with U+FFFD in the place of control characters, for what is quoted of others.
    public var withoutControlCharacters: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}
