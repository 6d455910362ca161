import Gazetteer
import Solar
import Tracker

/// The choice of a place as questions and answers in lines, for a screen reader or a pipe.
struct PlaceList {
    private(set) var search: PlaceSearch
    private var results: PlaceSearch.Results?

    /// The most places in a list.
    private static let longest = 20
    /// The width of the window; nil for lists of 80 columns.
    let columns: Int?
    /// Today's sunrise and sunset at a place.
    let daylight: (GazetteerPlace) -> PlaceDaylight
    private var width: Int { columns ?? 80 }

    init(search: PlaceSearch, columns: Int? = nil, daylight: @escaping (GazetteerPlace) -> PlaceDaylight) {
        (self.search, self.columns, self.daylight) = (search, columns, daylight)
    }

    /// The next step after an answer.
    enum Step: Hashable, Sendable {
        /// Print this text, and read a line.
        case ask(String)
        /// This place is chosen.
        case choose(GazetteerPlace)
        /// Nothing is chosen.
        case cancel
    }

    /// The step after a line, without its end; nil at the end of the input.
    mutating func answer(_ line: String?) -> Step {
        guard let answer = line?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !answer.isEmpty else {
            return .cancel
        }
        guard answer.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return .ask(question(about: answer))
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
        return .choose(search.candidate(number - 1, in: results).place)
    }

    private var words: Localizer { search.words }

    /// `Springfield, Illinois, sunrise 06:45, sunset 16:39`.
    private func entry(_ label: String, _ daylight: String) -> String {
        daylight.isEmpty ? label : words.list([label, daylight])
    }

    /// The places for a text, and the question for a name or for one of them.
    mutating func question(about text: String) -> String {
        let results = search.results(for: text)
        self.results = results
        let count = min(Self.longest, results.count)
        let candidates = (0..<count).map { search.candidate($0, in: results) }
        let tails = candidates.map { daylight($0.place).sentence(in: words) }
        let digits = "\(count)".count
        let space = width - digits - 2
        var labels = candidates.labels(max(1, space - (tails.map { entry("", $0).columns }.max() ?? 0)))
        // In a window without room for a name, today's sunrise and sunset have a line of their own.
        let isNarrow = columns != nil && labels.contains { $0.contains("…" as Character) }
        if isNarrow { labels = candidates.labels(max(1, space)) }
        let rows = zip(labels, tails).enumerated().flatMap { index, row in
            let number = .spaces(digits - "\(index + 1)".columns) + "\(index + 1)  "
            guard isNarrow else { return [number + entry(row.0, row.1)] }
            let tail = row.1.wrapped(to: max(1, space))
            return [number + row.0]
                + tail.filter { !$0.isEmpty }.map { .spaces(digits + 2) + $0 }
        }
        let isCut = results.count > count
        let heading =
            isCut
            // TRANSLATORS: {places} is "57 places" or "Places in your time zone"; {count} of them follow
            ? words.plural(
                "{places} ({count} shown):", "{places} ({count} shown):", count: count, ["places": results.heading])
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
struct PlaceDaylight: Hashable, Sendable {
    /// The time of day of sunrise; nil if there is none.
    let sunrise: String?
    /// The time of day of sunset; nil if there is none.
    let sunset: String?
    /// The side of the horizon on which the Sun stays on a day without both.
    let stays: Sun.Side?

    /// The daylight of a place whose time zone is unknown.
    static let unknown = PlaceDaylight(sunrise: nil, sunset: nil, stays: nil)

    /// What the Sun does instead of rising and setting: `up all day`.
    func instead(in words: Localizer) -> String? {
        // TRANSLATORS: of the Sun, in the columns of sunrise and sunset
        stays.map { $0 == .above ? words("up all day") : words("down all day") }
    }

    /// `sunrise 06:51, sunset 16:39`, `Sun up all day`.
    func sentence(in words: Localizer) -> String {
        if let stays { return stays == .above ? words("Sun up all day") : words("Sun down all day") }
        let moments: [(event: SolarEvent, time: String?)] = [(.sunrise, sunrise), (.sunset, sunset)]
        return words.list(
            moments.compactMap { event, time in
                time.map { words("{event} {time}", ["event": event.displayName(in: words), "time": $0]) }
            })
    }
}

extension PlaceDaylight {
    /// The daylight of the current date in the place's time zone.
    ///
    /// - Parameter localTime: The time in the place's zone.
    init(at coordinate: Coordinate, now: Instant, localTime: any LocalTime) {
        let date = localTime.civilTime(at: now).date
        let day = Sun.day(containing: localTime.start(of: date) + .seconds(12 * 3600), at: Observer(coordinate))
        func time(_ result: Sun.SearchResult) -> String? {
            if case .occurs(let instant) = result { localTime.timeOfDay(at: instant) } else { nil }
        }
        (sunrise, sunset) = (time(day.sunrise), time(day.sunset))
        if case (.never(let side), .never) = (day.sunrise, day.sunset) { stays = side } else { stays = nil }
    }
}
