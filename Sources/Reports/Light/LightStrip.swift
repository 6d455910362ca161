/// A part of a chart in which it is at least so light, between a line below and a line above that go from day to day.
struct LightStrip {
    /// The index of its first day.
    let firstDay: Int
    /// From when to when on each day, in minutes of the clock, 0 to 1440.
    private(set) var minutes: [ClosedRange<Int>]

    /// A line that moves by more from one day to the next is broken, as it wraps around midnight then.
    private static let longestStep = 120

    /// The strips in which it is so light or lighter. They end where a day has more or fewer such parts than the one
    /// before, and where the clocks have changed.
    static func strips(of light: Light, in days: [ChartDay]) -> [LightStrip] {
        var (open, closed): ([LightStrip], [LightStrip]) = ([], [])
        for (index, day) in days.enumerated() {
            let parts = day.minutes(atLeast: light)
            if day.clockChange == nil, parts.count == open.count,
                zip(open, parts).allSatisfy({ $0.isContinued(by: $1) })
            {
                for (strip, part) in parts.enumerated() { open[strip].minutes.append(part) }
            } else {
                closed += open
                open = parts.map { LightStrip(firstDay: index, minutes: [$0]) }
            }
        }
        return closed + open
    }

    private func isContinued(by part: ClosedRange<Int>) -> Bool {
        guard let last = minutes.last else { return false }
        return abs(last.lowerBound - part.lowerBound) <= Self.longestStep
            && abs(last.upperBound - part.upperBound) <= Self.longestStep
    }

    /// Its outline as the data of an SVG path, two units a day to the right and one a minute upwards from 1440: through
    /// the middle of each day, flat to the ends of the first and the last.
    var outline: String {
        let upper = minutes.map { 1440 - $0.upperBound }
        let lower = minutes.map { 1440 - $0.lowerBound }
        var path = "M\(2 * firstDay) \(upper[0])h1"
        for (from, to) in zip(upper, upper.dropFirst()) { path += "l2 \(to - from)" }
        path += "h1V\(lower[lower.count - 1])h-1"
        for (from, to) in zip(lower.reversed(), lower.reversed().dropFirst()) { path += "l-2 \(to - from)" }
        return path + "h-1z"
    }

    /// Its lower and its upper line alone, without the parts at midnight, where nothing begins or ends.
    var edges: String {
        edge(minutes.map(\.lowerBound)) + edge(minutes.map(\.upperBound))
    }

    private func edge(_ line: [Int]) -> String {
        var (path, isDrawing) = ("", false)
        for (index, minute) in line.enumerated() {
            guard (1..<1440).contains(minute) else {
                isDrawing = false
                continue
            }
            path += isDrawing ? "l2 \(line[index - 1] - minute)" : "M\(2 * (firstDay + index) + 1) \(1440 - minute)"
            isDrawing = true
        }
        return path
    }
}

extension ChartDay {
    /// When it is so light or lighter, in minutes of the clock.
    fileprivate func minutes(atLeast level: Light) -> [ClosedRange<Int>] {
        var parts: [ClosedRange<Int>] = []
        for span in light where span.light >= level {
            let part = (span.seconds.lowerBound + 30) / 60...(span.seconds.upperBound + 30) / 60
            if let last = parts.last, last.upperBound == part.lowerBound {
                parts[parts.count - 1] = last.lowerBound...part.upperBound
            } else {
                parts.append(part)
            }
        }
        return parts
    }
}
