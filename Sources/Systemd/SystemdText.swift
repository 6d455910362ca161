extension StringProtocol {
    /// The text as libsystemd and the managers take it, in messages of D-Bus and of sd_notify(3) alike: a NUL would end it,
    /// and what has one of the 66 noncharacters is "not UTF-8" to them and refused as a whole. U+FFFD stands in their place.
    var acceptableToSystemd: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(scalar == "\0" || scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}
