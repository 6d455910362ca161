public import Solar

/// The coming occurrences of the rules, for an observer and a time zone.
///
/// The agenda covers one stretch of time, a day at first. Each event in the stretch is searched for once, however many
/// rules wait for it, and the resulting occurrences are sorted. Another query within the stretch is a look-up in that
/// list.
public struct Agenda: Sendable {
    /// The rules.
    public let rules: [Rule]
    /// The observer.
    public var observer: Observer { almanac.observer }

    private let almanac: Almanac
    /// The rules' events, grouped by the way to search for them.
    private var searches: [AnnouncedEvent.Kind: Search] = [:]
    private var stretch = Stretch(start: .latest, end: .latest, dues: [])

    /// The events of one kind.
    private struct Search {
        /// The rules that wait for each event.
        var waiting: [AnnouncedEvent: [Waiting]] = [:]
        /// The range of the rules' offsets from the event; negative before it.
        var reach: ClosedRange<Duration>
    }

    /// The parts of a rule that decide when it is due.
    private struct Waiting {
        let rule: Int
        let timing: Rule.Timing
        let days: Weekdays
        let bounds: AlertBounds?
    }

    /// An occurrence of a rule.
    private struct Due {
        let instant: Instant
        let rule: Int
        let eventInstant: Instant
        /// How far the bounds of the rule have moved it.
        var distance = Duration.zero
    }

    /// Everything due later than `start` and not later than `end`, sorted by time and then by rule.
    private struct Stretch {
        var start: Instant
        var end: Instant
        var dues: [Due]

        /// The index of the first that is due later than the instant.
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
            let reach = rule.reach
            var search = searches.removeValue(forKey: rule.event.kind) ?? Search(reach: reach)
            search.reach =
                min(search.reach.lowerBound, reach.lowerBound)...max(search.reach.upperBound, reach.upperBound)
            search.waiting[rule.event, default: []].append(
                Waiting(
                    rule: index, timing: rule.timing, days: rule.alert?.days ?? .all, bounds: rule.alert?.bounds))
            searches[rule.event.kind] = search
        }
    }

    /// The first occurrence of any rule strictly after the instant; nil if there is none within a year.
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

    /// Moves the stretch to the first occurrence after the instant. Returns false if there is none within a year.
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
        var movable: [Due] = []
        for (kind, search) in searches {
            let happenings = almanac.occurrences(
                of: Array(search.waiting.keys), ofKind: kind, after: start - search.reach.upperBound,
                through: end - search.reach.lowerBound)
            for (event, instant) in happenings {
                var date: CivilDate?
                for waiting in search.waiting[event] ?? [] {
                    let planned = waiting.timing.due(of: instant, in: almanac.localTime)
                    guard waiting.bounds != nil || (planned > start && planned <= end) else { continue }
                    if waiting.days != .all {
                        let known = date ?? almanac.localTime.civilTime(at: instant).date
                        date = known
                        guard waiting.days.contains(known) else { continue }
                    }
                    var due = Due(instant: planned, rule: waiting.rule, eventInstant: instant)
                    if let bounds = waiting.bounds {
                        guard let moved = almanac.announcement(of: event, at: instant, due: planned, within: bounds)
                        else { continue }
                        due = Due(
                            instant: moved, rule: waiting.rule, eventInstant: instant, distance: abs(moved - planned))
                        movable.append(due)
                    } else {
                        dues.append(due)
                    }
                }
            }
        }
        dues += apart(movable).filter { $0.instant > start && $0.instant <= end }
        dues.sort { ($0.instant, $0.rule) < ($1.instant, $1.rule) }
        return dues
    }

    /// Leaves one of two occurrences of a rule that the bounds bring so close together that they count as the same: the
    /// one that is moved less. This happens with events of the morning and the evening, such as the golden hour.
    private func apart(_ dues: [Due]) -> [Due] {
        var apart: [Due] = []
        for due in dues.sorted(by: { ($0.rule, $0.instant, $0.eventInstant) < ($1.rule, $1.instant, $1.eventInstant) })
        {
            guard let last = apart.last, last.rule == due.rule, last.distance > .zero || due.distance > .zero,
                due.instant - last.instant < rules[due.rule].sameOccurrence
            else {
                apart.append(due)
                continue
            }
            if due.distance <= last.distance { apart[apart.endIndex - 1] = due }
        }
        return apart
    }

    private func occurrence(_ due: Due) -> Occurrence {
        Occurrence(rules[due.rule], at: due.instant, eventInstant: due.eventInstant)
    }
}

/// The events at an observer's place and in their time zone.
struct Almanac: Sendable {
    let observer: Observer
    let localTime: any LocalTime

    /// All occurrences of events of one kind, later than `start` and not later than `end`, in the order of time. The
    /// Sun's path is sampled once for all of them.
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
            while let change = localTime.nextZoneTransition(after: cursor, before: interval.upperBound) {
                changes.append((.zoneTransition, change.instant))
                cursor = change.instant
            }
            return changes
        }
    }

    /// When an alert for the event is announced; nil if its bounds skip it.
    func announcement(of event: AnnouncedEvent, at instant: Instant, due: Instant, within bounds: AlertBounds)
        -> Instant?
    {
        let evening = event.evening(at: instant, for: observer, in: localTime)
        return bounds.announcement(of: due, evening: evening, in: localTime)
    }

    private func solar(_ events: [AnnouncedEvent], in interval: Range<Instant>) -> [(
        event: AnnouncedEvent, instant: Instant
    )] {
        let solar = events.compactMap { event in
            if case .solar(let event) = event { event } else { nil }
        }
        return Sun.occurrences(of: solar, in: interval, at: observer).map { (.solar($0.event), $0.instant) }
    }

    /// Whether the Sun enters another quarter of its yearly path in the interval, which must be shorter than a year.
    /// This costs a hundredth of finding the moment.
    private static func mayHoldSeason(_ interval: Range<Instant>) -> Bool {
        // The search is exact to microseconds; this is exact to 0.3", which the Sun moves in seven seconds.
        let margin = Duration.seconds(60)
        return quarter(at: interval.lowerBound - margin) != quarter(at: interval.upperBound + margin)
    }

    private static func quarter(at instant: Instant) -> Int { Int(SolarPosition(at: instant).apparentLongitude / 90) }
}

/// The day that people call today: a date, and the solar day at the place to show for it.
public struct ShownDay: Hashable, Sendable {
    /// The current date in the local time zone.
    public let date: CivilDate
    /// The solar day that contains 12:00 of the date; if the local time zone is that of another part of the world, the
    /// current solar day at the place.
    public let day: SolarDay
    /// Whether the local time zone is that of another part of the world.
    public let isElsewhere: Bool

    /// The largest distance of solar noon from 12:00 in a place's own time zone: three hours in the west of China, and one
    /// more for summer time and clocks that change in the morning.
    private static let maximumNoonOffset = Duration.seconds(4 * 3600)

    /// The day at an instant.
    public init(at now: Instant, for observer: Observer, localTime: any LocalTime) {
        date = localTime.civilTime(at: now).date
        let midday = localTime.start(of: date) + .seconds(12 * 3600)
        let dayOfDate = Sun.day(containing: midday, at: observer)
        isElsewhere = abs((dayOfDate.noon - midday).microseconds) > Self.maximumNoonOffset.microseconds
        day = isElsewhere ? Sun.day(containing: now, at: observer) : dayOfDate
    }
}
