public import Solar

/// What lies ahead, and how the service is, for programs that want to know without asking the Sun themselves. What lies
/// ahead is computed when it is asked for, so that it costs nothing where nobody asks.
public struct Outlook: Hashable, Sendable {
    /// What the service knows, whatever the time is.
    struct Knowledge: Hashable, Sendable {
        var place: Place?
        var authorization: LocationAuthorization?
        var lastAnnouncement: Announcement?
    }

    /// An event that was announced.
    public struct Announcement: Hashable, Sendable {
        /// The event's name.
        public let event: String
        /// When it was due.
        public let due: Instant
        /// When it was announced; nil if that was before the service has started.
        public let announced: Instant?
        /// What became of its notification; nil where it has none, and where that was before the service has started.
        public internal(set) var notification: Notification?

        /// An event that was announced.
        public init(event: String, due: Instant, announced: Instant?, notification: Notification? = nil) {
            self.event = event
            self.due = due
            self.announced = announced
            self.notification = notification
        }

        /// What has become of a notification.
        public enum Notification: String, Hashable, Sendable {
            /// Not shown yet.
            case waiting
            /// The server has taken it.
            case shown
            /// Given up, for a reason that the journal has.
            case notShown = "not-shown"
        }
    }

    let knowledge: Knowledge
    private let now: Instant

    /// What lies ahead of an instant.
    init(from now: Instant, _ knowledge: Knowledge) {
        self.now = now
        self.knowledge = knowledge
    }

    /// The place; nil if none is known.
    public var place: Place? { knowledge.place }

    /// Whether the service may know the location; nil where the settings have nobody asked for it.
    public var authorization: LocationAuthorization? { knowledge.authorization }

    /// What was announced last; nil for nothing in the last days.
    public var lastAnnouncement: Announcement? { knowledge.lastAnnouncement }

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
