/// The notification server on the session bus (Desktop Notifications Specification 1.2).
enum NotificationServer: Hashable, Sendable {
    /// The server is running, and has identified itself.
    case running(Identity)
    /// No server is running; the bus starts one for the first notification.
    case startedOnDemand
    /// No server is running, and the bus cannot start one.
    case absent
    /// No server is running, and the user has no graphical session, as on a headless machine.
    case noDesktop
    /// The server does not respond, or responds with this error.
    case silent(String)
    /// No server is running, and the bus fails to start one, with this error.
    case startFails(String)

    /// The results of GetServerInformation and GetCapabilities.
    struct Identity: Hashable, Sendable {
        var name: String
        var vendor: String
        var version: String
        /// The capabilities, with the identifiers of the specification.
        var capabilities: [String]

        /// `dunst 1.9.0: actions, body, body-markup`.
        var text: String { "\(name) \(version): \(capabilities.sorted().joined(separator: ", "))" }
    }

    /// Whether it can show notifications, and what to do if not.
    var check: Check.Result {
        switch self {
        case .running(let identity): .well(identity.text)
        case .startedOnDemand: .well("none is running; the session bus will start one for the first notification")
        case .absent: .problem(Self.absence)
        case .noDesktop: .skipped("there is no desktop")
        case .silent(let reason):
            .problem(Problem("the notification server does not respond: \(reason)", "restart it, or log in again"))
        case .startFails(let reason):
            .problem(
                Problem(
                    "the notification server started by the session bus fails: \(reason)",
                    "start it together with your session; its output may show why it fails", "journalctl --user"))
        }
    }

    private static let absence = Problem(
        "there is no notification server", "install one, such as dunst or mako, and start it together with your session"
    )

    /// The reason why notifications cannot be shown, and what to do; nil if they can.
    var obstacle: String? {
        switch (self, check) {
        case (.noDesktop, _): Self.absence.line
        case (_, .problem(let problem)): problem.line
        case (_, .well), (_, .skipped): nil
        }
    }
}
