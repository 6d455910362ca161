import Solar

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
