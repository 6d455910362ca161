import Solar
import Tracker

/// The properties of the running service on the session bus (`etc/data/io.github.suntracker.Suntracker1.xml`).
struct RunningService: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        /// The name of the place, if it has one.
        var name: String?
        /// The coordinate to 0.01 degree.
        var coordinate: Coordinate
        /// The identifier of the source: `settings`, `geoclue`, ….
        var source: String
        /// The radius of uncertainty in metres, if known.
        var accuracy: Double?
        /// The time of the fix; nil for sources that do not age.
        var observed: Instant?
    }

    /// The answer of GeoClue to whether the service is allowed to use the location.
    struct Authorization: Hashable, Sendable {
        /// The identifier: `allowed-always`, `denied`, ….
        var state: String
        /// An explanation, and what to do.
        var advice: String
    }

    struct Announcement: Hashable, Sendable {
        /// The identifier of the event.
        var event: String
        var instant: Instant
        /// The time of the announcement; nil if it was before the service started.
        var announced: Instant?
        /// The state of its notification; nil if there was no notification, or if the state is unknown.
        var notification: Outlook.Announcement.Notification?
    }

    var version: String
    /// The time at which the service started.
    var since: Instant
    /// The place; nil while it is unknown.
    var place: Place?
    /// The next sunrise and the next sunset within a year, in chronological order.
    var next: [Sun.Occurrence] = []
    /// The current phase, without its beginning; nil if it is unknown.
    var phase: PhaseSpan?
    /// The last announcement; nil if there was none in the last days.
    var last: Announcement?
    /// Whether the service is allowed to use the location; nil if it does not use GeoClue.
    var authorization: Authorization?
}

/// The owner of the service's name on the session bus.
enum ServiceAnswer: Hashable, Sendable {
    /// The service responds.
    case running(RunningService)
    /// The name has no owner.
    case absent
    /// The owner does not respond, or responds with this error.
    case silent(String)
    /// The session bus cannot be reached, for this reason.
    case noBus(String)

    /// The service; nil if it does not respond.
    var running: RunningService? { if case .running(let service) = self { service } else { nil } }
}

extension RunningService.Authorization {
    /// The identifier of the state, as on D-Bus and in the journal, and the advice.
    var text: String { "\(state): \(advice)" }
}
