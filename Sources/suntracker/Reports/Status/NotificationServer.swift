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

    /// Whether it can show notifications, and what to do if not.
    func check(in words: Localizer) -> Check {
        switch self {
        case .running(let identity): return .sound(identity.text(in: words))
        case .startedOnDemand:
            // TRANSLATORS: after the label Notifications: no notification server
            return .sound(words("none is running; the session bus starts one for the first notification"))
        case .absent:
            let finding = words("there is no notification server")
            let remedy = words(
                // TRANSLATORS: a notification server
                "install one, such as {example} or {other}, and start it with the session",
                ["example": "dunst", "other": "mako"])
            return .broken(finding, sentence: words.clauses([finding, remedy]), remedy: remedy)
        // TRANSLATORS: there is no notification server
        case .noDesktop: return .notApplicable(words("none: there is no desktop"))
        case .silent(let reason):
            return .broken(
                words("the notification server does not answer: {reason}", ["reason": reason]),
                remedy: words("restart it, or log in again"))
        case .startFails(let reason):
            return .broken(
                words("the notification server that the session bus starts fails: {reason}", ["reason": reason]),
                remedy: words(
                    "start it with the session; {command} may show why it fails", ["command": "journalctl --user"]))
        }
    }

    /// The reason why notifications cannot be shown; nil if they can.
    func obstacle(in words: Localizer) -> String? {
        let check = (self == .noDesktop ? .absent : self).check(in: words)
        return check.verdict == .broken ? check.sentence : nil
    }
}
