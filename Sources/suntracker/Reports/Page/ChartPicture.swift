import Solar
import Tracker

/// The chart as SVG elements: two units per day horizontally, 1440 vertically, one per minute. The picture is scaled to any
/// shape.
extension DaylightChart {
    /// The light, the grid of hours and months, the lines of sunrise and sunset, solstices and equinoxes, and today.
    var pictureElements: String {
        let levels = DayPhase.allCases.dropFirst().map { light in (light, LightStrip.strips(of: light, in: days)) }
        let width = 2 * days.count
        var text = "<rect class=\"light-0\" width=\"\(width)\" height=\"1440\"/>"
        for (light, strips) in levels {
            let outlines = strips.map(\.outline).joined()
            text += "\n<path class=\"light-\(light.level)\" d=\"\(outlines)\"/>"
        }
        let edges = levels.last?.1.map(\.edges).joined() ?? ""
        let hours = [360, 720, 1080].map { "M0 \($0)h\(width)" }.joined()
        let months = firstsOfMonths.map { "M\(2 * $0.index) 0v1440" }.joined()
        text += "\n<path class=\"grid\" d=\"\(hours)\(months)\"/>"
        text += "\n<path class=\"horizon\" d=\"\(edges)\"/>"
        let seasons = "d=\"\(seasons.map { "M\(2 * $0.index + 1) 0v1440" }.joined())\""
        text += "\n<path class=\"season-halo\" \(seasons)/><path class=\"season\" \(seasons)/>"
        let today = "d=\"M\(2 * todayIndex + 1) 0v1440\""
        text += "\n<path class=\"today-halo\" \(today)/><path class=\"today\" \(today)/>"
        return text
    }

    /// The first days of months, with the names of the months.
    var firstsOfMonths: [(index: Int, name: String)] {
        days.enumerated().compactMap { index, day in monthLabel(of: day).map { (index, $0) } }
    }

    /// The name of the month on its first day: `Nov`, `Jan 2027`; nil on another day.
    func monthLabel(of day: ChartDay) -> String? {
        let (year, month, number) = day.date.components
        guard number == 1 else { return nil }
        let name = words.shortMonth(month)
        // TRANSLATORS: an abbreviated month and the year: Jan 2027
        return month == 1 ? words("{month} {year}", ["month": name, "year": String(year)]) : name
    }

    /// The style of the elements, with the custom properties of `ChartPalette`.
    static let pictureStyle =
        DayPhase.allCases.map { ".light-\($0.level){fill:var(--light-\($0.level))}" }.joined(separator: "\n") + """

            .grid,.horizon,.season,.season-halo,.today,.today-halo{fill:none;vector-effect:non-scaling-stroke}
            .grid{stroke:var(--muted);stroke-opacity:.35}
            .horizon{stroke:var(--horizon);stroke-width:1.5px;stroke-linejoin:round}
            .season-halo{stroke:\(ChartPalette.cursorHalo);stroke-width:1px}
            .season{stroke:\(ChartPalette.cursor);stroke-width:1px;stroke-dasharray:2 4}
            .today-halo{stroke:\(ChartPalette.cursorHalo);stroke-width:2px}
            .today{stroke:\(ChartPalette.cursor);stroke-width:2px;stroke-dasharray:5 5}
            """
}

/// An area of a chart in which a phase or a brighter one prevails, between a lower and an upper line across the days.
struct LightStrip {
    /// The index of its first day.
    let firstDay: Int
    /// The start and the end on each day, in minutes of the clock (0 to 1440).
    private(set) var minutes: [ClosedRange<Int>]

    /// A line that moves by more minutes than this from one day to the next is broken, since it wraps around midnight.
    private static let longestStep = 120

    /// The areas of a phase and all brighter ones. An area ends where the number of such parts of a day changes, and at a
    /// clock change.
    static func strips(of light: DayPhase, in days: [ChartDay]) -> [LightStrip] {
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

    /// The outline as data of an SVG path: through the middle of each day, and flat to the ends of the first and last day.
    var outline: String {
        let upper = minutes.map { 1440 - $0.upperBound }
        let lower = minutes.map { 1440 - $0.lowerBound }
        var path = "M\(2 * firstDay) \(upper[0])h1"
        for (from, to) in zip(upper, upper.dropFirst()) { path += "l2 \(to - from)" }
        path += "h1V\(lower[lower.count - 1])h-1"
        for (from, to) in zip(lower.reversed(), lower.reversed().dropFirst()) { path += "l-2 \(to - from)" }
        return path + "h-1z"
    }

    /// The lower and the upper line alone, without the parts at midnight.
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
    /// The parts of the day with this phase or a brighter one, in minutes of the clock.
    fileprivate func minutes(atLeast level: DayPhase) -> [ClosedRange<Int>] {
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
