public import Solar

/// What comes when, for these rules, at this place and by these clocks.
///
/// Time is looked at in stretches, of a day at first: all that happens in one is searched for at once, each event a single
/// time however many rules wait for it, and what the rules make of it is put in order. To ask again within the stretch
/// costs a look into that list.
public struct Agenda: Sendable {
    /// The rules.
    public let rules: [Rule]
    /// The observer whose Sun it is.
    public var observer: Observer { almanac.observer }

    private let almanac: Almanac
    /// What the rules wait for, by the way in which it is looked for.
    private var searches: [AnnouncedEvent.Kind: Search] = [:]
    private var stretch = Stretch(start: .latest, end: .latest, dues: [])

    /// Events of one kind.
    private struct Search {
        /// The rules that wait for each.
        var waiting: [AnnouncedEvent: [Waiting]] = [:]
        /// How much later than the event any of them may be told, or earlier where negative.
        var reach: ClosedRange<Duration>
    }

    /// What has to be known of a rule to say when it is due.
    private struct Waiting {
        let rule: Int
        let timing: Rule.Timing
        let days: Weekdays
    }

    /// A rule that is due.
    private struct Due {
        let instant: Instant
        let rule: Int
        let eventInstant: Instant
    }

    /// All that is due later than `start` and not later than `end`, in the order of time, and then of the rules.
    private struct Stretch {
        var start: Instant
        var end: Instant
        var dues: [Due]

        /// The first that is due later than the instant.
        func firstIndex(after instant: Instant) -> Int {
            var (low, high) = (dues.startIndex, dues.endIndex)
            while low < high {
                let middle = low + (high - low) / 2
                if dues[middle].instant > instant { high = middle } else { low = middle + 1 }
            }
            return low
        }
    }

    private static let day = Duration.seconds(86_400)
    private static let longestStretch = day * 32
    private static let year = day * 366

    /// The agenda of an observer.
    public init(rules: [Rule], observer: Observer, localTime: any LocalTime) {
        self.rules = rules
        almanac = Almanac(observer: observer, localTime: localTime)
        for (index, rule) in rules.enumerated() {
            let reach = rule.timing.reach
            var search = searches.removeValue(forKey: rule.event.kind) ?? Search(reach: reach)
            search.reach =
                min(search.reach.lowerBound, reach.lowerBound)...max(search.reach.upperBound, reach.upperBound)
            search.waiting[rule.event, default: []].append(
                Waiting(rule: index, timing: rule.timing, days: rule.alert?.days ?? .all))
            searches[rule.event.kind] = search
        }
    }

    /// The first occurrence of any rule strictly after the instant; nil if none comes within a year.
    public mutating func next(after instant: Instant) -> Occurrence? {
        guard seek(after: instant) else { return nil }
        return occurrence(stretch.dues[stretch.firstIndex(after: instant)])
    }

    /// Every occurrence later than `start` and not later than `end`, in the order of time.
    public mutating func occurrences(after start: Instant, through end: Instant) -> [Occurrence] {
        var found: [Occurrence] = []
        var cursor = start
        while cursor < end, seek(after: cursor) {
            let coming = stretch.dues[stretch.firstIndex(after: cursor)...]
            found += coming.prefix { $0.instant <= end }.map(occurrence)
            cursor = stretch.end
        }
        return found
    }

    /// Moves the stretch to what comes first after the instant; false if nothing comes within a year.
    private mutating func seek(after instant: Instant) -> Bool {
        if instant < stretch.start || instant > stretch.end {
            stretch = Stretch(start: instant, end: instant, dues: [])
        }
        var length = Self.day
        while stretch.firstIndex(after: instant) == stretch.dues.endIndex {
            guard stretch.end < min(instant + Self.year, .latest) else { return false }
            let end = stretch.end + length
            // Nothing is due between the instant and the end of the last stretch.
            stretch = Stretch(start: instant, end: end, dues: dues(after: stretch.end, through: end))
            length = min(length * 2, Self.longestStretch)
        }
        return true
    }

    private func dues(after start: Instant, through end: Instant) -> [Due] {
        var dues: [Due] = []
        for (kind, search) in searches {
            let happenings = almanac.occurrences(
                of: Array(search.waiting.keys), ofKind: kind, after: start - search.reach.upperBound,
                through: end - search.reach.lowerBound)
            for (event, instant) in happenings {
                var date: CivilDate?
                for waiting in search.waiting[event] ?? [] {
                    let due = waiting.timing.due(of: instant, in: almanac.localTime)
                    guard due > start, due <= end else { continue }
                    if waiting.days != .all {
                        let known = date ?? almanac.localTime.civilTime(at: instant).date
                        date = known
                        guard waiting.days.contains(known) else { continue }
                    }
                    dues.append(Due(instant: due, rule: waiting.rule, eventInstant: instant))
                }
            }
        }
        dues.sort { ($0.instant, $0.rule) < ($1.instant, $1.rule) }
        return dues
    }

    private func occurrence(_ due: Due) -> Occurrence {
        Occurrence(rules[due.rule], at: due.instant, eventInstant: due.eventInstant)
    }
}

/// What happens for an observer, and by their clocks.
struct Almanac: Sendable {
    let observer: Observer
    let localTime: any LocalTime

    /// Every occurrence of events of one kind, later than `start` and not later than `end`, in the order of time. Each
    /// stretch of the Sun's way is looked at once for all of them.
    func occurrences(
        of events: [AnnouncedEvent], ofKind kind: AnnouncedEvent.Kind, after start: Instant, through end: Instant
    )
        -> [(event: AnnouncedEvent, instant: Instant)]
    {
        guard start < end else { return [] }
        let interval = start + .microseconds(1)..<end + .microseconds(1)
        switch kind {
        case .daily:
            return solar(events, in: interval)
        case .seasonal:
            return Self.mayHoldSeason(interval) ? solar(events, in: interval) : []
        case .polar:
            return Sun.polarEvents(in: interval, at: observer).map { (.polar($0.event), $0.instant) }
        case .clocks:
            var changes: [(event: AnnouncedEvent, instant: Instant)] = []
            var cursor = start
            while let change = localTime.nextClockChange(after: cursor, before: interval.upperBound) {
                changes.append((.zoneTransition, change.instant))
                cursor = change.instant
            }
            return changes
        }
    }

    private func solar(_ events: [AnnouncedEvent], in interval: Range<Instant>) -> [(
        event: AnnouncedEvent, instant: Instant
    )] {
        let solar = events.compactMap { event in
            if case .solar(let event) = event { event } else { nil }
        }
        return Sun.occurrences(of: solar, in: interval, at: observer).map { (.solar($0.event), $0.instant) }
    }

    /// Whether the Sun comes to another quarter of its way in the interval, which must be shorter than a year. To know it
    /// takes a hundredth of the time that finding the moment takes.
    private static func mayHoldSeason(_ interval: Range<Instant>) -> Bool {
        // The search is good to microseconds, this to 0.3", seven seconds of the Sun's way.
        let margin = Duration.seconds(60)
        return quarter(at: interval.lowerBound - margin) != quarter(at: interval.upperBound + margin)
    }

    private static func quarter(at instant: Instant) -> Int { Int(SolarPosition(at: instant).apparentLongitude / 90) }
}
