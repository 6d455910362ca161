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
