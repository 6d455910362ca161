package import Gazetteer
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
