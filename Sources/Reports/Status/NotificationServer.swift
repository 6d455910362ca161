/// The notification server on the session bus (Desktop Notifications Specification 1.2).
package enum NotificationServer: Hashable, Sendable {
    /// It runs, and says this of itself.
    case running(Identity)
    /// None runs, and the bus starts one when there is something to show.
    case startedOnDemand
    /// None runs, and the bus knows of none.
    case absent
    /// There is one that does not answer, or answers with this error.
    case silent(String)
    /// None runs, and the one that the bus starts does not come up, for this reason.
    case startFails(String)

    /// GetServerInformation and GetCapabilities.
    package struct Identity: Hashable, Sendable {
        /// What it is called.
        package var name: String
        /// Who makes it.
        package var vendor: String
        /// Its version.
        package var version: String
        /// What it can do, in the words of the specification.
        package var capabilities: [String]

        /// A server that says this of itself.
        package init(name: String, vendor: String, version: String, capabilities: [String]) {
            self.name = name
            self.vendor = vendor
            self.version = version
            self.capabilities = capabilities
        }

        /// `dunst 1.9.0: actions, body, body-markup`.
        var text: String { "\(name) \(version): \(capabilities.sorted().joined(separator: ", "))" }
    }

    /// Why nothing can be shown; nil where it can, or will be when there is something to show.
    package var obstacle: String? {
        switch self {
        case .running, .startedOnDemand: nil
        case .absent, .silent, .startFails: text
        }
    }

    /// In a phrase.
    var text: String {
        switch self {
        case .running(let identity): identity.text
        case .startedOnDemand: "none runs; the session bus starts one when there is something to show"
        case .absent: "there is no notification server; \(Self.remedy)"
        case .silent(let reason): "the notification server does not answer: \(reason)"
        case .startFails(let reason): "the notification server that the session bus starts does not come up: \(reason)"
        }
    }

    static let remedy = "install one, such as dunst or mako, and start it with the session"
}
