import Solar
import Tracker

/// The drawing of a chart in the cells of a terminal: days from left to right, the hours of the day upwards.
struct ChartPlot {
    let chart: DaylightChart
    let columns: Int
    let rows: Int

    /// The index of the day whose light a column shows.
    func day(atColumn column: Int) -> Int {
        let column = min(max(column, 0), columns - 1)
        return (2 * column + 1) * chart.days.count / (2 * columns)
    }

    func column(ofDay index: Int) -> Int {
        (2 * index + 1) * columns / (2 * chart.days.count)
    }

    /// The rows from the top, one cell per column, with a line through the selected day.
    func lines(selected: Int, depth: ColourDepth) -> [[StyledText]] {
        let lights = (0..<columns).map { column in
            Array(chart.days[day(atColumn: column)].light.samples(rows * Self.eighths).reversed())
        }
        let cursor = column(ofDay: selected)
        return (0..<rows).map { row in
            (0..<columns).map { column in
                let cell = lights[column][row * Self.eighths..<(row + 1) * Self.eighths]
                if column == cursor { return Self.cursor(over: cell[cell.startIndex + Self.eighths / 2]) }
                return depth == .none ? Self.shade(cell) : Self.blocks(cell)
            }
        }
    }

    /// A cell is divided into eighths, like the block characters U+2581 to U+2588.
    private static let eighths = 8

    private static func shade(_ cell: ArraySlice<DayPhase>) -> StyledText {
        let (upper, lower) = (cell[cell.startIndex + 1], cell[cell.endIndex - 2])
        // A sunrise or sunset within the cell is drawn with a precision of half a cell.
        switch (upper, lower) {
        case (.day, .night), (.day, .astronomical): return StyledText("▀")
        case (.night, .day), (.astronomical, .day): return StyledText("▄")
        default: return StyledText(String(cell[cell.startIndex + eighths / 2].shade(isASCII: false)))
        }
    }

    /// Draws a cell in two colours: the upper phase as background, the lower one as foreground. If the cell contains
    /// more than two phases, the two that represent it best are shown.
    static func blocks(_ cell: ArraySlice<DayPhase>) -> StyledText {
        var best = (distance: Int.max, upper: DayPhase.night, lower: DayPhase.night, count: 0)
        for count in 0..<eighths {
            let (upper, lower) = (middle(of: cell.dropLast(count)), middle(of: cell.suffix(count)))
            let distance =
                cell.dropLast(count).reduce(0) { $0 + abs($1.brightness - upper.brightness) }
                + cell.suffix(count).reduce(0) { $0 + abs($1.brightness - lower.brightness) }
            if distance < best.distance { best = (distance, upper, lower, count) }
            if distance == 0 { break }
        }
        guard best.upper != best.lower, best.count > 0, let block = UnicodeScalar(0x2580 + best.count) else {
            return StyledText(" ", .init(background: best.upper.colour))
        }
        return StyledText(String(Character(block)), .init(foreground: best.lower.colour, background: best.upper.colour))
    }

    /// The median of the phases.
    private static func middle(of lights: ArraySlice<DayPhase>) -> DayPhase {
        guard !lights.isEmpty else { return .night }
        return lights.sorted()[lights.count / 2]
    }

    private static func cursor(over light: DayPhase) -> StyledText {
        StyledText("│", .init(foreground: light >= .civil ? .black : .white, background: light.colour))
    }
}
