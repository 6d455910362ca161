package import Gazetteer
package import Solar
import Terminal
package import Tracker

/// The choice of a place as questions and answers in lines, for a screen reader or a pipe.
package struct PlaceList {
    private var search: PlaceSearch
    private var results: PlaceSearch.Results?

    /// The most places in a list.
    private static let longest = 20
    private let columns: Int?
    private var width: Int { columns ?? 80 }

    /// The next step after an answer.
    package enum Step: Hashable, Sendable {
        /// Print this text, and read a line.
        case ask(String)
        /// This place is chosen.
        case choose(GazetteerPlace)
        /// Nothing is chosen.
        case cancel
    }

    /// - Parameter columns: The width of the window; nil for lists of 80 columns.
    package init(_ search: PlaceSearch, columns: Int? = nil) {
        (self.search, self.columns) = (search, columns)
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
            return .ask([text].lines(columns: columns).joined(separator: "\n"))
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
        let space = width - digits - 2
        var labels = candidates.labels(max(1, space - (tails.map { entry("", $0).columns }.max() ?? 0)))
        // In a window without room for a name, today's sunrise and sunset have a line of their own.
        let isNarrow = columns != nil && labels.contains { $0.contains("…" as Character) }
        if isNarrow { labels = candidates.labels(max(1, space)) }
        let rows = zip(labels, tails).enumerated().flatMap { index, row in
            let number = .spaces(digits - "\(index + 1)".columns) + "\(index + 1)  "
            guard isNarrow else { return [number + entry(row.0, row.1).isolatedCell] }
            let tail = row.1.wrapped(to: max(1, space))
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
        let (start, end) = ([heading].lines(columns: columns), [question].lines(columns: columns))
        return (start + rows + end).joined(separator: "\n")
    }
}

/// Today's sunrise and sunset at a place, as texts.
package struct PlaceDaylight: Hashable, Sendable {
    /// The time of day of sunrise; nil if there is none.
    package let sunrise: String?
    /// The time of day of sunset; nil if there is none.
    package let sunset: String?
    /// The side of the horizon on which the Sun stays on a day without both.
    package let stays: Sun.Side?

    /// The daylight of the current date in the place's time zone.
    ///
    /// - Parameter localTime: The time in the place's zone.
    package init(at coordinate: Coordinate, now: Instant, localTime: any LocalTime) {
        let date = localTime.civilTime(at: now).date
        let day = Sun.day(containing: localTime.start(of: date) + .seconds(12 * 3600), at: Observer(coordinate))
        func time(_ result: Sun.SearchResult) -> String? {
            if case .occurs(let instant) = result { localTime.timeOfDay(at: instant) } else { nil }
        }
        (sunrise, sunset) = (time(day.sunrise), time(day.sunset))
        if case (.never(let side), .never) = (day.sunrise, day.sunset) { stays = side } else { stays = nil }
    }

    /// The daylight of a place whose time zone is unknown.
    package static let unknown = PlaceDaylight(sunrise: nil, sunset: nil, stays: nil)

    package init(sunrise: String?, sunset: String?, stays: Sun.Side?) {
        (self.sunrise, self.sunset, self.stays) = (sunrise, sunset, stays)
    }

    /// What the Sun does instead of rising and setting: `up all day`.
    func instead(in words: Words) -> String? {
        // TRANSLATORS: of the Sun, in the columns of sunrise and sunset
        stays.map { $0 == .above ? words("up all day") : words("down all day") }
    }

    /// `sunrise 06:51, sunset 16:39`, `Sun up all day`.
    func sentence(in words: Words) -> String {
        if let stays { return stays == .above ? words("Sun up all day") : words("Sun down all day") }
        let moments: [(event: SolarEvent, time: String?)] = [(.sunrise, sunrise), (.sunset, sunset)]
        return words.list(
            moments.compactMap { event, time in
                time.map { words("{event} {time}", ["event": event.displayName(in: words), "time": $0]) }
            })
    }
}
