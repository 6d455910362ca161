// SPDX-License-Identifier: MIT
package import Configuration
package import Solar

/// The coming events and the state of the service, for other programs. The events are computed when they are read, so
/// they cost nothing if no program reads them.
package struct PublishedState: Hashable, Sendable {
    /// The place; nil if none is known.
    package let place: Place?
    /// Whether the service may access the location; nil if the settings do not need it.
    package let authorization: LocationAuthorization?
    /// The last announcement; nil if there was none in recent days.
    package let lastAnnouncement: Announcement?
    /// The last event that the service learned of too late; nil if there was none in recent days.
    package let lastMissed: Announcement?
    package let hooksWithProblems: [PlannedHook]
    /// The directories of hooks that are named after neither an event nor a phase.
    package let strayFolders: [String]
    /// The current phase and its bounds; nil if none is known. Each change is published when it happens.
    package let phase: PhaseSpan?
    package let hasStatusIcon: Bool
    /// The time zone for the texts of the status icon; nil without an icon.
    let timeZone: String?
    /// The instant from which the events are computed.
    var now: Instant

    /// An event that was announced.
    package struct Announcement: Hashable, Sendable {
        /// The name of the event or the alert: `sunset`, `alert:lamps`.
        package let event: String
        package let due: Instant
        /// When it was announced; nil if it was announced before the service started.
        package let announced: Instant?
        /// What became of its notification; nil if there is none, or if it was announced before the service started.
        package internal(set) var notification: Notification?

        package enum Notification: String, Equatable, Sendable {
            /// Not shown yet.
            case waiting
            /// The server accepted it.
            case shown
            /// Dropped, for the reason in the journal.
            case notShown = "not-shown"
            /// Not shown, because of `Quiet=`.
            case quiet
        }
    }

    /// The state without its instant, to compare what the service knows.
    var knowledge: PublishedState {
        var state = self
        state.now = .earliest
        return state
    }

    /// When the event happens next; nil if it does not within a year, or no place is known.
    package func next(_ event: SolarEvent) -> Instant? {
        place.flatMap { Sun.nextOccurrence(of: event, after: now, at: $0.observer).instant }
    }
}
