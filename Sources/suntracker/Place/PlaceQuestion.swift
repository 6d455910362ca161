import Gazetteer
import Glibc
import Solar
import Tracker

/// The question, on a terminal, which of several places with the same name is meant.
struct PlaceQuestion {
    /// The ambiguous name.
    let name: String
    /// The places, the largest first.
    let places: [GazetteerPlace]

    /// The maximum length of the list. Words such as San or Santa begin the names of many more places.
    private static let longest = 20

    /// Whether there is a terminal to ask on.
    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    private var listed: ArraySlice<GazetteerPlace> { places.prefix(Self.longest) }

    /// The numbered list of places, and the question.
    var text: String {
        let counts = Dictionary(listed.map { ($0.spokenName, 1) }, uniquingKeysWith: +)
        let rows = listed.enumerated().map { index, place in
            let (latitude, longitude) = place.coordinate.rounded
            let isUnique = counts[place.spokenName] == 1
            return ["\(index + 1)", place.spokenName + (isUnique ? "" : " (\(latitude),\(longitude))")]
        }
        let heading = "\"\(name.printable)\" matches \(places.count) places"
        let cut = places.count > listed.count ? ["For one of the others, add its state, province or country."] : []
        return
            ([heading + (cut.isEmpty ? ":" : "; the largest are:")]
            + AlignedColumns([.right, .left], rows).lines
            + cut + ["Type a number. An empty line leaves the place as it is."]).joined(separator: "\n")
    }

    /// Returns the place with the number in a line; nil if the line is not a number in the list.
    func place(numbered line: String) -> GazetteerPlace? {
        guard let number = Int(line.filter { !$0.isWhitespace }), 1...listed.count ~= number else { return nil }
        return listed[number - 1]
    }

    /// Asks until the user types a valid number. Returns nil for an empty line or the end of the input.
    func answer() throws(CommandError) -> GazetteerPlace? {
        try writeOutput(text)
        while let line = readLine(), line.contains(where: { !$0.isWhitespace }) {
            if let place = place(numbered: line) { return place }
            try writeOutput("Type a number from 1 to \(listed.count). An empty line leaves the place as it is.")
        }
        return nil
    }
}
