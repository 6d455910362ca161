import Tracker

/// The notification server on the session bus (Desktop Notifications Specification 1.2).
enum NotificationServer: Hashable, Sendable {
    /// It runs and has identified itself.
    case running(Identity)
    /// None runs; the bus starts one for the first notification.
    case startedOnDemand
    /// None runs, and the bus cannot start one.
    case absent
    /// None runs, and the user has no graphical session that could have one, as on a server.
    case noDesktop
    /// It does not answer, or answers with this error.
    case silent(String)
    /// None runs, and the one that the bus starts fails with this error.
    case startFails(String)

    /// The results of GetServerInformation and GetCapabilities.
    struct Identity: Hashable, Sendable {
        var name: String
        var vendor: String
        var version: String
        /// The capabilities, with the identifiers of the specification.
        var capabilities: [String]

        /// `dunst 1.9.0: actions, body, body-markup`.
        func text(in words: Localizer) -> String { "\(name) \(version): \(words.list(capabilities.sorted()))" }
    }

    /// The reason why notifications cannot be shown; nil if they can.
    func obstacle(in words: Localizer) -> String? {
        switch self {
        case .running, .startedOnDemand: nil
        case .noDesktop: Self.absent.text(in: words)
        case .absent, .silent, .startFails: text(in: words)
        }
    }

    /// The state for people.
    func text(in words: Localizer) -> String {
        switch self {
        case .running(let identity): identity.text(in: words)
        // TRANSLATORS: after the label Notifications: no notification server
        case .startedOnDemand: words("none is running; the session bus starts one for the first notification")
        case .absent:
            words(
                "there is no notification server; install one, such as {example} or {other}, and start it with the session",
                ["example": "dunst", "other": "mako"])
        // TRANSLATORS: there is no notification server
        case .noDesktop: words("none: there is no desktop")
        case .silent(let reason): words("the notification server does not answer: {reason}", ["reason": reason])
        case .startFails(let reason):
            words("the notification server that the session bus starts fails: {reason}", ["reason": reason])
        }
    }

    static func remedy(in words: Localizer) -> String {
        words(
            // TRANSLATORS: a notification server
            "install one, such as {example} or {other}, and start it with the session",
            ["example": "dunst", "other": "mako"])
    }
}
