import Solar
import Tracker

/// The reason why an event does not occur within a year.
struct NeverWithinYear: Error, Hashable {
    /// The side of its altitude on which the Sun stays; nil for an event without an altitude.
    let side: Sun.Side?
}

extension AnnouncedEvent {
    /// Returns when the event next occurs after an instant.
    func next(
        after instant: Instant, at observer: Observer, in localTime: any LocalTime
    ) -> Result<Instant, NeverWithinYear> {
        if case .solar(let event) = self {
            switch Sun.nextOccurrence(of: event, after: instant, at: observer) {
            case .occurs(let instant): return .success(instant)
            case .never(let side): return .failure(NeverWithinYear(side: side))
            }
        }
        let year = instant + .microseconds(1)..<instant + .seconds(366 * 86_400)
        let next = Self.occurrences(of: [self], in: year, at: observer, localTime).first
        return next.map { .success($0.instant) } ?? .failure(NeverWithinYear(side: nil))
    }

    /// Returns the occurrences of events in an interval, in chronological order.
    static func occurrences(
        of events: [AnnouncedEvent], in interval: Range<Instant>, at observer: Observer, _ localTime: any LocalTime
    ) -> [(event: AnnouncedEvent, instant: Instant)] {
        let solar = events.compactMap { if case .solar(let event) = $0 { event } else { nil } }
        var found: [(event: AnnouncedEvent, instant: Instant)] = Sun.occurrences(of: solar, in: interval, at: observer)
            .map { (.solar($0.event), $0.instant) }
        guard solar.count < events.count else { return found }
        found += Sun.polarEvents(in: interval, at: observer).map { (.polar($0.event), $0.instant) }
            .filter { events.contains($0.0) }
        if events.contains(.zoneTransition) {
            var last = interval.lowerBound - .microseconds(1)
            while let change = localTime.nextZoneTransition(after: last, before: interval.upperBound) {
                found.append((.zoneTransition, change.instant))
                last = change.instant
            }
        }
        return found.sorted { $0.instant < $1.instant }
    }
}
