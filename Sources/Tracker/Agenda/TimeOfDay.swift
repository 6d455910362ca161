import Solar

/// A time of day on the clocks, to the minute.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1439.
    public let minutes: Int

    /// A time of day; nil outside 00:00 to 23:59.
    public init?(hour: Int, minute: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        minutes = hour * 60 + minute
    }

    /// Parses `07:00` or `7:00`, from 00:00 to 23:59; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.joined().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let hour = Int(String(decoding: parts[0], as: UTF8.self)),
            let minute = Int(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// `07:00`.
    public var description: String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    /// Whether the left time is the earlier one of a day.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension LocalTime {
    /// When the clocks show a time of day on a date: the first and the last instant. They differ if the clocks are set
    /// back over that time. For a time that the clocks skip, both are the change.
    func instants(of time: TimeOfDay, on date: CivilDate) -> ClosedRange<Instant> {
        let reading = date.startInUTC + .seconds(time.minutes * 60)
        // No zone is this far from UTC, and none changes its clocks twice in the time between.
        let (earliest, latest) = (reading - Self.farthest, reading + Self.farthest)
        let offsets = [civilTime(at: earliest).utcOffset, civilTime(at: latest).utcOffset]
        if offsets[0] == offsets[1] {
            let instant = reading - .seconds(offsets[0])
            return instant...instant
        }
        let shown = offsets.filter { civilTime(at: reading - .seconds($0)).utcOffset == $0 }
            .map { reading - .seconds($0) }
        if let first = shown.min(), let last = shown.max() { return first...last }
        let change = nextZoneTransition(after: earliest, before: latest)?.instant ?? reading - .seconds(offsets[0])
        return change...change
    }

    private static var farthest: Duration { .seconds(26 * 3600) }
}
