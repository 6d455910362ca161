package import Solar
package import Tracker

/// The properties of the running service on the session bus (`systemd/io.github.suntracker.Suntracker1.xml`).
package struct RunningService: Hashable, Sendable {
    /// The place of the service.
    package struct Place: Hashable, Sendable {
        /// The name of the place, if it has one.
        package var name: String?
        /// The coordinate to 0.01 degree.
        package var coordinate: Coordinate
        /// The identifier of the source: `settings`, `geoclue`, ….
        package var source: String
        /// The radius of uncertainty in metres, if known.
        package var accuracy: Double?
        /// The time of the fix; nil for sources that do not age.
        package var observed: Instant?

        package init(
            name: String?, coordinate: Coordinate, source: String, accuracy: Double? = nil, observed: Instant? = nil
        ) {
            self.name = name
            self.coordinate = coordinate
            self.source = source
            self.accuracy = accuracy
            self.observed = observed
        }
    }

    /// Whether the service is allowed to use the location.
    package struct Authorization: Hashable, Sendable {
        /// The identifier: `allowed-always`, `denied`, ….
        package var state: String
        /// The meaning, and what to do.
        package var advice: String

        package init(state: String, advice: String) {
            self.state = state
            self.advice = advice
        }
    }

    /// The announcement of an event.
    package struct Announcement: Hashable, Sendable {
        /// The identifier of the event.
        package var event: String
        /// The instant of the event.
        package var instant: Instant
        /// The time of the announcement; nil if it was before the service started.
        package var announced: Instant?
        /// The state of its notification; nil if it has none or the state is unknown.
        package var notification: Outlook.Announcement.Notification?

        package init(
            event: String, instant: Instant, announced: Instant?,
            notification: Outlook.Announcement.Notification? = nil
        ) {
            self.event = event
            self.instant = instant
            self.announced = announced
            self.notification = notification
        }
    }

    package var version: String
    /// The time at which it started.
    package var since: Instant
    /// The place; nil while it is unknown.
    package var place: Place?
    /// The next sunrise and the next sunset within a year, in chronological order.
    package var next: [Sun.Occurrence]
    /// The phase in force; nil without a place.
    package var phase: Phase?
    /// When the other phase begins; nil if that is not within a year.
    package var phaseUntil: Instant?
    /// The last announcement; nil if there was none in the last days.
    package var last: Announcement?
    /// Whether it is allowed to use the location; nil if it does not ask.
    package var authorization: Authorization?

    package init(
        version: String, since: Instant, place: Place? = nil, next: [Sun.Occurrence] = [],
        phase: Phase? = nil, phaseUntil: Instant? = nil, last: Announcement? = nil, authorization: Authorization? = nil
    ) {
        self.version = version
        self.since = since
        self.place = place
        self.next = next
        self.phase = phase
        self.phaseUntil = phaseUntil
        self.last = last
        self.authorization = authorization
    }
}

/// The owner of the service's name on the session bus.
package enum ServiceAnswer: Hashable, Sendable {
    /// The service answers.
    case running(RunningService)
    /// The name has no owner.
    case absent
    /// The owner does not answer, or answers with this error.
    case silent(String)
    /// The session bus cannot be reached, for this reason.
    case noBus(String)
}

extension RunningService.Authorization {
    /// The advice in a language. The service gives it in English: it is that of a state which the command knows too, or of
    /// a newer service.
    func advice(in words: Words) -> String {
        LocationAuthorization.all.first { $0.advice() == advice }?.advice(in: words) ?? advice
    }
}

extension LocationAuthorization {
    fileprivate static let all: [Self] =
        [.notDetermined, .allowedAlways, .allowedOnce] + Denial.allCases.map(Self.denied)
        + Restriction.allCases.map(Self.restricted)
}
