package import Gazetteer
import Terminal

/// The choice of a place as questions and answers in lines, for a screen reader or a pipe.
package struct PlaceList {
    private var search: PlaceSearch
    private var results: PlaceSearch.Results?

    /// The most places in a list.
    private static let longest = 20
    private static let width = 80

    /// The next step after an answer.
    package enum Step: Hashable, Sendable {
        /// Print this text, and read a line.
        case ask(String)
        /// This place is chosen.
        case choose(GazetteerPlace)
        /// Nothing is chosen.
        case cancel
    }

    package init(_ search: PlaceSearch) {
        self.search = search
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
            let remedy =
                switch count {
                case 0: "Type a name."
                case 1: "Type 1, or another name."
                default: "Type a number from 1 to \(count), or another name."
                }
            return .ask("There is no number \(answer) in the list. \(remedy)")
        }
        return .choose(try search.candidate(number - 1, in: results).place)
    }

    private mutating func list(
        _ text: String, _ daylight: (GazetteerPlace) -> PlaceDaylight
    ) throws(GazetteerError) -> String {
        let results = try search.results(for: text)
        self.results = results
        let count = min(Self.longest, results.count)
        var candidates: [PlaceCandidate] = []
        for position in 0..<count { candidates.append(try search.candidate(position, in: results)) }
        let tails = candidates.map { daylight($0.place).sentence }.map { $0.isEmpty ? "" : ", \($0)" }
        let digits = "\(count)".count
        let space = Self.width - digits - 2 - (tails.map(\.columns).max() ?? 0)
        let rows = zip(candidates.labels(space), tails).enumerated().map { index, row in
            String.spaces(digits - "\(index + 1)".count) + "\(index + 1)  \(row.0)\(row.1)"
        }
        let isCut = results.count > count
        let heading = isCut ? "\(results.heading), of which the first \(count) are:" : results.heading
        let question =
            count == 0
            ? "Type another name. An empty line changes nothing."
            : "Type a number, or another name. An empty line changes nothing."
        return ([heading] + rows + [question]).joined(separator: "\n")
    }
}
