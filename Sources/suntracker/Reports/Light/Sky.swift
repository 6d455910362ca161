import Solar
import Tracker

/// The sky of a date in true colour, two rows high, with the Sun at its current position.
struct Sky {
    let today: Today
    /// The number of columns.
    let cells: Int

    /// The lines of the sky. Each cell shows two heights, one above the other.
    var lines: [[StyledText]] {
        let altitudes = (0..<cells).map(altitude)
        let sun = today.isWholeDay ? nil : sunCell
        return (0..<Self.rows).map { row in
            (0..<cells).map { cell(row: row, altitude: altitudes[$0], hasSun: sun?.column == $0 && sun?.row == row) }
        }
    }

    private func cell(row: Int, altitude: Double, hasSun: Bool) -> StyledText {
        let upper = SkyColour.colour(sunAt: altitude, height: Self.height(ofLine: 2 * row))
        let lower = SkyColour.colour(sunAt: altitude, height: Self.height(ofLine: 2 * row + 1))
        guard hasSun else {
            return StyledText("▀", .init(foreground: upper, background: lower))
        }
        guard today.light == .day else {
            return StyledText("○", .init(foreground: SkyColour.sunBelow, background: lower))
        }
        return StyledText("●", .init(foreground: row == 0 ? SkyColour.sun : SkyColour.lowSun, background: lower))
    }

    /// The height of a row of half cells: 1 at the top, 0 at the bottom.
    private static func height(ofLine line: Int) -> Double { 1 - Double(line) / Double(2 * rows - 1) }

    private static let rows = 2

    /// The column and the row of the Sun, which is high or low in the sky. Below the horizon, it is a circle in the
    /// lower row.
    private var sunCell: (column: Int, row: Int) {
        let second = min(today.relativeTime.localTime.civilTime(at: today.relativeTime.now).secondOfDay, 86_399)
        let isHigh = today.light == .day && today.altitude > today.noonAltitude / 2
        return (second * cells / 86_400, isHigh ? 0 : 1)
    }

    /// The altitude of the Sun in the middle of a cell, in degrees.
    private func altitude(_ cell: Int) -> Double {
        let minute = 1440 * (2 * cell + 1) / (2 * cells)
        let time = TimeOfDay(hour: minute / 60, minute: minute % 60)
        let instant = time.map { today.relativeTime.localTime.instants(of: $0, on: today.date).lowerBound }
        return SolarPosition(at: instant ?? today.day.noon).horizontal(at: today.place.observer.coordinate).altitude
    }
}

enum SkyColour {
    /// The colours overhead and at the horizon for some altitudes of the Sun in degrees. In between, they change
    /// linearly.
    private static let stops: [(altitude: Double, overhead: Int, horizon: Int)] = [
        (-18, 0x0B1030, 0x0B1030), (-12, 0x111A45, 0x1D2C6B), (-6, 0x24377F, 0x665F9E), (-3, 0x3C56A6, 0xC07F8F),
        (0, 0x5E82C8, 0xF2A26B), (6, 0x6FA3DF, 0xFFD89A), (15, 0x5B9BE0, 0xBFDDF5), (40, 0x3F87D9, 0x9CCBF0),
    ]

    static let sun = Colour(rgb: 0xFFF2A8, indexOf256: 229)
    /// Red, which differs enough from the bright horizon.
    static let lowSun = Colour(rgb: 0xD9381E, indexOf256: 166)
    static let sunBelow = Colour(rgb: 0x8FA0D0, indexOf256: 110)

    /// The colour at a height in the sky.
    ///
    /// - Parameters:
    ///   - altitude: the altitude of the Sun, in degrees.
    ///   - height: from 0 at the horizon to 1 overhead.
    static func colour(sunAt altitude: Double, height: Double) -> Colour {
        let next = stops.firstIndex { $0.altitude > altitude } ?? stops.endIndex
        let (low, high) = (stops[max(0, next - 1)], stops[min(next, stops.endIndex - 1)])
        let span = high.altitude - low.altitude
        let part = span > 0 ? (altitude - low.altitude) / span : 0
        let horizon = mixed(low.horizon, high.horizon, part)
        return Colour(rgb: mixed(horizon, mixed(low.overhead, high.overhead, part), height), indexOf256: 0)
    }

    /// A colour between two, component by component: the first at 0, the second at 1.
    private static func mixed(_ first: Int, _ second: Int, _ part: Double) -> Int {
        [16, 8, 0].reduce(0) { rgb, shift in
            let (from, to) = (Double(first >> shift & 255), Double(second >> shift & 255))
            return rgb | Int((from + (to - from) * part).rounded()) << shift
        }
    }
}
