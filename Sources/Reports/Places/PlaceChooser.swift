package import Gazetteer
import Solar
package import Terminal
import Tracker

/// The choice of a place in a terminal window: a line in which its name is typed, and the places for it below.
package struct PlaceChooser {
    package private(set) var window: WindowSize
    /// The line with the name.
    package private(set) var line: LineEditor
    private var search: PlaceSearch
    /// The texts.
    var words: Words { search.words }
    private(set) var results: PlaceSearch.Results
    /// The positions in the results of the selected place, and of the first visible one.
    private(set) var selected = 0
    private var top = 0

    /// A choice that begins with a text.
    package init(_ search: PlaceSearch, text: String, in window: WindowSize) throws(GazetteerError) {
        (self.search, self.window) = (search, window)
        line = LineEditor(text)
        results = try self.search.results(for: line.text)
    }

    /// The effect of an input.
    package enum Reaction: Hashable, Sendable {
        /// Nothing visible has changed.
        case none
        /// The window must be drawn again.
        case redraw
        /// This place is chosen.
        case choose(GazetteerPlace)
        /// Nothing is chosen.
        case cancel
    }

    /// Handles a key.
    package mutating func handle(_ key: TerminalKeys.Key) throws(GazetteerError) -> Reaction {
        switch key {
        case .up, .control("p"): return select(selected - 1)
        case .down, .control("n"), .tab: return select(selected + 1)
        case .pageUp, .alt("v"): return select(selected - visibleCount)
        case .pageDown, .control("v"): return select(selected + visibleCount)
        case .home, .alt("<"): return select(0)
        case .end, .alt(">"): return select(results.count - 1)
        case .enter: return results.count == 0 ? .none : .choose(try candidate(selected).place)
        case .escape, .control("g"): return .cancel
        case .control("d") where line.text.isEmpty: return .cancel
        case .control("l"): return .redraw
        default:
            let before = line
            guard line.handle(key), line != before else { return .none }
            if line.text != before.text {
                results = try search.results(for: line.text)
                (selected, top) = (0, 0)
            }
            return .redraw
        }
    }

    /// Fits the window to a new size.
    package mutating func resize(to window: WindowSize) {
        self.window = window
        _ = select(selected)
    }

    /// The visible places.
    var visible: Range<Int> { top..<min(results.count, top + visibleCount) }

    /// The place at a position in the results.
    func candidate(_ position: Int) throws(GazetteerError) -> PlaceCandidate {
        try search.candidate(position, in: results)
    }

    /// The rows for places: the others are for the line, the heading and the keys, as far as there is room.
    private var visibleCount: Int { max(1, window.rows - (hasHeading ? 1 : 0) - (hasKeys ? 1 : 0) - 1) }

    /// Whether there is room for the heading.
    var hasHeading: Bool { window.rows >= 3 }
    /// Whether there is room for the keys.
    var hasKeys: Bool { window.rows >= 5 }

    private mutating func select(_ position: Int) -> Reaction {
        let before = (selected, top)
        selected = max(0, min(position, results.count - 1))
        top = min(max(top, selected - visibleCount + 1), selected)
        // No empty rows where there are places for them.
        top = max(0, min(top, results.count - visibleCount))
        return before == (selected, top) ? .none : .redraw
    }
}

extension PlaceChooser {
    /// With so much room for the names of places, the columns have full names.
    private static let roomForNames = 41

    private var prompt: String { words("Place:") + " " }

    /// All lines of the window, from the top: the name, the heading, the places, and the keys.
    ///
    /// - Parameter daylight: Today's sunrise and sunset at a place.
    package func lines(_ daylight: (GazetteerPlace) -> PlaceDaylight) throws(GazetteerError) -> [[StyledText]] {
        var lines = [[StyledText(prompt.fittedCell(to: min(window.columns, prompt.columns)), .bold)]]
        lines[0].append(StyledText(line.window(fieldWidth).text))
        let rows = try rows(daylight)
        if hasHeading { lines.append([StyledText(heading(rows), .faint)]) }
        for (row, position) in zip(rows.texts, visible) {
            let isSelected = position == selected
            var text = (isSelected ? "> " : "  ") + row
            if text.columns > window.columns { text = text.fitted(to: window.columns) }
            lines.append([StyledText(text, isSelected ? .reversed : .plain)])
        }
        if hasKeys {
            lines += Array(repeating: [], count: max(0, window.rows - lines.count - 1))
            // TRANSLATORS: the keys of the keyboard, each with what it does
            let long = words("Up Down PgUp PgDn Home End select   Enter set the place   Esc cancel")
            // TRANSLATORS: the same in 40 columns
            let short = words("Up Down select  Enter set  Esc cancel")
            let keys = long.columns <= window.columns ? long : short
            lines.append([StyledText(keys.isolatedKeys.fittedCell(to: window.columns), .faint)])
        }
        return Array(lines.prefix(window.rows))
    }

    /// The control sequences (ECMA-48) that redraw the window from its first cell, and put the cursor at its place in the
    /// name. They do not clear it first, which would flicker.
    package func frame(
        _ depth: ColourDepth, _ daylight: (GazetteerPlace) -> PlaceDaylight
    ) throws(GazetteerError) -> String {
        let lines = try lines(daylight).map { $0.escaped(depth, inWindowOf: window.columns) }
        let column = min(window.columns, prompt.columns + line.window(fieldWidth).cursor + 1)
        return "\u{1B}[?25l\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J\u{1B}[1;\(column)H\u{1B}[?25h"
    }

    private var fieldWidth: Int { max(0, window.columns - prompt.columns) }

    /// The rows of the visible places, and the widths of their last two columns.
    private struct Rows {
        let texts: [String]
        let columns: (sunrise: Int, sunset: Int)
    }

    private var titles: (sunrise: String, sunset: String) {
        let long = (SolarEvent.sunrise.displayName(in: words), SolarEvent.sunset.displayName(in: words))
        if window.columns - 2 - 2 - long.0.columns - 2 - long.1.columns >= Self.roomForNames { return long }
        // TRANSLATORS: short for sunrise and sunset, above a column
        return (words.inContext("column", "rise"), words.inContext("column", "set"))
    }

    private func rows(_ daylight: (GazetteerPlace) -> PlaceDaylight) throws(GazetteerError) -> Rows {
        var candidates: [PlaceCandidate] = []
        for position in visible { candidates.append(try candidate(position)) }
        let daylights = candidates.map { daylight($0.place) }
        let sunrise = (daylights.map { $0.sunrise?.columns ?? 1 } + [titles.sunrise.columns]).max() ?? 0
        var sunset = (daylights.map { $0.sunset?.columns ?? 1 } + [titles.sunset.columns]).max() ?? 0
        let longest = daylights.map { $0.instead(in: words)?.columns ?? 0 }.max() ?? 0
        sunset = max(sunset, longest - sunrise - 2)
        let space = max(1, window.columns - 2 - 2 - sunrise - 2 - sunset)
        let texts = zip(candidates.labels(space), daylights).map { label, daylight in
            var times = daylight.instead(in: words)
            if times == nil {
                times = (daylight.sunrise ?? "-").aligned(sunrise) + "  " + (daylight.sunset ?? "-").aligned(sunset)
            }
            let row = label.fittedCell(to: space) + "  " + (times ?? "").aligned(sunrise + 2 + sunset)
            return row.columns <= window.columns - 2 ? row : row.fitted(to: max(0, window.columns - 2))
        }
        return Rows(texts: texts, columns: (sunrise, sunset))
    }

    private func heading(_ rows: Rows) -> String {
        guard !rows.texts.isEmpty else { return results.heading.fittedCell(to: window.columns) }
        let times = titles.sunrise.aligned(rows.columns.sunrise) + "  " + titles.sunset.aligned(rows.columns.sunset)
        let space = max(0, window.columns - times.columns - 2)
        return (results.heading.fittedCell(to: space) + "  " + times).fitted(to: window.columns)
    }
}

extension String {
    /// The text at the right of `width` columns.
    fileprivate func aligned(_ width: Int) -> String { .spaces(width - columns) + isolatedCell }
}
