// SPDX-License-Identifier: MIT
import Configuration
package import Solar

/// A time in an argument: of the command, or of the service's simulation. The instant that it means may depend on the
/// current time and the time zone.
///
/// If a time of day occurs twice because the clocks go back, the first one is meant. If it is skipped because they go
/// forward, the moment of the clock change is meant.
package enum PlainTime: Hashable, Sendable {
    case day(Day)
    /// A time of day, in seconds from 0 to 86399, on a day. Without a day, it is today's or the next such time.
    case clock(seconds: Int, on: Day?)
    case instant(Instant)
    /// A time span from now; negative in the past.
    case span(Duration)

    package enum Day: Hashable, Sendable {
        case date(CivilDate)
        /// The number of days after today; negative before today.
        case fromToday(Int)
        /// The next day with this date, today included.
        case everyYear(month: Int, day: Int)
        /// The next such day of the week, today included: 0 for Monday.
        case everyWeek(Int)
    }
}

// MARK: The grammar

extension PlainTime {
    /// Parses a time; nil for anything else:
    /// - `today`, `tomorrow`, `yesterday`, `friday`, `2026-12-24`, `24 dec`, `24 dec 2026`;
    /// - `12:00`, `12:00:30`, also after a day: `2026-12-24T08:00`, `2026-12-24 08:00`, `tomorrow 12:00`;
    /// - the same after a date with `Z` or an offset: `2026-12-24T08:00Z`, `2026-12-24T08:00:00+01:00`, `+0100`, `+01`;
    /// - `now`, `2h`, `in 2h`, `+30min`, `-1d`: a time span from now.
    package init?(_ text: String) {
        let words = text.lowercased().split(separator: " ")
        let text = words.joined(separator: " ")
        if let day = Day(words) {
            self = .day(day)
        } else if let instant = Self.instant(text.uppercased()) {
            self = .instant(instant)
        } else if let (day, time) = Self.parts(text), let seconds = Self.secondsOfDay(time) {
            guard let day else {
                self = .clock(seconds: seconds, on: nil)
                return
            }
            guard let day = Day(day.split(separator: " ")) else { return nil }
            self = .clock(seconds: seconds, on: day)
        } else if let span = text == "now" ? .zero : Self.span(text) {
            self = .span(span)
        } else {
            return nil
        }
    }

    /// An instant with `Z` or an offset, with or without seconds. `date +%FT%T%z` and `journalctl -o short-iso` print
    /// offsets without a colon.
    private static func instant(_ text: String) -> Instant? {
        let minute = "YYYY-MM-DDTHH:MM".count
        let rest = text.dropFirst(minute)
        guard let start = rest.firstIndex(where: { "Z+-".contains($0) }) else { return nil }
        let seconds = rest.startIndex < start ? rest[..<start] : ":00"
        let zone = rest[start...]
        let offset: String =
            switch zone.filter({ $0 != ":" }).count {
            case "+HH".count: zone + ":00"
            case "+HHMM".count where !zone.contains(":"): zone.prefix("+HH".count) + ":" + zone.suffix("MM".count)
            default: String(zone)
            }
        return Instant(rfc3339: text.prefix(minute) + seconds + offset)
    }

    private static func parts(_ text: String) -> (day: Substring?, time: Substring)? {
        guard text.contains(":") else { return nil }
        let separator = text.lastIndex { $0 == " " || $0 == "t" }
        guard let separator else { return (nil, text[...]) }
        return (text[..<separator], text[text.index(after: separator)...])
    }

    /// `8:00`, `08:00`, `08:00:30`.
    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let time = TimeOfDay(parts.prefix(2).joined(separator: ":")) else { return nil }
        guard parts.count == 3 else { return parts.count == 2 ? time.minutes * 60 : nil }
        guard parts[2].count == 2, let second = Int(parts[2]), (0...59).contains(second) else { return nil }
        return time.minutes * 60 + second
    }

    /// A time span with a unit, which may have a sign.
    private static func span(_ text: String) -> Duration? {
        let text = text.hasPrefix("in ") ? String(text.dropFirst("in ".count)) : text
        let isPast = text.hasPrefix("-")
        let magnitude = isPast || text.hasPrefix("+") ? String(text.dropFirst()) : text
        guard let span = Duration(timeSpan: magnitude), span <= .seconds(400 * 366 * 86_400) else { return nil }
        return isPast ? .zero - span : span
    }

    /// Returns why a text that looks like a time is invalid, and what to use instead; nil for a text that may be a
    /// name. A text looks like a time if it begins with a digit, `@`, a day of the week or a month.
    package static func problem(of text: String) -> String? {
        let quoted = "\"\(text.printable)\""
        if let meant = Duration.meant(byNumber: text) {
            let time = Int(text).map { (0...23).contains($0) } == true ? ", or the time \(text):00" : ""
            return "\(quoted) has no unit; did you mean \(meant)\(time)?"
        }
        let unsigned = text.drop { "+-".contains($0) }
        let digits = text.filter(\.isWholeNumber)
        let lowercased = text.lowercased()
        let isDayOrMonth = Day.isDayOfWeekOrMonth(lowercased.prefix { $0 != " " })
        // With a comma, it would be a coordinate.
        guard let first = unsigned.first, first.isWholeNumber || first == "@" || isDayOrMonth, !text.contains(",")
        else { return nil }
        if let half = ["am", "pm"].first(where: lowercased.hasSuffix),
            let hour = Int(lowercased.prefix { $0.isWholeNumber }), (1...12).contains(hour)
        {
            let minutes = lowercased.split(separator: ":").dropFirst().first.map { $0.prefix(2) } ?? "00"
            return "\(quoted) is not a time; did you mean \(hour % 12 + (half == "pm" ? 12 : 0)):\(minutes)?"
        }
        if digits.count >= 3, text.contains("/") || text.contains(".") {
            return "\(quoted) is not a date; use one such as 2026-12-24 or 24 dec"
        }
        if text.contains(":"), !isDayOrMonth {
            return
                "\(quoted) is not a time; use one from 00:00 to 23:59, or a date and a time such as 2026-12-24T08:00"
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) }) {
            return "\(quoted) is not a date in the calendar; use one such as 2026-12-24"
        }
        return "\(quoted) is not a time; use one such as 12:00, tomorrow, 24 dec or 2h"
    }
}

extension PlainTime.Day {
    /// The names of days, the earliest first.
    package static let names = ["yesterday", "today", "tomorrow"]

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Parses the words of a day; nil for anything else.
    fileprivate init?(_ words: [Substring]) {
        switch words.count {
        case 1:
            if let index = Self.names.firstIndex(of: String(words[0])) {
                self = .fromToday(index - 1)
            } else if let index = Weekdays.names.firstIndex(of: String(words[0])) {
                // Only a whole name is a day, because Sun City is a place.
                self = .everyWeek(index)
            } else if let date = CivilDate(words[0]) {
                self = .date(date)
            } else {
                return nil
            }
        case 2, 3:
            // A day and a month in either order, and perhaps a year.
            let months = words.prefix(2).map(Self.month)
            guard let month = months.compactMap(\.self).first, let day = Int(words[months[0] == nil ? 0 : 1]) else {
                return nil
            }
            guard words.count == 3 else {
                // 2000 was a leap year.
                guard CivilDate(year: 2000, month: month, day: day) != nil else { return nil }
                self = .everyYear(month: month, day: day)
                return
            }
            guard words[2].count == 4, let year = Int(words[2]),
                let date = CivilDate(year: year, month: month, day: day)
            else { return nil }
            self = .date(date)
        default: return nil
        }
    }

    /// Parses a month: its English name, or the first letters of the name, at least three.
    private static func month(_ text: Substring) -> Int? {
        guard text.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(text) }.map { $0 + 1 }
    }

    /// Whether a word is a day of the week or a month, or its first letters, at least three.
    fileprivate static func isDayOfWeekOrMonth(_ word: Substring) -> Bool {
        month(word) != nil || word.count >= 3 && Weekdays.names.contains { $0.hasPrefix(word) }
    }

    func date(_ today: CivilDate) -> CivilDate {
        switch self {
        case .date(let date): date
        case .fromToday(let days): today.adding(days: days)
        case .everyYear(let month, let day):
            // The next 29 February is at most eight years away: 1900, for example, was not a leap year.
            (today.year...today.year + 8).lazy.compactMap { CivilDate(year: $0, month: month, day: day) }
                .first { $0 >= today } ?? today
        case .everyWeek(let index):
            today.adding(days: (index - today.dayOfWeek + 7) % 7)
        }
    }
}

// MARK: What is meant

/// The meaning of a time in an argument: a whole day, or an instant.
package enum Moment: Hashable, Sendable {
    case day(CivilDate)
    case instant(Instant)

    package func start(in localTime: any LocalTime) -> Instant {
        switch self {
        case .day(let date): localTime.start(of: date)
        case .instant(let instant): instant
        }
    }

    package func date(in localTime: any LocalTime) -> CivilDate {
        switch self {
        case .day(let date): date
        case .instant(let instant): localTime.civilTime(at: instant).date
        }
    }
}

extension PlainTime {
    /// Returns the day or the instant that is meant.
    ///
    /// - Parameter coming: Whether a time of day without a date means its next occurrence. Otherwise, it is a time today.
    package func moment(at now: Instant, in localTime: any LocalTime, coming: Bool) -> Moment {
        let today = localTime.civilTime(at: now).date
        switch self {
        case .day(let day): return .day(day.date(today))
        case .clock(let seconds, let day):
            guard let time = TimeOfDay(hour: seconds / 3600, minute: seconds / 60 % 60) else { return .instant(now) }
            let rest = Duration.seconds(seconds % 60)
            if day == nil, coming { return .instant(localTime.next(time, after: now - rest) + rest) }
            let date = (day ?? .fromToday(0)).date(today)
            return .instant(localTime.instants(of: time, on: date).lowerBound + rest)
        case .instant(let instant): return .instant(instant)
        case .span(let span): return .instant(now + span)
        }
    }

    /// Returns the same instant, or nil if the clocks skip the day or the time of day.
    package func shownInstant(at now: Instant, in localTime: any LocalTime, coming: Bool) -> Instant? {
        let moment = moment(at: now, in: localTime, coming: coming)
        let instant = moment.start(in: localTime)
        let shown = localTime.civilTime(at: instant)
        switch (self, moment) {
        case (_, .day(let date)): return shown.date == date ? instant : nil
        case (.clock(let seconds, _), _):
            return (shown.hour * 60 + shown.minute) * 60 + shown.second == seconds ? instant : nil
        default: return instant
        }
    }
}

extension CivilDate {
    package var isComputed: Bool { (1800...2200).contains(year) }
    /// What to say of a date that is not computed, as a predicate.
    package static let isNotComputed = "is out of range; supported years are 1800 to 2200"
}
