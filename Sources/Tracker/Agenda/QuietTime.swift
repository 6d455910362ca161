// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

extension QuietTime {
    /// Whether the instant is in the quiet time.
    ///
    /// If the clocks repeat an hour, a range begins at the first occurrence of its start, and ends at the last
    /// occurrence of its end, so it is not split into two. If the clocks skip an hour, the range begins or ends at the
    /// change.
    package func contains(_ instant: Instant, in localTime: any LocalTime) -> Bool {
        guard !ranges.isEmpty else { return false }
        let today = localTime.civilTime(at: instant).date
        // Yesterday's range may not have ended yet, and tomorrow's may have begun before the clocks were set back past
        // midnight.
        let dates = (-1...1).map(today.adding(days:))
        return ranges.contains { range in
            dates.contains { range.contains(instant, from: $0, in: localTime) }
        }
    }
}

extension DailyRange {
    fileprivate func contains(_ instant: Instant, from date: CivilDate, in localTime: any LocalTime) -> Bool {
        instant >= localTime.instants(of: start, on: date).lowerBound
            && instant < localTime.instants(of: end, on: start < end ? date : date.adding(days: 1)).upperBound
    }
}
