extension Duration {
    /// As people say it, to the second below an hour and to the minute from there: `9 h 54 min`, `1 min 52 s`, `45 s`.
    /// The sign is left out.
    public var spoken: String {
        let seconds = wholeSeconds
        guard seconds < 3600 else { return spokenMinutes }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        if minutes == 0 { return "\(rest) s" }
        return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s"
    }

    /// As people say it, to the nearest minute: `9 h 54 min`, `24 h`, `7 min`, `0 min`. The sign is left out.
    public var spokenMinutes: String {
        let (hours, minutes) = ((wholeSeconds + 30) / 60).quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(minutes) min" }
        return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
    }

    /// The magnitude in seconds, to the nearest.
    private var wholeSeconds: Int64 {
        let (seconds, attoseconds) = (self < .zero ? .zero - self : self).components
        return seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
    }
}
