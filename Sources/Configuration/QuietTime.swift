// SPDX-License-Identifier: MIT
/// `Quiet=`: the times of day at which notifications are silent, or not shown.
package struct QuietTime: Equatable, Sendable {
    package let ranges: [DailyRange]

    package static let none = QuietTime(ranges: [])

    private init(ranges: [DailyRange]) { self.ranges = ranges }

    /// Parses ranges of local time, separated by commas: `22:00-07:00`, `22:00-07:00, 13:00-14:30`. A range can cross
    /// midnight, and can end at `24:00`. An empty text means no range. Nil for anything else, and for a range that ends
    /// where it starts.
    package init?(_ text: String) {
        var ranges: [DailyRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) where !text.isEmpty {
            guard let range = DailyRange(part) else { return nil }
            ranges.append(range)
        }
        self.init(ranges: ranges)
    }
}

/// A range of times of day. If its end is not later than its start, it ends on the next date.
package struct DailyRange: Equatable, Sendable {
    package let start, end: TimeOfDay

    fileprivate init?(_ text: Substring) {
        let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { String($0.trimmingSpaces) }
        guard bounds.count == 2, let start = TimeOfDay(bounds[0]),
            let end = TimeOfDay(bounds[1] == "24:00" ? "00:00" : bounds[1]), start != end || bounds[1] == "24:00"
        else { return nil }
        (self.start, self.end) = (start, end)
    }
}
