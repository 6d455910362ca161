/// How a location service is asked to watch.
public struct LocationWatch: Hashable, Sendable {
    /// `Mode=`: for how long.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// As long as the service runs: significant changes are noticed when they happen.
        case follow
        /// Until the first fix, once a start.
        case once
    }

    /// `Accuracy=`: how closely.
    public enum Accuracy: String, Hashable, Sendable, CaseIterable {
        /// To the city, which is all that sunrise and sunset need. A source of nothing but exact fixes, such as a
        /// satellite receiver, is not asked.
        case city
        /// As exactly as any source can tell.
        case exact
    }

    /// For how long.
    public var mode: Mode
    /// How closely.
    public var accuracy: Accuracy

    /// A watch of that kind.
    public init(mode: Mode = .follow, accuracy: Accuracy = .city) {
        self.mode = mode
        self.accuracy = accuracy
    }
}

/// What a watch has to say.
public enum LocationReport: Hashable, Sendable {
    /// The observer is there. The provenance does not say when it was observed: just now.
    case fix(Place)
    /// Whether the service may know the location.
    case authorization(LocationAuthorization)
}

/// Whether the service may know where its user is.
public enum LocationAuthorization: Hashable, Sendable {
    /// Nobody has decided yet, or has been asked.
    case notDetermined
    /// Yes, and of every change.
    case allowedAlways
    /// Yes, this once.
    case allowedOnce
    /// The user or the administrator does not want it.
    case denied(Denial)
    /// It cannot be decided or told here, whatever anybody wants.
    case restricted(Restriction)

    /// Who has said no.
    public enum Denial: Hashable, Sendable, CaseIterable {
        /// GeoClue's configuration.
        case byConfiguration
        /// The user's privacy settings, for every application.
        case turnedOff
        /// The user, for this application, through the agent; or else who, with a text that is not known here.
        case refused
        /// The user was asked, and has not answered.
        case unanswered
    }

    /// What is missing.
    public enum Restriction: Hashable, Sendable, CaseIterable {
        /// The system bus.
        case noBus
        /// GeoClue.
        case noGeoClue
        /// An agent that speaks for the user.
        case noAgent
        /// A GeoClue that works.
        case failing
    }

    /// The state in the journal field SUNTRACKER_AUTHORIZATION and on D-Bus.
    public var identifier: String {
        switch self {
        case .notDetermined: "not-determined"
        case .allowedAlways: "allowed-always"
        case .allowedOnce: "allowed-once"
        case .denied: "denied"
        case .restricted: "restricted"
        }
    }

    /// Whether fixes may come.
    public var isAllowed: Bool { self == .allowedAlways || self == .allowedOnce }

    /// Whether it was asked for, and will not be had.
    public var isRefused: Bool {
        switch self {
        case .notDetermined, .allowedAlways, .allowedOnce: false
        case .denied, .restricted: true
        }
    }

    /// What this means for the user, and what to do, in one sentence.
    public var advice: String {
        switch self {
        case .notDetermined:
            "GeoClue is being asked for the location; answer its question if the desktop shows one"
        case .allowedAlways:
            "GeoClue tells the location and every significant change of it"
        case .allowedOnce:
            "GeoClue has told the location once and is not asked again before the next start (Mode=once)"
        case .denied(.byConfiguration):
            "GeoClue's configuration keeps the location from Suntracker: have an administrator run etc/install --system, "
                + "or write allowed=true in [io.github.suntracker.Suntracker] of /etc/geoclue/geoclue.conf, then "
                + Self.reload
        case .denied(.turnedOff):
            "Location services are turned off for you: turn them on in the desktop's privacy settings, then "
                + Self.reload
        case .denied(.refused):
            "The location was refused to Suntracker: allow it in the desktop's privacy settings, then " + Self.reload
        case .denied(.unanswered):
            "Nobody has answered whether Suntracker may know the location: to be asked again, " + Self.reload
        case .restricted(.noBus):
            "There is no system bus to reach GeoClue by: give Latitude= and Longitude= in suntracker.conf instead"
        case .restricted(.noGeoClue):
            "GeoClue is not there: install the package geoclue-2.0 (Fedora: geoclue2, Arch: geoclue), or give "
                + "Latitude= and Longitude= in suntracker.conf"
        case .restricted(.noAgent):
            "No GeoClue agent runs for you, and without one GeoClue does not answer: start the desktop's own, or "
                + "GeoClue's demo agent with the session (/usr/libexec/geoclue-2.0/demos/agent), then " + Self.reload
        case .restricted(.failing):
            "GeoClue does not work at the moment and is tried again by itself: \"systemctl status geoclue\" may say why"
        }
    }

    private static let reload = "systemctl --user reload suntrackerd"
}
