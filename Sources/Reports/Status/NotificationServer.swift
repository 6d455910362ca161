package import Tracker

/// The notification server on the session bus (Desktop Notifications Specification 1.2).
package enum NotificationServer: Hashable, Sendable {
    /// It runs and has identified itself.
    case running(Identity)
    /// None runs; the bus starts one for the first notification.
    case startedOnDemand
    /// None runs, and the bus cannot start one.
    case absent
    /// It does not answer, or answers with this error.
    case silent(String)
    /// None runs, and the one that the bus starts fails with this error.
    case startFails(String)

    /// The results of GetServerInformation and GetCapabilities.
    package struct Identity: Hashable, Sendable {
        package var name: String
        package var vendor: String
        package var version: String
        /// The capabilities, with the identifiers of the specification.
        package var capabilities: [String]

        package init(name: String, vendor: String, version: String, capabilities: [String]) {
            self.name = name
            self.vendor = vendor
            self.version = version
            self.capabilities = capabilities
        }

        /// `dunst 1.9.0: actions, body, body-markup`.
        var text: String { "\(name) \(version): \(capabilities.sorted().joined(separator: ", "))" }
    }

    /// The reason why notifications cannot be shown; nil if they can.
    package func obstacle(in words: Words) -> String? {
        switch self {
        case .running, .startedOnDemand: nil
        case .absent, .silent, .startFails: text(in: words)
        }
    }

    /// The state for people.
    func text(in words: Words) -> String {
        switch self {
        case .running(let identity): identity.text
        case .startedOnDemand: words("none is running; the session bus starts one for the first notification")
        case .absent:
            words(
                "there is no notification server; install one, such as {example} or {other}, and start it with the session",
                ["example": "dunst", "other": "mako"])
        case .silent(let reason): words("the notification server does not answer: {reason}", ["reason": reason])
        case .startFails(let reason):
            words("the notification server that the session bus starts fails: {reason}", ["reason": reason])
        }
    }

    static func remedy(in words: Words) -> String {
        words(
            "install one, such as {example} or {other}, and start it with the session",
            ["example": "dunst", "other": "mako"])
    }
}
