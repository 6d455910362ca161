import Gazetteer
import Solar
import Tracker

/// The choice of a place in a terminal window: a line for typing its name, and the matching places below.
struct PlaceChooser: ScreenView {
    static let extras = TerminalExtras.paste

    private(set) var window: WindowSize
    /// The name as far as it is typed.
    private(set) var text: String
    /// The place that was chosen, if any.
    private(set) var chosen: GazetteerPlace?
    private var search: PlaceSearch
    /// Today's sunrise and sunset at a place.
    private let daylight: (GazetteerPlace) -> PlaceDaylight
    /// The texts.
    var words: Localizer { search.words }
    private(set) var results: PlaceSearch.Results
    /// The positions in the results of the selected place, and of the first visible one.
    private(set) var selected = 0
    private var top = 0

    /// The most characters of the name. Further ones are ignored, so that a long paste does no harm.
    private static let longest = 200

    /// A choice that begins with a text.
    init(
        _ search: PlaceSearch, text: String, in window: WindowSize = .usual,
        daylight: @escaping (GazetteerPlace) -> PlaceDaylight
    ) {
        (self.search, self.window, self.daylight) = (search, window, daylight)
        self.text = String(text.prefix(Self.longest))
        results = self.search.results(for: self.text)
    }

    /// Handles a key, and returns false if it chooses a place or cancels.
    mutating func handle(_ key: TerminalKeys.Key) -> Bool {
        switch key {
        case .up: select(selected - 1)
        case .down, .tab: select(selected + 1)
        case .pageUp: select(selected - visibleCount)
        case .pageDown: select(selected + visibleCount)
        case .home: select(0)
        case .end: select(results.count - 1)
        case .enter where results.count > 0:
            chosen = candidate(selected).place
            return false
        case .escape: return false
        case .text(let more): type(String((text + more).prefix(Self.longest)))
        case .backspace: type(String(text.dropLast()))
        case .erase: type("")
        default: break
        }
        return true
    }

    private mutating func type(_ text: String) {
        // What is pasted beyond the longest name is not looked up.
        guard text != self.text else { return }
        self.text = text
        results = search.results(for: text)
        (selected, top) = (0, 0)
    }

    /// Fits the window to a new size.
    mutating func resize(to window: WindowSize) {
        self.window = window
        select(selected)
    }

    /// The visible places.
    var visible: Range<Int> { top..<min(results.count, top + visibleCount) }

    /// The place at a position in the results.
    func candidate(_ position: Int) -> PlaceCandidate {
        search.candidate(position, in: results)
    }

    /// The rows for places: the others are for the line, the heading and the keys.
    private var visibleCount: Int { max(1, window.rows - 3) }

    private mutating func select(_ position: Int) {
        selected = max(0, min(position, results.count - 1))
        top = min(max(top, selected - visibleCount + 1), selected)
        // No empty rows where there are places for them.
        top = max(0, min(top, results.count - visibleCount))
    }
}

extension PlaceChooser {
    /// With so much room for the names of places, the columns have full names.
    private static let roomForNames = 41

    // TRANSLATORS: before a field for the name of a place
    private var prompt: String { words("Place:") + " " }

    /// All lines of the window, from the top: the name, the heading, the places, and the keys.
    var lines: [[StyledText]] {
        let table = table
        var lines = [
            [StyledText(prompt.fitted(to: min(window.columns, prompt.columns)), .bold), StyledText(field)],
            [StyledText(table.heading, .faint)],
        ]
        for (row, position) in zip(table.rows, visible) {
            let isSelected = position == selected
            var text = (isSelected ? "> " : "  ") + row
            if text.columns > window.columns { text = text.fitted(to: window.columns) }
            lines.append([StyledText(text, isSelected ? .reversed : .plain)])
        }
        lines += Array(repeating: [], count: max(0, window.rows - lines.count - 1))
        // TRANSLATORS: the keys of the keyboard, each with what it does: at most 80 columns
        let long = words("Up Down PgUp PgDn Home End select   Enter set the place   Esc cancel")
        // TRANSLATORS: the same for a narrow window: at most 40 columns
        let short = words("Up Down select  Enter set  Esc cancel")
        let keys = long.columns <= window.columns ? long : short
        lines.append([StyledText(keys.fitted(to: window.columns), .faint)])
        return Array(lines.prefix(window.rows))
    }

    /// The text and control sequences that redraw the window, and put the cursor at the end of the name.
    func frame(_ depth: ColourDepth) -> String {
        let frame = TextFrame(lines: lines.map { $0.escaped(depth) }, rows: window.rows)
        let column = min(window.columns, prompt.columns + field.columns + 1)
        return "\u{1B}[?25l\(frame.text)\u{1B}[1;\(column)H\u{1B}[?25h"
    }

    /// The end of the name, as far as it fits between the prompt and the cursor, which is behind it.
    private var field: String {
        var field = text
        while field.columns >= max(1, window.columns - prompt.columns), !field.isEmpty { field.removeFirst() }
        return field
    }

    private var titles: (sunrise: String, sunset: String) {
        let long = (SolarEvent.sunrise.displayName(in: words), SolarEvent.sunset.displayName(in: words))
        if window.columns - 2 - 2 - long.0.columns - 2 - long.1.columns >= Self.roomForNames { return long }
        return (
            // TRANSLATORS: short for sunrise, above a column: at most 9 columns
            words.inContext("column", "rise"),
            // TRANSLATORS: short for sunset, above a column: at most 9 columns
            words.inContext("column", "set")
        )
    }

    /// The heading, and the rows of the visible places.
    private var table: (heading: String, rows: [String]) {
        let candidates = visible.map(candidate)
        let daylights = candidates.map { daylight($0.place) }
        let sunrise = (daylights.map { $0.sunrise?.columns ?? 1 } + [titles.sunrise.columns]).max() ?? 0
        var sunset = (daylights.map { $0.sunset?.columns ?? 1 } + [titles.sunset.columns]).max() ?? 0
        let longest = daylights.map { $0.instead(in: words)?.columns ?? 0 }.max() ?? 0
        sunset = max(sunset, longest - sunrise - 2)
        func times(_ rise: String, _ set: String) -> String { rise.aligned(sunrise) + "  " + set.aligned(sunset) }
        let space = max(1, window.columns - 2 - 2 - sunrise - 2 - sunset)
        let rows = zip(candidates.labels(space), daylights).map { label, daylight in
            let times =
                daylight.instead(in: words)?.aligned(sunrise + 2 + sunset)
                ?? times(daylight.sunrise ?? "-", daylight.sunset ?? "-")
            let row = label.fitted(to: space) + "  " + times
            return row.columns <= window.columns - 2 ? row : row.fitted(to: max(0, window.columns - 2))
        }
        guard !rows.isEmpty else { return (results.heading.fitted(to: window.columns), []) }
        let titles = times(titles.sunrise, titles.sunset)
        let heading = results.heading.fitted(to: max(0, window.columns - titles.columns - 2)) + "  " + titles
        return (heading.fitted(to: window.columns), rows)
    }
}

extension String {
    /// The text at the right of `width` columns.
    fileprivate func aligned(_ width: Int) -> String { .spaces(width - columns) + self }
}
