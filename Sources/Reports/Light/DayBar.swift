import Solar
import Terminal
import Tracker

/// The light of a date from its first hour to its last in one line, where in it now is, and the hours under it.
struct DayBar {
    private let light: [LightSpan]
    /// On the clock, in seconds since midnight.
    private let now: Int
    private let localTime: any LocalTime
    private let ink: TodayForm.Ink
    private let columns: Int
    /// The cells of the day: a whole number for every two hours.
    private let cells: Int

    /// More cells than this, one for a quarter of an hour, tell nobody more.
    private static let most = 96

    /// The bar in a window of so many columns.
    init(of today: Today, ink: TodayForm.Ink, columns: Int) {
        light = today.hours
        localTime = today.relativeTime.localTime
        let time = localTime.civilTime(at: today.relativeTime.now)
        now = min(time.hour * 3600 + time.minute * 60 + time.second, 86_399)
        self.ink = ink
        self.columns = columns
        cells = Self.cells(inColumns: columns)
    }

    /// How many cells a bar has in a window of so many columns; 0 where there is no room for one.
    static func cells(inColumns columns: Int) -> Int { min(most, (columns - 2) / 12 * 12) }

    /// Three lines, and with ASCII what its characters mean; none where there is no room.
    var lines: [[StyledText]] {
        guard cells > 0 else { return [] }
        let lines = [[marker], bar, [StyledText(scale, .faint)]]
        guard ink == .ascii else { return lines }
        return lines + legend.joinedAndWrapped(to: columns).map { [StyledText($0)] }
    }

    private var frame: String {
        switch ink {
        case .ascii: "|"
        case .shades: "│"
        case .colours: ""
        }
    }

    private var marker: StyledText {
        let (sign, word) = (ink == .ascii ? "v" : "▼", "now")
        let column = frame.count + now * cells / 86_400
        let fits = column + 1 + 1 + word.count <= columns
        let text = fits ? "\(sign) \(word)" : "\(word) \(sign)"
        return StyledText(.spaces(fits ? column : column - word.count - 1) + text, .bold)
    }

    private var bar: [StyledText] {
        guard case .colours = ink else {
            let shades = (0..<cells).map { cell in
                let light = light(at: 2 * cell + 1, of: 2 * cells)
                return ink == .ascii ? light.asciiShade : light.shade
            }
            return [StyledText(frame + String(shades) + frame)]
        }
        return (0..<cells).map { cell in
            let (left, right) = (light(at: 4 * cell + 1, of: 4 * cells), light(at: 4 * cell + 3, of: 4 * cells))
            guard left != right else { return StyledText(" ", .init(background: left.colour)) }
            return StyledText("▌", .init(foreground: left.colour, background: right.colour))
        }
    }

    private func light(at part: Int, of parts: Int) -> Light {
        let second = 86_400 * part / parts
        return light.first { $0.seconds.contains(second) }?.light ?? .night
    }

    private var scale: String {
        let scale = HourScale(localTime: localTime, cells: cells)
        return .spaces(frame.count) + scale.line(columns: columns - frame.count)
    }

    private var legend: [String] {
        Light.allCases.dropFirst().reversed().map { light in
            "\(light.asciiShade) \(light == .day ? light.word : light.word + " twilight")"
        }
    }
}

extension DayBar {
    /// The first instant after now, on the same date and before the clocks change, at which now is in another cell; nil
    /// if there is none.
    static func nextStep(after now: Instant, inColumns columns: Int, localTime: any LocalTime) -> Instant? {
        let cells = cells(inColumns: columns)
        guard cells > 0 else { return nil }
        let time = localTime.civilTime(at: now)
        let second = time.hour * 3600 + time.minute * 60 + time.second
        let step = min(second, 86_399) * cells / 86_400 + 1
        let next = (step * 86_400 + cells - 1) / cells
        // The clock's seconds begin with those of UTC.
        let fraction = ((now.microseconds % 1_000_000) + 1_000_000) % 1_000_000
        return now + .seconds(next - second) - .microseconds(fraction)
    }
}
