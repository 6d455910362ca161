// SPDX-License-Identifier: MIT
import Configuration
package import Solar

/// The coming occurrences of the rules, for an observer and a time zone.
///
/// The events of one kind are searched for together, because computing the path of the Sun takes most of a search. The
/// last result is kept, because the next query is often about the same day.
package struct Agenda: Sendable {
    package let rules: [Rule]
    package let observer: Observer

    private let localTime: any LocalTime
    /// Everything due later than `start` and not later than `end`, ordered by time and then by rule.
    private var found: (start: Instant, end: Instant, occurrences: [Occurrence]) = (.latest, .latest, [])

    private static let day = Duration.seconds(86_400)
    private static let longestSearch = day * 32
    private static let year = day * 366

    package init(rules: [Rule], observer: Observer, localTime: any LocalTime) {
        self.rules = rules
        self.observer = observer
        self.localTime = localTime
    }

    /// The first occurrence of any rule strictly after the instant; nil if there is none within a year.
    package mutating func next(after instant: Instant) -> Occurrence? {
        var (start, length) = (instant, Self.day)
        while start < min(instant + Self.year, .latest) {
            search(after: start, for: length)
            if let next = found.occurrences.first(where: { $0.due > instant }) {
                // Nothing is due between the two instants.
                found.start = min(found.start, instant)
                return next
            }
            start = found.end
            length = min(length * 2, Self.longestSearch)
        }
        return nil
    }

    /// Every occurrence later than `start` and not later than `end`, ordered by time.
    package mutating func occurrences(after start: Instant, through end: Instant) -> [Occurrence] {
        var occurrences: [Occurrence] = []
        var cursor = start
        while cursor < end {
            search(after: cursor, for: Self.day)
            occurrences += found.occurrences.filter { $0.due > cursor && $0.due <= end }
            cursor = found.end
        }
        return occurrences
    }

    /// Finds what is due within that time after the instant, unless this was already searched.
    private mutating func search(after instant: Instant, for length: Duration) {
        guard instant < found.start || instant >= found.end else { return }
        let end = instant + length
        var instants: [AnnouncedEvent: [Instant]] = [:]
        for (kind, rules) in Dictionary(grouping: rules, by: \.event.kind) {
            let latest = rules.map(\.reach.upperBound).max() ?? .zero
            let earliest = rules.map(\.reach.lowerBound).min() ?? .zero
            for (event, instant) in happenings(
                of: Set(rules.map(\.event)), kind, after: instant - latest, through: end - earliest)
            {
                instants[event, default: []].append(instant)
            }
        }
        let due = rules.flatMap { rule in (instants[rule.event] ?? []).compactMap { occurrence(of: rule, at: $0) } }
        found = (
            instant, end, due.filter { $0.due > instant && $0.due <= end }.sorted { $0.due < $1.due }
        )
    }

    /// The occurrence of a rule whose event happens at that instant; nil if its days or its bounds leave it out.
    private func occurrence(of rule: Rule, at instant: Instant) -> Occurrence? {
        let planned = rule.timing.due(of: instant, in: localTime)
        guard let alert = rule.alert, alert.days != .all || alert.bounds != nil else {
            return Occurrence(rule, at: planned, eventInstant: instant)
        }
        // An evening that lasts past midnight belongs to the day on which it began.
        let evening = rule.event.evening(at: instant, in: localTime)
        guard alert.days.contains(evening ?? rule.event.date(at: instant, in: localTime)) else { return nil }
        let due =
            alert.bounds.map { $0.announcement(of: planned, event: instant, evening: evening, in: localTime) }
            ?? planned
        return due.map { Occurrence(rule, at: $0, eventInstant: instant) }
    }

    /// When events of one kind happen later than `start` and not later than `end`, ordered by time.
    private func happenings(
        of events: Set<AnnouncedEvent>, _ kind: AnnouncedEvent.Kind, after start: Instant, through end: Instant
    ) -> [(event: AnnouncedEvent, instant: Instant)] {
        guard start < end else { return [] }
        let interval = start + .microseconds(1)..<end + .microseconds(1)
        switch kind {
        case .daily, .seasonal:
            guard kind == .daily || mayHoldSeason(interval) else { return [] }
            let solar = events.compactMap { if case .solar(let event) = $0 { event } else { nil } }
            return Sun.occurrences(of: solar, in: interval, at: observer).map { (.solar($0.event), $0.instant) }
        case .polar:
            return Sun.polarEvents(in: interval, at: observer).map { (.polar($0.event), $0.instant) }
        case .clocks:
            var changes: [(event: AnnouncedEvent, instant: Instant)] = []
            while let change = localTime.nextZoneTransition(
                after: changes.last?.instant ?? start, before: interval.upperBound)
            {
                changes.append((.zoneTransition, change.instant))
            }
            return changes
        case .eclipse:
            return AnnouncedEvent.eclipses(in: interval, at: observer).map { (.solarEclipse, $0.start) }
        }
    }

    /// Whether the Sun enters another quarter of its yearly path in the interval, which must be shorter than a year.
    /// This check takes a hundredth of the time that it takes to find the moment.
    private func mayHoldSeason(_ interval: Range<Instant>) -> Bool {
        func quarter(at instant: Instant) -> Int { Int(SolarPosition(at: instant).apparentLongitude / 90) }
        // Both take the same longitude, so this only allows for rounding.
        let margin = Duration.seconds(60)
        return quarter(at: interval.lowerBound - margin) != quarter(at: interval.upperBound + margin)
    }
}
