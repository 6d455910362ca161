import Solar

/// The clocks of a time zone as one function: how far they are ahead of UTC at each second.
///
/// What a zone does to dates follows from that function alone, so libc is asked nothing else. It is looked at every six
/// hours and at the second where it changes: an offset in force for a shorter time may be overlooked (the shortest in
/// the history of the tz database lasted four days, Freetown in 1939).
struct UTCOffsets {
    /// Seconds ahead of UTC at a second since 1970-01-01T00:00:00Z.
    let offset: (_ second: Int) -> Int

    /// A second from which on the offset is another.
    struct Change: Equatable {
        let second: Int
        let before: Int
        let after: Int
    }

    private static let stride = 6 * 3600
    /// No offset is larger: POSIX allows 24:59:59.
    private static let largest = 25 * 3600

    /// The first change at a second in the range, its lower end not included. Each year searched takes 1461 calls.
    func firstChange(in range: Range<Int>) -> Change? {
        var (start, before) = (range.lowerBound, offset(range.lowerBound))
        while start < range.upperBound - 1 {
            let end = min(start + Self.stride, range.upperBound - 1)
            guard offset(end) != before else {
                start = end
                continue
            }
            var (old, new) = (start, end)
            while new - old > 1 {
                let middle = old + (new - old) / 2
                if offset(middle) == before { old = middle } else { new = middle }
            }
            return Change(second: new, before: before, after: offset(new))
        }
        return nil
    }

    /// The first second whose local date is this one, or a later one where the zone leaves this date out.
    func start(of date: CivilDate) -> Int {
        let midnight = date.daysSinceUnixEpoch * 86_400
        // Clocks this far from midnight UTC show an earlier and a later date, whatever the offset.
        var second = midnight - Self.largest
        let end = midnight + Self.largest
        while let change = firstChange(in: second..<end) {
            // As long as the offset stays, the local date only grows.
            let candidate = max(second, midnight - change.before)
            if candidate < change.second { return candidate }
            second = change.second
        }
        return max(second, midnight - offset(second))
    }
}
