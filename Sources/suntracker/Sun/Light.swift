// SPDX-License-Identifier: MIT
import Configuration
import Solar
import Tracker
import Wording

/// The names, characters and colours of the light in all reports.
extension DayPhase {
    /// The name in the middle of a sentence: `civil twilight`.
    func displayName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: the light now, or in a legend
        case .night: words("night")
        case .astronomical: words("astronomical twilight")
        case .nautical: words("nautical twilight")
        case .civil: words("civil twilight")
        case .day: words("day")
        }
    }

    func capitalizedDisplayName(in words: Localizer) -> String { displayName(in: words).capitalizedFirst }

    /// The shortest name: `civil`.
    func shortName(in words: Localizer) -> String {
        switch self {
        // TRANSLATORS: short for: astronomical twilight. The light now, as a word in a panel
        case .astronomical: words.inContext("twilight", "astronomical")
        // TRANSLATORS: short for: nautical twilight
        case .nautical: words.inContext("twilight", "nautical")
        // TRANSLATORS: short for: civil twilight
        case .civil: words.inContext("twilight", "civil")
        case .night, .day: displayName(in: words)
        }
    }

    /// The character for it, in Unicode or in ASCII: the brighter the light, the denser the character.
    func shade(isASCII: Bool) -> Character {
        switch self {
        case .night: " "
        case .astronomical: isASCII ? "." : "·"
        case .nautical: isASCII ? "-" : "░"
        case .civil: isASCII ? "=" : "▒"
        case .day: isASCII ? "#" : "█"
        }
    }

    /// The colour for it on a terminal and on the page, from the night sky to the Sun. Neighbours differ in brightness,
    /// so colour-blind people can tell them apart.
    ///
    /// The indices are chosen manually: terminals with 256 colours have few dark blues, so the nearest colours would
    /// not be in order of brightness. With few colours, they are black, blue, magenta, cyan and yellow.
    var colour: Colour {
        switch self {
        case .night: Colour(rgb: 0x0B1030, indexOf256: 17, indexOf8: 0)
        case .astronomical: Colour(rgb: 0x2A3A7C, indexOf256: 25, indexOf8: 4)
        case .nautical: Colour(rgb: 0x5470BF, indexOf256: 68, indexOf8: 5)
        case .civil: Colour(rgb: 0xB3A6DC, indexOf256: 110, indexOf8: 6)
        case .day: Colour(rgb: 0xFFE9AE, indexOf256: 222, indexOf8: 3)
        }
    }

    /// The perceived brightness of its colour relative to the others.
    var brightness: Int { [0, 1, 2, 4, 7][level] }
}

/// A bar that shows the light of a date from midnight to midnight, with the current time above it and the hours below.
/// In true colour, it shows the sky with the Sun.
struct DayBar {
    let today: Today
    let ink: Ink
    let columns: Int

    enum Ink: Hashable, Sendable {
        /// Block characters of different density.
        case shades
        case colours(ColourDepth)
    }

    private var words: Localizer { today.words }
    private var localTime: any LocalTime { today.relativeTime.localTime }
    /// The number of cells: a multiple of 12, so that two hours are a whole number of cells, at most one for each
    /// quarter of an hour.
    private var cells: Int { min(96, (columns - 2) / 12 * 12) }

    var lines: [[StyledText]] {
        let picture =
            ink == .colours(.direct)
            ? Sky(today: today, cells: cells).lines : (today.isWholeDay ? [] : [[marker]]) + [bar]
        return picture + [[StyledText(scale, .faint)]]
    }

    private var frame: String { ink == .shades ? "│" : "" }

    private var marker: StyledText {
        let (sign, label) = ("▼", words("now"))
        let now = min(localTime.civilTime(at: today.relativeTime.now).secondOfDay, 86_399)
        let column = frame.count + now * cells / 86_400
        let fits = column + 1 + 1 + label.columns <= columns
        let text = fits ? "\(sign) \(label)" : "\(label) \(sign)"
        return StyledText(.spaces(fits ? column : column - label.columns - 1) + text, .bold)
    }

    private var bar: [StyledText] {
        guard case .colours = ink else {
            let shades = today.chartDay.light.samples(cells).map { $0.shade(isASCII: false) }
            return [StyledText(frame + String(shades) + frame)]
        }
        let halves = today.chartDay.light.samples(2 * cells)
        return (0..<cells).map { cell in
            let (left, right) = (halves[2 * cell], halves[2 * cell + 1])
            guard left != right else { return StyledText(" ", .init(background: left.colour)) }
            return StyledText("▌", .init(foreground: left.colour, background: right.colour))
        }
    }

    private var scale: String {
        .spaces(frame.count) + localTime.hourScale(cells: cells, columns: columns - frame.count)
    }
}

extension LocalTime {
    /// The labels of the hours below the cells of a day, as many as fit into `columns` columns. The end of the day is
    /// the least important label, and is shown only if it fits at the right end.
    ///
    /// - Parameter step: the minimum number of hours between two labels.
    func hourScale(cells: Int, columns: Int, step: Int = 3) -> String {
        [3, 6, 12].lazy.filter { $0 >= step }.compactMap { step in
            var line = ""
            for hour in stride(from: 0, through: 24, by: step) {
                let name = text(ofHour: hour)
                let start = min(hour * cells / 24, columns - name.columns)
                guard start > line.columns || hour == 0 else {
                    if hour == 24 { break }
                    return nil
                }
                line += .spaces(start - line.columns) + name
            }
            return line
        }.first ?? ""
    }
}

/// The sky of a date in true colour, four rows high, with the Sun at its current position.
struct Sky {
    let today: Today
    let cells: Int

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
        let pale = today.altitude < 6 ? SkyColour.lowSun : SkyColour.winterSun
        let colour = row < Self.rows / 2 ? SkyColour.sun : pale
        return StyledText("●", .init(foreground: colour, background: lower))
    }

    /// The height of a row of half cells: 1 at the top, 0 at the bottom.
    private static func height(ofLine line: Int) -> Double { 1 - Double(line) / Double(2 * rows - 1) }

    private static let rows = 4

    /// The column and the row of the Sun, whose height is a part of its greatest height at the place in the year. Below the
    /// horizon, it is a circle in the lowest row.
    private var sunCell: (column: Int, row: Int) {
        let second = min(today.relativeTime.localTime.civilTime(at: today.relativeTime.now).secondOfDay, 86_399)
        let height = today.light == .day ? max(0, min(1, today.altitude / today.place.observer.greatestAltitude)) : 0
        return (second * cells / 86_400, min(Self.rows - 1, Int((1 - height) * Double(Self.rows))))
    }

    /// The altitude of the Sun in the middle of a cell, in degrees.
    private func altitude(_ cell: Int) -> Double {
        let minute = 1440 * (2 * cell + 1) / (2 * cells)
        let time = TimeOfDay(hour: minute / 60, minute: minute % 60)
        let instant = time.map { today.relativeTime.localTime.instants(of: $0, on: today.date).lowerBound }
        return SolarPosition(at: instant ?? today.day.noon).horizontal(at: today.place.observer.coordinate).altitude
    }
}

extension Observer {
    /// The greatest altitude of the Sun in the year, in degrees.
    var greatestAltitude: Double { min(90, 90 - abs(coordinate.latitude.degrees) + 23.44) }
}

enum SkyColour {
    /// The colours overhead and at the horizon for some altitudes of the Sun in degrees. In between, they change
    /// linearly.
    private static let stops: [(altitude: Double, overhead: Int, horizon: Int)] = [
        (-18, 0x0B1030, 0x0B1030), (-12, 0x111A45, 0x1D2C6B), (-6, 0x24377F, 0x665F9E), (-3, 0x3C56A6, 0xC07F8F),
        (0, 0x5E82C8, 0xF2A26B), (6, 0x6FA3DF, 0xFFD89A), (15, 0x5B9BE0, 0xBFDDF5), (40, 0x3F87D9, 0x9CCBF0),
    ]

    static let sun = Colour(rgb: 0xFFF2A8, indexOf256: 229)
    /// Orange, which differs enough from the pale sky in the lower half.
    static let winterSun = Colour(rgb: 0xE07B00, indexOf256: 172)
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
