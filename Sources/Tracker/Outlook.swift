public import Solar

/// What lies ahead, for programs that want to know without asking the Sun themselves. Computed when it is asked for, so
/// that it costs nothing where nobody asks.
public struct Outlook: Hashable, Sendable {
    /// The place; nil if none is known.
    public let place: Place?
    private let now: Instant

    /// What lies ahead of an instant at a place.
    init(from now: Instant, at place: Place?) {
        self.now = now
        self.place = place
    }

    /// The next sunrise; nil if none comes within a year, or no place is known.
    public var nextSunrise: Instant? { next(.sunrise) }

    /// The next sunset; nil if none comes within a year, or no place is known.
    public var nextSunset: Instant? { next(.sunset) }

    /// Whether the Sun is up; false if no place is known.
    public var isDaylight: Bool { place.map { DayPhase(at: now, for: $0.observer) == .day } ?? false }

    /// The ten events of a day, over the coming seven days; none if no place is known.
    public var events: [Sun.Occurrence] {
        guard let place else { return [] }
        return Sun.occurrences(
            of: SolarEvent.daily, in: now..<max(now, now + .seconds(7 * 86_400)), at: place.observer)
    }

    private func next(_ event: SolarEvent) -> Instant? {
        guard let place, case .occurs(let instant) = Sun.nextOccurrence(of: event, after: now, at: place.observer)
        else { return nil }
        return instant
    }
}
