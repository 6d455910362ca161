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
            total += number * unit
            count += 1
        }
        guard count > 0 else { return nil }
        self = .seconds(total)
    }
}
