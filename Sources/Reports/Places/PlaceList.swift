package import Gazetteer
import Terminal
import Tracker

/// The choice of a place as questions and answers in lines, for a screen reader or a pipe.
package struct PlaceList {
    private var search: PlaceSearch
    private var results: PlaceSearch.Results?

    private static let roomForNames = 24
    /// The most places in a list.
    private static let longest = 20
    private let width: Int

    /// The next step after an answer.
    package enum Step: Hashable, Sendable {
        /// Print this text, and read a line.
        case ask(String)
        /// This place is chosen.
        case choose(GazetteerPlace)
        /// Nothing is chosen.
        case cancel
    }

    /// - Parameter columns: The width of its lines.
    package init(_ search: PlaceSearch, columns: Int = 80) {
        (self.search, width) = (search, columns)
    }

    /// The first question: for a name, or for one of the places for a name.
    package mutating func start(
        _ text: String, _ daylight: (GazetteerPlace) -> PlaceDaylight
    ) throws(GazetteerError) -> String {
        try list(text, daylight)
    }

    /// The step after a line, without its end; nil at the end of the input.
    package mutating func answer(
        _ line: String?, _ daylight: (GazetteerPlace) -> PlaceDaylight
    ) throws(GazetteerError) -> Step {
        guard let answer = line?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !answer.isEmpty else {
            return .cancel
        }
        guard answer.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return .ask(try list(answer, daylight))
        }
        let count = min(Self.longest, results?.count ?? 0)
        guard let results, let number = Int(answer), number >= 1, number <= count else {
            let text =
                switch count {
                case 0: words("There is no number {number} in the list. Type a name.", ["number": answer])
                case 1:
                    words("There is no number {number} in the list. Type 1, or another name.", ["number": answer])
                default:
                    words(
                        "There is no number {number} in the list. Type a number from 1 to {last}, or another name.",
                        ["number": answer, "last": "\(count)"])
                }
            return .ask([text].lines(columns: width).joined(separator: "\n"))
        }
        return .choose(try search.candidate(number - 1, in: results).place)
    }

    private var words: Words { search.words }

    /// `Springfield, Illinois, sunrise 06:45, sunset 16:39`.
    private func entry(_ label: String, _ daylight: String) -> String {
        daylight.isEmpty ? label : words.list([label, daylight])
    }

    private mutating func list(
        _ text: String, _ daylight: (GazetteerPlace) -> PlaceDaylight
    ) throws(GazetteerError) -> String {
        let results = try search.results(for: text)
        self.results = results
        let count = min(Self.longest, results.count)
        var candidates: [PlaceCandidate] = []
        for position in 0..<count { candidates.append(try search.candidate(position, in: results)) }
        let tails = candidates.map { daylight($0.place).sentence(in: words) }
        let digits = "\(count)".count
        // With less room for names than this, today's sunrise and sunset have a line of their own.
        let longest = tails.map { entry("", $0).columns }.max() ?? 0
        let isNarrow = width - digits - 2 - longest < Self.roomForNames
        let labels = candidates.labels(max(1, width - digits - 2 - (isNarrow ? 0 : longest)))
        let rows = zip(labels, tails).enumerated().flatMap { index, row in
            let number = .spaces(digits - "\(index + 1)".columns) + "\(index + 1)  "
            guard isNarrow else { return [number + entry(row.0, row.1).isolatedCell] }
            let tail = row.1.wrapped(to: max(1, width - digits - 2))
            return [number + row.0.isolatedCell]
                + tail.filter { !$0.isEmpty }.map { .spaces(digits + 2) + $0.isolatedCell }
        }
        let isCut = results.count > count
        let heading =
            isCut
            // TRANSLATORS: {places} is "57 places" or "Places in your time zone"
            ? words(
                "{places}, of which the first {count} are:", ["places": results.heading, "count": "\(count)"])
            : results.heading
        let question =
            count == 0
            ? words("Type another name. An empty line changes nothing.")
            : words("Type a number, or another name. An empty line changes nothing.")
        let (start, end) = ([heading].lines(columns: width), [question].lines(columns: width))
        return (start + rows + end).joined(separator: "\n")
    }
}
