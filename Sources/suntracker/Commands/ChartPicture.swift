// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// The chart as SVG elements: 100 units per day horizontally, one per second vertically. The picture is scaled to any shape.
extension DaylightChart {
    /// The light, with the hours, the lines of sunrise and sunset, and the current position of the Sun.
    func sky(at now: Instant) -> String {
        let width = 100 * days.count
        var text = "<rect class=\"light-0\" width=\"\(width)\" height=\"86400\"/>"
        var edges = ""
        for light in DayPhase.allCases.dropFirst() {
            let area = LightArea(of: light, in: self)
            text += Self.path("light-\(light.level)", area.outline)
            edges = area.edges
        }
        text += Self.lines("grid", [6, 12, 18].map { "M0 \($0 * 3600)h\(width)" }.joined())
        text += Self.path("horizon", edges)
        let (x, second) = (100 * todayIndex + 50, localTime.civilTime(at: now).secondOfDay)
        return text + Self.lines("sun", "M\(x) \(86_400 - second)h0")
    }

    var dayLines: String {
        func path(_ indices: [Int], middle: Int = 0) -> String {
            indices.map { "M\(100 * $0 + middle) 0v86400" }.joined()
        }
        let changes = days.indices.filter { days[$0].clockChange != nil }
        return Self.lines("grid", path(firstsOfMonths.map(\.index)))
            + Self.lines("change", path(changes) + path(seasons.map(\.index), middle: 50))
            + Self.lines("today", path([todayIndex], middle: 50)) + Self.lines("pointed", "M0 0")
            + Self.lines("chosen", path([todayIndex], middle: 50))
    }

    /// The first days of months with their labels: `Nov`, and for January the year.
    var firstsOfMonths: [(index: Int, name: String)] {
        days.indices.compactMap { index in
            let (year, month, number) = days[index].date.components
            return number == 1 ? (index, month == 1 ? String(year) : words.shortMonth(month)) : nil
        }
    }

    /// The labels of the months. In the narrowest chart, only months at equal distances have room, with January.
    var monthLabels: [String] {
        let widest = firstsOfMonths.map(\.name.columns).max() ?? 0
        let step = [1, 2, 3, 4, 6].first { Double($0) * Self.narrowest / 12 > Self.width(of: widest) + 8 } ?? 12
        return firstsOfMonths.map { index, name in
            let month = days[index].date.components.month - 1
            let hidden = month % step == 0 ? "" : " display=\"none\""
            return label(name, of: index, at: 0, "y=\"1.1em\" data-month=\"\(month)\"\(hidden)")
        }
    }

    /// The labels of the marks in as many rows as the narrowest chart needs, and the height of the rows. The script uses
    /// fewer rows in a wider chart.
    var markLabels: (labels: [String], height: String) {
        var ends: [Double] = []
        let labels = marks.map { index, name, isToday in
            let (middle, width) = (
                Self.narrowest * (Double(index) + 0.5) / Double(days.count), Self.width(of: name.columns)
            )
            let anchor = middle < width / 2 ? "start" : middle + width / 2 > Self.narrowest ? "end" : "middle"
            let start = anchor == "start" ? middle : anchor == "end" ? middle - width : middle - width / 2
            let row = ends.firstIndex { start > $0 + 8 } ?? ends.count
            ends = Array(ends.prefix(row)) + [start + width] + ends.dropFirst(row + 1)
            let attributes = "y=\"\((1.1 + 1.3 * Double(row)).decimalText(places: 1))em\" text-anchor=\"\(anchor)\""
            return label(name, of: index, at: 0.5, attributes + (isToday ? " class=\"now\"" : ""))
        }
        return (labels, (0.3 + 1.3 * Double(ends.count)).decimalText(places: 1))
    }

    private func label(_ name: String, of index: Int, at middle: Double, _ attributes: String) -> String {
        let position = (100 * (Double(index) + middle) / Double(days.count)).decimalText(places: 2)
        return "<text x=\"\(position)%\" data-day=\"\(index)\" \(attributes)>\(name.escapedForMarkup)</text>"
    }

    /// The width of the drawing in a window of 320 pixels, and about the width of a text, in pixels.
    private static let narrowest = 270.0
    private static func width(of columns: Int) -> Double { 7 * Double(columns) }

    var marks: [(index: Int, name: String, isToday: Bool)] {
        let changes = days.indices.compactMap { index in
            days[index].clockChange.map { (index, $0.summary(in: words), false) }
        }
        let seasons = seasons.map { index, event in
            // TRANSLATORS: a label in a chart
            let isEquinox = [.marchEquinox, .septemberEquinox].contains(event)
            return (index, isEquinox ? words("equinox") : words("solstice"), false)
        }
        // TRANSLATORS: a mark in a narrow chart: at most 9 columns
        let today = (todayIndex, words.inContext("chart", "today"), true)
        return (changes + seasons + [today]).sorted { $0.0 < $1.0 }
    }

    private var seasons: [(index: Int, event: SolarEvent)] {
        days.indices.compactMap { index in days[index].season.map { (index, $0.event) } }
    }

    private static func path(_ name: String, _ data: String) -> String {
        data.isEmpty ? "" : "\n<path class=\"\(name)\" d=\"\(data)\"/>"
    }

    /// Lines with a halo, which are visible on every light.
    private static func lines(_ name: String, _ data: String) -> String {
        path("halo \(name)", data) + path("line \(name)", data)
    }
}

/// The area of a chart in which it is at least this light, and the lines at which the area begins and ends, as data of
/// SVG paths. A date is 100 units wide, and a second is one unit high. The lines connect the middles of consecutive dates on
/// which the light begins equally often; it begins twice where the dusk is after midnight.
struct LightArea {
    private(set) var outline = ""
    /// Without the midnights at which the area only goes on.
    private(set) var edges = ""

    init(of light: DayPhase, in chart: DaylightChart) {
        let days = chart.days.map { $0.light.spans(from: light) }
        let offsets = chart.days.map { chart.localTime.civilTime(at: $0.day.noon).utcOffset }
        var start = 0
        for end in 1...days.count
        where end == days.count || days[end].count != days[start].count || offsets[end] != offsets[start] {
            // At a clock change, the lines are interrupted.
            let before = start > 0 && offsets[start - 1] == offsets[start] ? days[start - 1] : nil
            let after = end < days.count && offsets[end] == offsets[start] ? days[end] : nil
            for number in days[start].indices {
                func line(of bound: KeyPath<Range<Int>, Int>) -> [(x: Int, second: Int)] {
                    let middles = (start..<end).map { (100 * $0 + 50, days[$0][number][keyPath: bound]) }
                    return [(100 * start, Self.end(of: bound, of: number, in: days[start], at: before))] + middles
                        + [(100 * end, Self.end(of: bound, of: number, in: days[end - 1], at: after))]
                }
                let (dawn, dusk) = (line(of: \.lowerBound), line(of: \.upperBound))
                outline += Self.path(dusk + dawn.reversed()) + "z"
                for line in [dawn, dusk] {
                    edges += line.split { [0, 86_400].contains($0.second) }.map { Self.path(Array($0)) }.joined()
                }
            }
            start = end
        }
    }

    /// The second at which the line of a bound reaches a neighbouring day with more or fewer spans: halfway to its bound
    /// there. Without one, the span narrows to a point, or if it is light there, the dark next to the span.
    private static func end(
        of bound: KeyPath<Range<Int>, Int>, of number: Int, in day: [Range<Int>], at neighbour: [Range<Int>]?
    ) -> Int {
        let span = day[number]
        let second = span[keyPath: bound]
        guard let neighbour else { return second }
        if let other = neighbour.map({ $0[keyPath: bound] }).first(where: { abs($0 - second) < 3600 }) {
            return (second + other) / 2
        }
        guard neighbour.contains(where: { $0.contains(second) }) else { return (span.lowerBound + span.upperBound) / 2 }
        let others = day.flatMap { [$0.lowerBound, $0.upperBound] }
        let across =
            bound == \.lowerBound ? others.last { $0 < second } ?? 0 : others.first { $0 > second } ?? 86_400
        return (second + across) / 2
    }

    private static func path(_ points: [(x: Int, second: Int)]) -> String {
        zip(points, points.dropFirst()).reduce("M\(points[0].x) \(86_400 - points[0].second)") { path, step in
            // A minus sign needs no space before it.
            let (x, y) = (step.1.x - step.0.x, step.0.second - step.1.second)
            return path + "l\(x)" + (y < 0 ? "" : " ") + "\(y)"
        }
    }
}
