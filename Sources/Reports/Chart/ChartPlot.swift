import Terminal

/// The drawing of a chart in the cells of a terminal: days from left to right, the hours of the day upwards.
struct ChartPlot {
    let chart: DaylightChart
    let columns: Int
    let rows: Int

    /// The index of the day that a column shows the light of.
    func day(atColumn column: Int) -> Int {
        let column = min(max(column, 0), columns - 1)
        return (2 * column + 1) * chart.days.count / (2 * columns)
    }

    /// The column in which a day is.
    func column(ofDay index: Int) -> Int {
        (2 * index + 1) * columns / (2 * chart.days.count)
    }

    /// The rows from the top, each a cell a column, with a line through the selected day.
    func lines(selected: Int, depth: ColourDepth) -> [[StyledText]] {
        let lights = (0..<columns).map { lightsDownwards(of: chart.days[day(atColumn: $0)]) }
        let cursor = column(ofDay: selected)
        return (0..<rows).map { row in
            (0..<columns).map { column in
                let cell = lights[column][row * Self.eighths..<(row + 1) * Self.eighths]
                if column == cursor { return Self.cursor(over: cell[cell.startIndex + Self.eighths / 2], depth) }
                return depth == .none ? Self.shade(cell) : Self.blocks(cell)
            }
        }
    }

    /// A cell is divided into eighths, as the block characters U+2581 to U+2588 do.
    private static let eighths = 8

    private func lightsDownwards(of day: ChartDay) -> [Light] {
        let parts = rows * Self.eighths
        var span = day.light.count - 1
        return (0..<parts).map { part in
            let second = 86_400 * (2 * (parts - part) - 1) / (2 * parts)
            while span > 0, day.light[span].seconds.lowerBound > second { span -= 1 }
            return day.light[span].light
        }
    }

    private static func shade(_ cell: ArraySlice<Light>) -> StyledText {
        let (upper, lower) = (cell[cell.startIndex + 1], cell[cell.endIndex - 2])
        // Where the Sun rises or sets within the cell, to half a cell.
        switch (upper, lower) {
        case (.day, .night), (.day, .astronomicalTwilight): return StyledText("▀")
        case (.night, .day), (.astronomicalTwilight, .day): return StyledText("▄")
        default: return StyledText(String(cell[cell.startIndex + eighths / 2].shade))
        }
    }

    /// A cell has two colours, the upper light as paper and the lower one as ink. Where more lights share it, it shows the
    /// two that are nearest to all of them together.
    static func blocks(_ cell: ArraySlice<Light>) -> StyledText {
        var best = (distance: Int.max, upper: Light.night, lower: Light.night, count: 0)
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

    /// The light that is nearest to all of these together: their median.
    private static func middle(of lights: ArraySlice<Light>) -> Light {
        guard !lights.isEmpty else { return .night }
        return lights.sorted()[lights.count / 2]
    }

    private static func cursor(over light: Light, _ depth: ColourDepth) -> StyledText {
        StyledText(
            "│", .init(foreground: Colour(light >= .civilTwilight ? 0x000000 : 0xFFFFFF), background: light.colour))
    }
}

extension Light {
    /// How bright its colour looks beside the others.
    fileprivate var brightness: Int { [0, 1, 2, 4, 7][rawValue] }

    /// From the sky at night to the Sun. Of 256 colours the nearest ones would be out of order: of the dark blues the
    /// terminals have few.
    var colour: Colour {
        switch self {
        case .night: Colour(0x101A38, indexOf256: 17)
        case .astronomicalTwilight: Colour(0x1F3263, indexOf256: 25)
        case .nauticalTwilight: Colour(0x3A5698, indexOf256: 68)
        case .civilTwilight: Colour(0x8DA4D0, indexOf256: 110)
        case .day: Colour(0xFFD987, indexOf256: 222)
        }
    }
}
