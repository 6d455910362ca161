// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// The chart as SVG elements: 100 units per day horizontally, one per second vertically. The picture is scaled to any shape.
extension DaylightChart {
    /// The light, with the hours, the lines of sunrise and sunset, and the current position of the Sun.
    func sky(at now: Instant) -> String {
        let (width, pictured) = (100 * days.count, PicturedDay.all(in: self))
        var text = "<rect class=\"light-0\" width=\"\(width)\" height=\"86400\"/>"
        var edges = ""
        for light in DayPhase.allCases.dropFirst() {
            let area = LightArea(of: light, in: pictured)
            text += Self.repeated("area-\(light.level)", class: "light-\(light.level)", area.outline)
            edges = area.edges
        }
        text += Self.lines("grid", [6, 12, 18].map { "M0 \($0 * 3600)h\(width)" }.joined())
        text += Self.repeated("edges", class: "horizon", edges)
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
            + Self.lines("today", path([todayIndex], middle: 50)) + "\n<path class=\"line pointed\" d=\"\"/>"
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

    /// An area or a line at its own date, and moved by one day up and down.
    private static func repeated(_ id: String, class name: String, _ data: String) -> String {
        """

        <path id="\(id)" class="\(name)" d="\(data)"/>\
        <use href="#\(id)" x="100" y="86400"/><use href="#\(id)" x="-100" y="-86400"/>
        """
    }
}

/// The area of a chart in which it is at least this light, and the lines at which the area begins and ends.
///
/// A day is 100 units wide, and a second is one unit high. Each solar day is drawn at its date, and extends beyond
/// midnight. The picture therefore contains each area three times: at its own date, and moved by one day up and down.
struct LightArea {
    /// The outlines as data of an SVG path.
    let outline: String
    /// The lines of dawn and dusk, without the midnights at which the Sun stays up.
    let edges: String

    init(of light: DayPhase, in days: [PicturedDay]) {
        let runs = Self.runs(of: light, in: days)
        outline = runs.map { run in
            Self.path(run.line(of: \.dusk).map(\.point) + run.line(of: \.dawn).map(\.point).reversed()) + "z"
        }.joined()
        edges = runs.flatMap { [$0.line(of: \.dawn), $0.line(of: \.dusk)] }.map { line in
            line.split { !$0.isEdge }.map { Self.path($0.map(\.point)) }.joined()
        }.joined()
    }

    private static func runs(of light: DayPhase, in days: [PicturedDay]) -> [LightRun] {
        var runs: [LightRun] = []
        var last: PicturedDay?
        for day in days {
            let continues = last.map { $0.utcOffset == day.utcOffset && day.column - $0.column <= 2 } ?? false
            defer { last = day }
            guard let span = day.span(of: light) else {
                // The Sun stays below the altitude, so the open area closed at noon.
                if continues, last?.span(of: light) != nil { runs[runs.count - 1].closes = true }
                continue
            }
            if continues, last?.span(of: light) != nil {
                runs[runs.count - 1].spans.append(span)
            } else {
                runs.append(LightRun(spans: [span], opens: continues))
            }
        }
        return runs
    }

    private static func path(_ points: [LightRun.Point]) -> String {
        let corners = points.map { (x: Int((100 * $0.x).rounded()), y: Int((86_400 - $0.y).rounded())) }
        guard let first = corners.first else { return "" }
        return zip(corners, corners.dropFirst()).reduce("M\(first.x) \(first.y)") { path, step in
            // A minus sign needs no space before it.
            let (x, y) = (step.1.x - step.0.x, step.1.y - step.0.y)
            return path + "l\(x)" + (y < 0 ? "" : " ") + "\(y)"
        }
    }
}

/// A solar day of a chart, measured with the local clocks.
struct PicturedDay {
    /// The number of its date in the chart, from 0.
    let column: Int
    /// The offset from UTC at noon. Lines are interrupted where it changes.
    let utcOffset: Int
    private let noon: Double
    private let spans: [DayPhase: LightRun.Span]

    /// The solar days of a chart, each once. In the time zone of another part of the world, two dates can share a solar
    /// day.
    static func all(in chart: DaylightChart) -> [PicturedDay] {
        let localTime = chart.localTime
        // A date that the clocks skip has no column.
        let skips = zip(chart.days, chart.days.dropFirst()).filter { $0.date.adding(days: 1) != $1.date }.map(\.1.date)
        // Seconds on the clock since the midnight before the first date.
        func reading(_ instant: Instant) -> Double {
            let time = localTime.civilTime(at: instant)
            let days = time.date.daysSinceUnixEpoch - chart.days[0].date.daysSinceUnixEpoch
            return Double((days - skips.count { $0 <= time.date }) * 86_400) + Double(time.secondOfDay)
        }
        let first = reading(chart.days[0].day.noon)
        return chart.days.indices.compactMap { index in
            let day = chart.days[index]
            guard index == 0 || day.day.start != chart.days[index - 1].day.start else { return nil }
            let column = Int(((reading(day.day.noon) - first) / 86_400).rounded())
            return PicturedDay(
                day, in: column, at: chart.place.observer, utcOffset: localTime.civilTime(at: day.day.noon).utcOffset
            ) {
                reading($0) - Double(column * 86_400)
            }
        }
    }

    private init(
        _ day: ChartDay, in column: Int, at observer: Observer, utcOffset: Int, by clock: (Instant) -> Double
    ) {
        (self.column, self.utcOffset, noon) = (column, utcOffset, clock(day.day.noon))
        // A day slightly overlaps its neighbours, so that no seam is visible.
        let (start, end) = (clock(day.day.start) - 240, clock(day.day.end) + 240)
        let noon = noon
        var spans: [DayPhase: LightRun.Span] = [:]
        let twilights = day.twilights.map { ($0.light, $0.dawn, $0.dusk) } + [(DayPhase.day, day.sunrise, day.sunset)]
        for (light, dawn, dusk) in twilights {
            if dawn == nil, dusk == nil, DayPhase(at: day.day.noon, for: observer) < light { continue }
            spans[light] = LightRun.Span(
                x: Double(column) + 0.5, noon: noon,
                dawn: dawn.map { .init(y: clock($0), isEdge: true) } ?? .init(y: start, isEdge: false),
                dusk: dusk.map { .init(y: clock($0), isEdge: true) } ?? .init(y: end, isEdge: false))
        }
        self.spans = spans
    }

    fileprivate func span(of light: DayPhase) -> LightRun.Span? { spans[light] }
}

/// Consecutive days with a light, between two clock changes.
private struct LightRun {
    typealias Point = (x: Double, y: Double)

    struct Span {
        let x: Double
        let noon: Double
        let dawn: Bound
        let dusk: Bound
    }

    struct Bound {
        /// Seconds since the previous midnight.
        let y: Double
        /// Whether the point is a dawn or a dusk. Otherwise, it is a midnight at which the Sun is still this high.
        let isEdge: Bool
    }

    var spans: [Span]
    /// Whether the previous day had no such light.
    let opens: Bool
    /// Whether the next day has no such light.
    var closes = false

    /// The line of dawn or dusk from left to right.
    func line(of bound: KeyPath<Span, Bound>) -> [(point: Point, isEdge: Bool)] {
        let bounds = spans.map { $0[keyPath: bound] }
        func point(_ index: Int) -> Point { (spans[index].x, bounds[index].y) }
        /// Extends the line from a day to the point where it would reach the height `end`. Around noon and midnight,
        /// the line has the form of a parabola.
        func tip(from index: Int, toward step: Int, end: Double) -> [(point: Point, isEdge: Bool)] {
            let (width, before) = (bounds[index].y - end, index - step)
            var length = 0.5
            if bounds.indices.contains(before), bounds[before].isEdge {
                let wider = bounds[before].y - end
                let change = wider * wider - width * width
                length = change > 0 ? min(max(width * width / change, 0.05), 0.95) : 0.95
            }
            return (1...4).map { part in
                let rest = 1 - Double(part) / 4
                return ((spans[index].x + Double(step) * length * (1 - rest * rest), end + width * rest), true)
            }
        }
        /// Ends the run: at noon, or at a clock change after half a day. If the Sun stays up, the next day is needed,
        /// too, until its midnight.
        func end(at index: Int, toward step: Int, isTip: Bool) -> [(point: Point, isEdge: Bool)] {
            let bound = bounds[index]
            guard bound.isEdge else { return [((spans[index].x + 1.5 * Double(step), bound.y), false)] }
            if isTip { return tip(from: index, toward: step, end: spans[index].noon) }
            let before = index - step
            let slope = bounds.indices.contains(before) && bounds[before].isEdge ? bound.y - bounds[before].y : 0
            return [((spans[index].x + 0.5 * Double(step), bound.y + slope / 2), true)]
        }
        var line = Array(end(at: 0, toward: -1, isTip: opens).reversed())
        for index in spans.indices {
            if index > 0, bounds[index - 1].isEdge != bounds[index].isEdge {
                line +=
                    bounds[index].isEdge
                    ? tip(from: index, toward: -1, end: bounds[index - 1].y).reversed()
                    : tip(from: index - 1, toward: 1, end: bounds[index].y)
            }
            line.append((point(index), bounds[index].isEdge))
        }
        return line + end(at: spans.count - 1, toward: 1, isTip: closes)
    }
}
