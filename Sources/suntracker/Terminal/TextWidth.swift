import CLinux
import Glibc

extension String {
    /// The number of terminal columns that the text occupies.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// The text padded with spaces or truncated to exactly `width` columns. Truncated text ends with `…`.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self + .spaces(width - columns) }
        guard width > 0 else { return "" }
        let start = leading(width - 1)
        return start + "…" + .spaces(width - 1 - start.columns)
    }

    /// `count` spaces, or an empty string for a count below 1.
    static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(0, count)) }

    /// The longest prefix that fits into `width` columns.
    func leading(_ width: Int) -> String {
        var rest = width
        return String(
            prefix { character in
                rest -= character.columns
                return rest >= 0
            })
    }
}

extension Character {
    /// The number of terminal columns that the character occupies: 2 for emoji, otherwise the sum of its scalars, as in
    /// wcswidth(3), which programs and most terminals use.
    var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        let rest = unicodeScalars.dropFirst()
        if rest.isEmpty { return first.columns }
        // U+FE0F selects the emoji form of a character that also has a text form. An emoji with a modifier, a sequence
        // with zero-width joiners and a flag of two letters are each drawn as one emoji.
        if first.properties.isEmoji, rest.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }) {
            return 2
        }
        return rest.reduce(first.columns) { $0 + $1.columns }
    }

    /// Whether it is a wide character of a script, as opposed to an emoji.
    var isEastAsian: Bool {
        guard let first = unicodeScalars.first else { return false }
        return first.columns == 2 && !first.properties.isEmojiPresentation
    }
}

extension Unicode.Scalar {
    /// The number of terminal columns of the scalar, according to wcwidth(3); 0 for control characters, and 1 for
    /// characters unknown to libc.
    fileprivate var columns: Int {
        if isASCII { return value < 0x20 || value == 0x7F ? 0 : 1 }
        let width = UTF8Locale.with { wcwidth(wchar_t(value)) } ?? -1
        return width >= 0 ? Int(width) : properties.generalCategory == .control ? 0 : 1
    }
}

/// A locale of libc with the widths of all scripts.
private enum UTF8Locale {
    /// The locale, which is part of glibc and never changed; nil if it is missing.
    nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

    /// Runs a call in the locale, which applies only to this thread during this call; nil if the locale is missing.
    static func with<Result>(_ call: () -> Result) -> Result? {
        guard let locale else { return nil }
        let former = uselocale(locale)
        defer { uselocale(former) }
        return call()
    }
}
