import Terminal
import Tracker

/// The hours of a day at their places along its cells.
struct HourScale {
    let localTime: any LocalTime
    let cells: Int

    /// As many hours as there is room for in so many columns, the last one at their end at most.
    func line(columns: Int) -> String {
        [3, 6, 12, 24].lazy.compactMap { line(columns: columns, step: $0) }.first ?? ""
    }

    /// Every so many hours; nil where two names would touch.
    func line(columns: Int, step: Int) -> String? {
        var line = ""
        for hour in stride(from: 0, through: 24, by: step) {
            let name = localTime.text(ofHour: hour)
            let start = min(hour * cells / 24, columns - name.columns)
            guard start > line.columns || line.isEmpty && start == 0 else { return nil }
            line += .spaces(start - line.columns) + name
        }
        return line
    }
}
