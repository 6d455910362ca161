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
