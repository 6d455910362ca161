extension Duration {
    /// The magnitude to the second below an hour, to the minute above: `9 h 54 min`, `1 min 52 s`, `45 s`.
    public var formatted: String {
        let seconds = wholeSeconds
        guard seconds < 3600 else { return formattedMinutes }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }

    /// The magnitude to the nearest minute: `9 h 54 min`, `24 h`, `7 min`, `0 min`.
    public var formattedMinutes: String {
        let (hours, minutes) = ((wholeSeconds + 30) / 60).quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(minutes) min" }
        return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    }

    /// A distance in time: to the minute within two days, in days beyond: `7 min`, `23 h 30 min`, `12 days`.
    var formattedDistance: String {
        let days = (wholeSeconds + 43_200) / 86_400
        return wholeSeconds < 2 * 86_400 ? formattedMinutes : "\(days) days"
    }

    /// An age in its largest unit: `7 min`, `5 h`, `12 days`.
    public var formattedAge: String {
        let seconds = wholeSeconds
        if seconds < 3600 { return formattedMinutes }
        return seconds < 2 * 86_400 ? "\(seconds / 3600) h" : "\(seconds / 86_400) days"
    }

    /// A time in the past in its largest unit: `5 h ago`; within half a minute `just now`.
    public var formattedAgo: String { wholeSeconds < 30 ? "just now" : "\(formattedAge) ago" }

    /// The daylight of a day: to the minute, below a minute to the second, and at most `24 h`. A solar day can be half
    /// a minute longer.
    public var formattedDaylight: String {
        (1..<60).contains(wholeSeconds) ? formatted : Swift.min(self, .seconds(86_400)).formattedMinutes
    }

    /// The magnitude in seconds, to the nearest.
    private var wholeSeconds: Int64 {
        let (seconds, attoseconds) = (self < .zero ? .zero - self : self).components
        return seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
    }
}

extension Double {
    /// A length in metres: `25 m`, `3 km`, `1200 km`.
    public var formattedMetres: String {
        guard isFinite else { return "an unknown distance" }
        let metres = Swift.min(magnitude, 1e9)
        return metres < 999.5 ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
    }
}

extension Duration {
    /// Parses a time span as systemd writes it (systemd.time(7), "Parsing Time Spans"): numbers with the units `s`,
    /// `min`, `h` and `d`, which are added up; a number without a unit is in seconds: `10min`, `1h 30min`, `90`. Nil
    /// for anything else.
    public init?(timeSpan text: some StringProtocol) {
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
            case "", "s", "sec", "second", "seconds": unit = 1
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

    /// The magnitude in whole seconds as a time span of systemd: `1h 30min`, `2d`, `0`.
    var timeSpan: String {
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
    public func decimalText(places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        let (whole, part) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: scale)
        var decimals = String(part + scale).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
    }
}

extension StringProtocol {
    /// Whether it has a control character (Unicode's general category Cc, which includes line ends). A terminal would
    /// interpret it.
    public var hasControlCharacter: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The text with U+FFFD in place of control characters and of the 66 noncharacters, for quotations of other
    /// programs. With a noncharacter journalctl only shows "[13B blob data]".
    public var printable: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isShown = scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint
            text.append(isShown ? scalar : "\u{FFFD}")
        }
        return String(text)
    }
}

extension String {
    /// The text with no-break spaces inside quantities and times, `2 min 38 s` and `4:40 PM`, so that a popup does not
    /// break a line there. Only for popups: in the journal and in JSON such a space gets in the way of a search.
    var withUnbrokenQuantities: String {
        var text = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !text.isEmpty || word.startIndex != startIndex {
                text += text.endsInNumber && word.isUnit || text.endsInUnit && word.startsWithDigit ? "\u{A0}" : " "
            }
            text += word
        }
        return text
    }
}

private let units: Set<Substring> = ["h", "min", "s", "days", "AM", "PM", "am", "pm", "a.m.", "p.m."]

extension StringProtocol {
    fileprivate var endsInNumber: Bool { last.map(\.isDigit) ?? false }
    fileprivate var startsWithDigit: Bool { first.map(\.isDigit) ?? false }

    /// Whether it is a unit, with or without a punctuation mark after it.
    fileprivate var isUnit: Bool {
        units.contains(Substring(self))
            || last.map { ",;:.)".contains($0) } == true && units.contains(Substring(dropLast()))
    }

    /// Whether it ends in a quantity that can continue: `9 h`.
    fileprivate var endsInUnit: Bool {
        let words = split(separator: "\u{A0}")
        guard let unit = words.last, words.count > 1 else { return false }
        return unit == "h" || unit == "min"
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
