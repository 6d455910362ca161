public import Solar

/// `Quiet=`: the times of day at which notifications are silent, or not shown.
public struct QuietTime: Equatable, Sendable {
    /// The ranges.
    public let ranges: [DailyRange]

    /// A range of the time of day, in seconds since midnight.
    public struct DailyRange: Equatable, Sendable {
        /// Less than 24 h.
        public let start: Int
        /// At most 24 h; before the start if the range goes on over midnight.
        public let end: Int
    }

    /// No quiet time.
    public static let none = QuietTime(ranges: [])

    private init(ranges: [DailyRange]) { self.ranges = ranges }

    /// Parses ranges of local time, separated by commas: `22:00-07:00`, `22:00-07:00, 13:00-14:30`. A range can go on over
    /// midnight, and `24:00` can be its end. An empty text means none. Nil for anything else, and for a range whose end is
    /// its start.
    public init?(_ text: String) {
        var ranges: [DailyRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
            guard let range = DailyRange(part) else { return nil }
            ranges.append(range)
        }
        self.init(ranges: ranges)
    }

    /// Whether the instant is in the quiet time.
    ///
    /// In an hour that the clocks repeat, a range begins when they first show its start, and ends when they last show its
    /// end, so that it is one range and not two. In one that they skip, it begins or ends at the change.
    public func contains(_ instant: Instant, in localTime: any LocalTime) -> Bool {
        guard !ranges.isEmpty else { return false }
        let second = localTime.civilTime(at: instant).secondOfDay
        guard let repeated = RepeatedTime(around: instant, in: localTime) else {
            return ranges.contains { $0.contains(second) }
        }
        // Before the change a range goes on once it has begun; after the change, until it ends for the last time.
        let (first, length) =
            repeated.second < 0
            ? (second - (repeated.length + repeated.second), repeated.length + repeated.second)
            : (second, repeated.length - 1 - repeated.second)
        return ranges.contains { range in
            // A range that ends with the first time that is repeated ends when that comes again, at the change.
            range.meets(from: first, for: length) || repeated.second < 0 && range.ends(at: first)
        }
    }
}

extension QuietTime.DailyRange {
    private static let day = 86_400

    fileprivate init?(_ text: Substring) {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = Self.second(bounds[0]), let end = Self.second(bounds[1]), start < Self.day,
            start != end
        else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The seconds since midnight of a time of day, or of `24:00`; nil for anything else.
    private static func second(_ text: Substring) -> Int? {
        let text = text.trimmingSpaces
        return text == "24:00" ? day : TimeOfDay(String(text)).map { $0.minutes * 60 }
    }

    /// Whether it contains that time of day; also one before 0 or after 24 h, of another day.
    fileprivate func contains(_ second: Int) -> Bool {
        let second = Self.timeOfDay(second)
        return start < end ? (start..<end).contains(second) : second >= start || second < end
    }

    /// Whether it contains a time from `first` to that many seconds later.
    fileprivate func meets(from first: Int, for length: Int) -> Bool {
        contains(first) || Self.timeOfDay(start - first) <= length
    }

    /// Whether it ends at that time of day.
    fileprivate func ends(at second: Int) -> Bool { Self.timeOfDay(end) == Self.timeOfDay(second) }

    private static func timeOfDay(_ second: Int) -> Int { (second % day + day) % day }
}

/// The time around a change of the clocks in which they show each time twice: before the change and after it.
private struct RepeatedTime {
    /// The seconds since the change; negative before it.
    let second: Int
    /// The seconds that are repeated.
    let length: Int

    /// A change by more is one of the date, after which the clocks show the times of another day.
    private static let longest = 12 * 3600

    /// The repeated time to which the instant belongs; nil if there is none.
    init?(around instant: Instant, in localTime: any LocalTime) {
        let reach = Duration.seconds(Self.longest)
        var start = instant - reach - .microseconds(1)
        while let next = localTime.nextZoneTransition(after: start, before: instant + reach) {
            let (since, length) = ((instant - next.instant).wholeSeconds, next.offsetBefore - next.offsetAfter)
            if length <= Self.longest, -length <= since, since < length {
                (second, self.length) = (since, length)
                return
            }
            start = next.instant
        }
        return nil
    }
}

extension Duration {
    /// Seconds, rounded down.
    fileprivate var wholeSeconds: Int {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Int(seconds) - (rest < 0 ? 1 : 0)
    }
}

extension CivilTime {
    fileprivate var secondOfDay: Int { hour * 3600 + minute * 60 + second }
}
