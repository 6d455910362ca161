public import Solar

/// What comes when, for these rules at this place. A value: nothing is remembered, everything is computed.
public struct Agenda: Hashable, Sendable {
    /// The rules.
    public let rules: [Rule]
    /// The observer whose Sun it is.
    public let observer: Observer

    /// The agenda of an observer.
    public init(rules: [Rule], observer: Observer) {
        self.rules = rules
        self.observer = observer
    }

    /// The first occurrence of any rule strictly after the instant; nil if none comes within a year.
    public func next(after instant: Instant) -> Occurrence? {
        rules.compactMap { next(of: $0, after: instant) }.min { $0.instant < $1.instant }
    }

    /// Every occurrence later than `start` and not later than `end`, in the order of time.
    public func occurrences(after start: Instant, through end: Instant) -> [Occurrence] {
        var found: [Occurrence] = []
        for rule in rules {
            var cursor = start
            while let occurrence = next(of: rule, after: cursor), occurrence.instant <= end {
                found.append(occurrence)
                cursor = occurrence.instant
            }
        }
        return found.sorted { $0.instant < $1.instant }
    }

    private func next(of rule: Rule, after instant: Instant) -> Occurrence? {
        switch Sun.nextOccurrence(of: rule.event, after: instant, at: observer) {
        case .occurs(let moment): Occurrence(rule, at: moment)
        case .never: nil
        }
    }
}
