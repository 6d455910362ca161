public import Solar

/// What lies ahead, for programs that want to know without asking the Sun themselves.
public struct Outlook: Hashable, Sendable {
    /// The next sunrise; nil if none comes within a year, or no place is known.
    public let nextSunrise: Instant?
    /// The next sunset; nil if none comes within a year, or no place is known.
    public let nextSunset: Instant?
    /// Whether the Sun is up.
    public let isDaylight: Bool
    /// The place; nil if none is known.
    public let place: Place?
    /// The ten events of a day, over the coming seven days.
    public let events: [Sun.Occurrence]

    /// What lies ahead of an instant at a place.
    init(from now: Instant, at place: Place?) {
        self.place = place
        guard let observer = place?.observer else {
            (nextSunrise, nextSunset, isDaylight, events) = (nil, nil, false, [])
            return
        }
        func next(_ event: SolarEvent) -> Instant? {
            switch Sun.nextOccurrence(of: event, after: now, at: observer) {
            case .occurs(let instant): instant
            case .never: nil
            }
        }
        nextSunrise = next(.sunrise)
        nextSunset = next(.sunset)
        isDaylight = DayPhase(at: now, for: observer) == .day
        events = Sun.occurrences(
            of: SolarEvent.daily, in: now..<max(now, now + .seconds(7 * 86_400)), at: observer)
    }
}
