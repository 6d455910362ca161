// SPDX-License-Identifier: MIT
package import Configuration

package enum LocationReport: Hashable, Sendable {
    /// The observer's place, which may lack a name. It was observed at the source's time stamp, nil for none. The tracker
    /// replaces this time with the time of arrival.
    case fix(Place)
    case authorization(LocationAuthorization)
    /// Access was granted, but no fix arrived within the time limit. This is reported once for each watch, or with
    /// `Mode=follow` once for each request. The value is the provider in GeoClue's configuration, if it is known.
    case fixOverdue(LocationProvider?)
}

/// Whether the service may access its user's location.
package enum LocationAuthorization: Hashable, Sendable {
    /// Not requested or not decided yet.
    case notDetermined
    /// Granted, for every change.
    case allowedAlways
    case allowedOnce
    /// Denied by the user or the administrator.
    case denied(Denial)
    /// Not available on this machine, whatever the user has chosen.
    case restricted(Restriction)

    /// Who denied access.
    package enum Denial: Equatable, Sendable, CaseIterable {
        /// GeoClue's configuration.
        case byConfiguration
        /// The user's privacy settings, for every application.
        case turnedOff
        /// The user, for this application, through the agent; or GeoClue, with a text that is unknown here.
        case refused
        /// No one: the user was asked, but did not answer.
        case unanswered
    }

    /// What is missing.
    package enum Restriction: Equatable, Sendable, CaseIterable {
        case noBus
        case noGeoClue
        /// An agent that asks the user.
        case noAgent
        /// A working GeoClue.
        case failing
        /// A source of GeoClue that knows more than the country.
        case onlyCountry
    }

    /// The state in the journal field SUNTRACKER_AUTHORIZATION and on D-Bus.
    package var identifier: String {
        switch self {
        case .notDetermined: "not-determined"
        case .allowedAlways: "allowed-always"
        case .allowedOnce: "allowed-once"
        case .denied: "denied"
        case .restricted: "restricted"
        }
    }

    /// Whether fixes may arrive.
    package var isAllowed: Bool { self == .allowedAlways || self == .allowedOnce }

    /// Whether access was requested, but was not granted.
    package var isRefused: Bool {
        switch self {
        case .notDetermined, .allowedAlways, .allowedOnce: false
        case .denied, .restricted: true
        }
    }
}
