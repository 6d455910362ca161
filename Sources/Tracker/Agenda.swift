public import Solar

/// What comes when, for these rules at this place. What was found is remembered while it lies ahead, so that each
/// occurrence is searched for once, however often it is asked for.
public struct Agenda: Sendable {
    /// The rules.
    public let rules: [Rule]
    /// The observer whose Sun it is.
    public let observer: Observer

    /// By rule, the last search.
    private var searches: [Search?]

    /// Nothing happens between `start` and `found`.
    private struct Search: Sendable {
        let start: Instant
        let found: Instant
    }

    /// The agenda of an observer.
    public init(rules: [Rule], observer: Observer) {
        self.rules = rules
        self.observer = observer
        searches = rules.map { _ in nil }
    }

    /// The first occurrence of any rule strictly after the instant; nil if none comes within a year.
    public mutating func next(after instant: Instant) -> Occurrence? {
        var first: Occurrence?
        for index in rules.indices {
            guard let occurrence = next(of: index, after: instant) else { continue }
            if first.map({ occurrence.instant < $0.instant }) ?? true { first = occurrence }
        }
        return first
    }

    /// Every occurrence later than `start` and not later than `end`, in the order of time.
    public mutating func occurrences(after start: Instant, through end: Instant) -> [Occurrence] {
        var found: [Occurrence] = []
        for index in rules.indices {
            var cursor = start
            while let occurrence = next(of: index, after: cursor), occurrence.instant <= end {
                found.append(occurrence)
                cursor = occurrence.instant
            }
        }
        return found.sorted { $0.instant < $1.instant }
    }

    private mutating func next(of index: Int, after instant: Instant) -> Occurrence? {
        let rule = rules[index]
        if let search = searches[index], search.start <= instant, instant < search.found {
            return Occurrence(rule, at: search.found)
        }
        switch Sun.nextOccurrence(of: rule.event, after: instant, at: observer) {
        case .occurs(let moment):
            searches[index] = Search(start: instant, found: moment)
            return Occurrence(rule, at: moment)
        case .never: return nil
        }
    }
}
