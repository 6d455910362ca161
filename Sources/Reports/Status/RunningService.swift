package import Solar
package import Tracker

/// The service that runs, as it tells of itself over the session bus (`systemd/io.github.suntracker.Suntracker1.xml`).
package struct RunningService: Hashable, Sendable {
    /// Where it watches the Sun.
    package struct Place: Hashable, Sendable {
        /// What the place is called; nil where nobody has said.
        package var name: String?
        /// Where it is, to 0.01 degree.
        package var coordinate: Coordinate
        /// How it is known, in one word: `settings`, `geoclue`, ….
        package var source: String
        /// The radius in metres within which it is; nil where nobody says.
        package var accuracy: Double?
        /// When it was found; nil for what does not age.
        package var observed: Instant?

        /// The whereabouts at a coordinate.
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

    /// Whether it may know the location.
    package struct Authorization: Hashable, Sendable {
        /// In one word: `allowed-always`, `denied`, ….
        package var state: String
        /// What that means, and what to do.
        package var advice: String

        /// A state with what it means.
        package init(state: String, advice: String) {
            self.state = state
            self.advice = advice
        }
    }

    /// An event that was announced.
    package struct Announcement: Hashable, Sendable {
        /// The event's name.
        package var event: String
        /// When it happened.
        package var instant: Instant
        /// When it was announced; nil where that was before the service has started.
        package var announced: Instant?
        /// What has become of its notification; nil where it has none, or the service does not say.
        package var notification: Outlook.Announcement.Notification?

        /// An event that was announced then.
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

    /// Its version.
    package var version: String
    /// When it has started.
    package var since: Instant
    /// Where it watches the Sun; nil while it does not know.
    package var whereabouts: Place?
    /// The next sunrise and the next sunset, the sooner first; none where none comes within a year.
    package var next: [Sun.Occurrence]
    /// What was announced last; nil for nothing in the last days.
    package var last: Announcement?
    /// Whether it may know the location; nil where it does not ask.
    package var authorization: Authorization?

    /// A service that says this of itself.
    package init(
        version: String, since: Instant, whereabouts: Place? = nil, next: [Sun.Occurrence] = [],
        last: Announcement? = nil, authorization: Authorization? = nil
    ) {
        self.version = version
        self.since = since
        self.whereabouts = whereabouts
        self.next = next
        self.last = last
        self.authorization = authorization
    }
}

/// What is on the session bus under the service's name.
package enum ServiceAnswer: Hashable, Sendable {
    /// The service, which answers.
    case running(RunningService)
    /// Nothing.
    case absent
    /// Something that does not answer, or with this error.
    case silent(String)
    /// There is no session bus to ask, for this reason.
    case noBus(String)
}
