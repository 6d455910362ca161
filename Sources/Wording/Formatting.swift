// SPDX-License-Identifier: MIT
extension Duration {
    /// The magnitude, to the second below an hour and to the minute above: `9 h 54 min`, `1 min 52 s`, `45 s`.
    package func formatted(in words: Localizer = .english) -> String {
        let seconds = wholeSeconds
        guard seconds < 3600 else { return formattedMinutes(in: words) }
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        // TRANSLATORS: with the abbreviated units of your language (CLDR, short forms)
        if minutes == 0 { return words.quantity(words("{seconds} s", ["seconds": "\(rest)"])) }
        if rest == 0 { return words.quantity(words("{minutes} min", ["minutes": "\(minutes)"])) }
        return words.quantity(words("{minutes} min {seconds} s", ["minutes": "\(minutes)", "seconds": "\(rest)"]))
    }

    /// The magnitude, rounded to the minute: `9 h 54 min`, `24 h`, `7 min`, `0 min`.
    package func formattedMinutes(in words: Localizer = .english) -> String {
        let (hours, minutes) = ((wholeSeconds + 30) / 60).quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return words.quantity(words("{minutes} min", ["minutes": "\(minutes)"])) }
        if minutes == 0 { return words.quantity(words("{hours} h", ["hours": "\(hours)"])) }
        return words.quantity(words("{hours} h {minutes} min", ["hours": "\(hours)", "minutes": "\(minutes)"]))
    }

    /// A distance in time, to the minute below two days and in days above: `7 min`, `23 h 30 min`, `12 days`.
    func formattedDistance(in words: Localizer) -> String {
        days.map(words.days) ?? formattedMinutes(in: words)
    }

    /// The magnitude, rounded to days; nil if it is less than two days.
    var days: Int? { wholeSeconds < 2 * 86_400 ? nil : Int((wholeSeconds + 43_200) / 86_400) }

    /// An age in its largest unit, in English: `7 min`, `5 h`, `12 days`.
    package func formattedAge() -> String {
        let seconds = wholeSeconds
        if seconds < 3600 { return formattedMinutes() }
        return seconds < 2 * 86_400 ? "\(seconds / 3600) h" : "\(seconds / 86_400) days"
    }

    /// A time in the past in its largest unit, in English: `5 h ago`; below half a minute, `just now`.
    package func formattedAgo() -> String { wholeSeconds < 30 ? "just now" : "\(formattedAge()) ago" }

    /// The daylight of a day, to the minute, or to the second below a minute.
    package func formattedDaylight(in words: Localizer = .english) -> String {
        (1..<60).contains(wholeSeconds) ? formatted(in: words) : formattedMinutes(in: words)
    }

    /// A change of daylight: `1 min 52 s less than yesterday`, `as long as yesterday`.
    package func comparedToYesterday(in words: Localizer = .english) -> String {
        // TRANSLATORS: the daylight of today
        if wholeSeconds == 0 { return words("as long as yesterday") }
        let change = formatted(in: words)
        return self < .zero
            ? words("{duration} less than yesterday", ["duration": change])
            : words("{duration} more than yesterday", ["duration": change])
    }

    /// A change of daylight for a notification: `1 min 52 s less daylight than yesterday`.
    func daylightComparedToYesterday(in words: Localizer) -> String {
        // TRANSLATORS: a notification begins with it: at most 40 columns
        if wholeSeconds == 0 { return words("as much daylight as yesterday") }
        let change = formatted(in: words)
        return self < .zero
            // TRANSLATORS: a notification begins with it, of which about 60 characters are seen: keep it short
            ? words("{duration} less daylight than yesterday", ["duration": change])
            // TRANSLATORS: a notification begins with it, of which about 60 characters are seen: keep it short
            : words("{duration} more daylight than yesterday", ["duration": change])
    }

    /// The magnitude, rounded to seconds.
    private var wholeSeconds: Int64 {
        let (seconds, attoseconds) = (self < .zero ? .zero - self : self).components
        return seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
    }
}

extension Double {
    /// A length in metres: `25 m`, `3 km`, `1200 km`.
    package func formattedMetres(in words: Localizer = .english) -> String {
        // TRANSLATORS: in "to within {distance}"
        guard isFinite else { return words("an unknown distance") }
        let metres = Swift.min(magnitude, 1e9)
        if metres < 999.5 { return words.quantity(words("{number} m", ["number": "\(Int(metres.rounded()))"])) }
        return words.quantity(words("{number} km", ["number": "\(Int((metres / 1000).rounded()))"]))
    }
}

extension Localizer {
    /// A number for people, made from a number for programs: `-4.5`.
    package func decimal(_ number: String) -> String {
        // TRANSLATORS: the sign between a number and its decimals
        let mark = inContext("decimal mark", ".")
        return mark == "."
            ? number : number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: mark)
    }

    /// `12 days`.
    fileprivate func days(_ number: Int) -> String {
        // TRANSLATORS: how long, as in "2 days", "2 days late", "2 days before"
        quantity(plural("{count} day", "{count} days", count: number))
    }

    /// A quantity or a time of day, which is not broken into two lines in the body of a popup or on a page.
    package func quantity(_ text: String) -> String {
        layout == .body ? String(text.map { $0 == " " ? "\u{A0}" : $0 }) : text
    }
}
