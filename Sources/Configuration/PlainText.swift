// SPDX-License-Identifier: MIT
extension Duration {
    /// Parses a time span as systemd writes it (systemd.time(7), "Parsing Time Spans"): numbers with the units `s`,
    /// `min`, `h` and `d`, which are added up: `10min`, `1h 30min`. Nil for anything else, and for a number other than
    /// 0 without a unit: systemd would read it as seconds, but people often mean minutes.
    package init?(timeSpan text: String) {
        var rest = Array(text.utf8)[...]
        var total: Int64 = 0
        var count = 0
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            guard !rest.isEmpty else { break }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...9).contains(digits.count), let number = Int64(String(decoding: digits, as: UTF8.self)) else {
                return nil
            }
            rest = rest[digits.endIndex...].drop { $0 == UInt8(ascii: " ") }
            let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest[letters.endIndex...]
            let unit: Int64
            switch String(decoding: letters, as: UTF8.self) {
            case "" where number == 0: unit = 1
            case "s", "sec", "second", "seconds": unit = 1
            case "m", "min", "minute", "minutes": unit = 60
            case "h", "hr", "hour", "hours": unit = 3600
            case "d", "day", "days": unit = 86_400
            default: return nil
            }
            let (sum, overflow) = total.addingReportingOverflow(number * unit)
            guard !overflow else { return nil }
            total = sum
            count += 1
        }
        guard count > 0 else { return nil }
        self = .seconds(total)
    }

    /// The time span that a number without a unit probably means: `-30min` for `-30`. Nil for other texts.
    package static func meant(byNumber text: String, unit: String = "min") -> String? {
        let digits = text.dropFirst(text.first.map("+-".contains) == true ? 1 : 0)
        return !digits.isEmpty && digits.allSatisfy(\.isWholeNumber) ? text + unit : nil
    }

    /// The magnitude in whole seconds as a time span of systemd: `1h 30min`, `2d`, `0`.
    package var timeSpan: String {
        var rest = (self < .zero ? .zero - self : self).components.seconds
        var parts: [String] = []
        for (unit, seconds) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] as [(String, Int64)]
        where rest >= seconds {
            parts.append("\(rest / seconds)\(unit)")
            rest %= seconds
        }
        return parts.isEmpty ? "0" : parts.joined(separator: " ")
    }
}

extension Double {
    /// The number with at most that many decimals (0 to 9), without trailing zeros: `-104.9903`, `39.74`, `0`. Its
    /// magnitude must be below 10⁹.
    package func decimalText(places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        let (whole, part) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: scale)
        var decimals = String(part + scale).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }
}

extension UInt8 {
    /// Whether it is a letter or a digit of ASCII.
    package var isAlphanumeric: Bool {
        switch UnicodeScalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}

extension String {
    /// The text in which bytes are escaped with the mark and two hexadecimal digits, except letters, digits and the plain
    /// characters.
    package func escaped(by mark: String, except plain: String, uppercase: Bool = false) -> String {
        utf8.map { byte in
            if byte.isAlphanumeric || plain.utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            return mark + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: uppercase)
        }.joined()
    }

    /// The text with other texts in place of these scalars. It compares scalars, because for Swift, but not for a parser of
    /// markup, `<` with a combining accent is another character.
    package func replacing(_ scalars: [Unicode.Scalar: String]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text += scalars[scalar]?.unicodeScalars ?? String(scalar).unicodeScalars }
        return String(text)
    }
}

extension StringProtocol {
    /// Whether the text contains a control character (Unicode's general category Cc, which includes line ends). A
    /// terminal would interpret it.
    package var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The text with U+FFFD in place of control characters and the 66 noncharacters, for quotations from other
    /// programs. For a text with a noncharacter, journalctl shows only "[13B blob data]".
    package var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isShown = scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
            text.append(isShown ? scalar : "\u{FFFD}")
        }
        return String(text)
    }
}
