import Solar
import Tracker
import Wording

/// A bar that shows the light of a date from midnight to midnight, with the current time above it and the hours below.
/// In true colour, it shows the sky with the Sun.
struct DayBar {
    let today: Today
    let ink: TodayForm.Ink
    /// The width of the window.
    let columns: Int

    private var words: Localizer { today.words }
    private var localTime: any LocalTime { today.relativeTime.localTime }
    /// The number of cells: a multiple of 12, so that two hours are a whole number of cells, at most one for each
    /// quarter of an hour.
    private var cells: Int { min(96, (columns - 2) / 12 * 12) }

    /// The mark of the current time, the bar, and the hours.
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
