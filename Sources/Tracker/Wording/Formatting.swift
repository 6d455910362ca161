extension Duration {
    /// As people say it, to the second below an hour and to the minute from there: `9 h 54 min`, `1 min 52 s`, `45 s`.
    /// The sign is left out.
    public var formatted: String {
        let seconds = wholeSeconds
        guard seconds < 3600 else { return formattedMinutes }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }

    /// As people say it, to the nearest minute: `9 h 54 min`, `24 h`, `7 min`, `0 min`. The sign is left out.
    public var formattedMinutes: String {
        let (hours, minutes) = ((wholeSeconds + 30) / 60).quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(minutes) min" }
        return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    }

    /// How far away something is: to the minute within two days, beyond in days: `7 min`, `23 h 30 min`, `12 days`.
    var formattedDistance: String {
        let days = (wholeSeconds + 43_200) / 86_400
        return wholeSeconds < 2 * 86_400 ? formattedMinutes : "\(days) days"
    }

    /// An age, as coarsely as people say it: `7 min`, `5 h`, `12 days`.
    public var formattedAge: String {
        let seconds = wholeSeconds
        if seconds < 3600 { return formattedMinutes }
        return seconds < 2 * 86_400 ? "\(seconds / 3600) h" : "\(seconds / 86_400) days"
    }

    /// How long ago something was, as coarsely as people say it: `5 h ago`; within half a minute `just now`.
    public var formattedAgo: String { wholeSeconds < 30 ? "just now" : "\(formattedAge) ago" }

    /// How long the Sun is up on a day: to the minute, below a minute to the second, and never above `24 h`. From one solar
    /// midnight to the next it can be half a minute more, which nobody means.
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
    /// Metres, as people say them: `25 m`, `3 km`, `1200 km`.
    public var formattedMetres: String {
        guard isFinite else { return "an unknown distance" }
        let metres = Swift.min(magnitude, 1e9)
        return metres < 999.5 ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
    }
}

extension Duration {
    /// The time span of a text as systemd writes it (systemd.time(7), "Parsing Time Spans"): numbers with the units `s`,
    /// `min`, `h` and `d`, added up, a bare number being seconds: `10min`, `1h 30min`, `90`. Nil for anything else.
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

    /// The magnitude in whole seconds as systemd writes time spans: `1h 30min`, `2d`, `0`.
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
    /// The number to so many decimals at most (0 to 9), without zeros at the end: `-104.9903`, `39.74`, `0`. It must be
    /// less than a milliard.
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

extension String {
    /// The text with no-break spaces inside its quantities and times, `2 min 38 s` and `4:40 PM`, so that no line of a popup
    /// ends in one. Only for popups: in the journal and in JSON such a space is a surprise for whoever searches.
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

    /// Whether it is a unit, or one with a sign of punctuation behind it.
    fileprivate var isUnit: Bool {
        units.contains(Substring(self))
            || last.map { ",;:.)".contains($0) } == true && units.contains(Substring(dropLast()))
    }

    /// Whether a quantity ends here that another part of it may follow: `9 h`.
    fileprivate var endsInUnit: Bool {
        let words = split(separator: "\u{A0}")
        guard let unit = words.last, words.count > 1 else { return false }
        return unit == "h" || unit == "min"
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
