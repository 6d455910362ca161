extension StringProtocol {
    /// Whether there is a character that a terminal would obey in the place of showing it (Unicode's general category Cc,
    /// which line ends are of as well).
    public var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The text with U+FFFD in the place of what cannot be shown, for what is quoted of others: control characters, and the
    /// 66 noncharacters, for which journalctl shows nothing but "[13B blob data]".
    public var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isShown = scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
            text.append(isShown ? scalar : "\u{FFFD}")
        }
        return String(text)
    }
}
