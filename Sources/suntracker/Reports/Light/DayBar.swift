import Solar
import Tracker

/// A bar that shows the light of a date from midnight to midnight, with the current time above it and the hours below.
struct DayBar {
    let today: Today
    let ink: TodayForm.Ink
    /// The width of the window.
    let columns: Int

    private var words: Localizer { today.words }
    private var localTime: any LocalTime { today.relativeTime.localTime }
    private var cells: Int { Self.cells(inColumns: columns) }

    /// The number of cells of a bar in a window of `columns` columns: a multiple of 12, so that two hours are a whole number
    /// of cells, up to one for each quarter of an hour; 0 if there is no room for a bar.
    private static func cells(inColumns columns: Int) -> Int { min(96, (columns - 2) / 12 * 12) }

    /// Three lines, with a legend for ASCII characters; no lines if there is no room.
    var lines: [[StyledText]] {
        guard cells > 0 else { return [] }
        let lines = [[marker], bar, [StyledText(scale, .faint)]]
        guard ink == .ascii else { return lines }
        return lines + legend.joinedAndWrapped(to: columns, separator: words.listSeparator).map { [StyledText($0)] }
    }

    private var frame: String {
        switch ink {
        case .ascii: "|"
        case .shades: "│"
        case .colours: ""
        }
    }

    private var marker: StyledText {
        let (sign, label) = (ink == .ascii ? "v" : "▼", words("now"))
        let now = min(localTime.civilTime(at: today.relativeTime.now).secondOfDay, 86_399)
        let column = frame.count + now * cells / 86_400
        let fits = column + 1 + 1 + label.columns <= columns
        let text = fits ? "\(sign) \(label)" : "\(label) \(sign)"
        return StyledText(.spaces(fits ? column : column - label.columns - 1) + text, .bold)
    }

    private var bar: [StyledText] {
        guard case .colours = ink else {
            let shades = today.chartDay.light.samples(cells).map { $0.shade(isASCII: ink == .ascii) }
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

    private var legend: [String] {
        DayPhase.allCases.dropFirst().reversed().map { light in
            "\(light.shade(isASCII: true)) \(light.displayName(in: words))"
        }
    }
}

extension DayBar {
    /// The next instant on the same date at which the marker moves to another cell; nil if there is none. The result holds
    /// unless the clocks change before it.
    static func nextStep(after now: Instant, inColumns columns: Int, localTime: any LocalTime) -> Instant? {
        let cells = cells(inColumns: columns)
        guard cells > 0 else { return nil }
        let second = localTime.civilTime(at: now).secondOfDay
        let step = min(second, 86_399) * cells / 86_400 + 1
        let next = (step * 86_400 + cells - 1) / cells
        // Local seconds start with the seconds of UTC.
        let fraction = ((now.microseconds % 1_000_000) + 1_000_000) % 1_000_000
        return now + .seconds(next - second) - .microseconds(fraction)
    }
}

extension LocalTime {
    /// The labels of the hours below the cells of a day, as many as fit into `columns` columns, the last one at the right end
    /// at most.
    ///
    /// - Parameter step: the least number of hours between two labels.
    func hourScale(cells: Int, columns: Int, step: Int = 3) -> String {
        [3, 6, 12, 24].lazy.filter { $0 >= step }.compactMap { step in
            var line = ""
            for hour in stride(from: 0, through: 24, by: step) {
                let name = text(ofHour: hour)
                let start = min(hour * cells / 24, columns - name.columns)
                guard start > line.columns || line.isEmpty && start == 0 else { return nil }
                line += .spaces(start - line.columns) + name
            }
            return line
        }.first ?? ""
    }
}
