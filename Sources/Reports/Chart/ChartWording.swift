import Solar
import Tracker

extension CivilDate {
    /// `21 November 2026`.
    func withYear(in words: Words) -> String {
        // 366 days later it is always another year, so the year is written.
        formatted(relativeTo: adding(days: 366), in: words)
    }
}
