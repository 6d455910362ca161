// SPDX-License-Identifier: MIT
import LinuxPlatform
import Systemd

/// The notification server on the session bus (Desktop Notifications Specification 1.2).
enum NotificationServer: Hashable, Sendable {
    case running(Identity)
    /// No server is running, and the bus cannot start one.
    case absent
    /// No server is running, and the user has no graphical session, as on a headless machine.
    case noDesktop
    /// The server does not respond, or responds with this error.
    case silent(String)
    /// No server is running, and the bus fails to start one, with this error.
    case startFails(String)

    struct Identity: Hashable, Sendable {
        var name: String
        var vendor: String
        var version: String
        var capabilities: [String]

        /// `dunst 1.9.0: actions, body, body-markup`.
        var text: String { "\(name) \(version): \(capabilities.sorted().joined(separator: ", "))" }
    }

    var check: Check.Result {
        switch self {
        case .running(let identity): .well(identity.text)
        case .absent:
            .problem(
                Problem(
                    "there is no notification server",
                    "install one, such as dunst or mako, and start it together with your session"))
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

    var json: JSONObject {
        switch self {
        case .running(let server):
            [
                "state": "running", "name": server.name, "vendor": server.vendor, "version": server.version,
                "capabilities": server.capabilities,
            ]
        case .absent: ["state": "absent"]
        case .noDesktop: ["state": "no-desktop"]
        case .silent: ["state": "silent"]
        case .startFails: ["state": "start-fails"]
        }
    }
}

extension Bus {
    private static let server = "org.freedesktop.Notifications"

    /// Asks the notification server for its name and its capabilities. If the server is not running, the bus starts
    /// it, as for a notification.
    ///
    /// - Parameter environment: The environment of the command, which shows whether there is a graphical session.
    func notificationServer(in environment: Environment) -> NotificationServer {
        do throws(BusError) { return try identify(within: .seconds(2), startsServer: false) } catch {
            guard error.isNoOwner else { return .silent(error.reason) }
        }
        guard canStartServer else { return hasDesktop(environment) ? .absent : .noDesktop }
        do { return try identify(within: .seconds(10), startsServer: true) } catch { return .startFails(error.reason) }
    }

    private func identify(within limit: Duration, startsServer: Bool) throws(BusError) -> NotificationServer {
        func reply(_ member: String) throws(BusError) -> [BusValue] {
            try self.reply(
                to: BusCall(
                    Self.server, "/org/freedesktop/Notifications", Self.server, member, startsService: startsServer),
                within: limit)
        }
        // The name, the vendor, the version, and the version of the specification.
        let identity = try reply("GetServerInformation").map { $0.text ?? "" }
        guard identity.count >= 3, case .array("s", let capabilities)? = try reply("GetCapabilities").first else {
            return .silent("its reply does not follow the specification")
        }
        return .running(
            NotificationServer.Identity(
                name: identity[0], vendor: identity[1], version: identity[2],
                capabilities: capabilities.compactMap(\.text)))
    }

    /// Whether the bus can start a server; false if the bus does not respond.
    private var canStartServer: Bool {
        let bus = "org.freedesktop.DBus"
        let call = BusCall(bus, "/org/freedesktop/DBus", bus, "ListActivatableNames", startsService: false)
        guard case .array("s", let names)? = try? reply(to: call).first else { return false }
        return names.contains(.string(Self.server))
    }

    /// Whether the command runs in a graphical session, or the user manager knows one.
    private func hasDesktop(_ environment: Environment) -> Bool {
        environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil
            || UserManager.hasSession(Result { () throws(BusError) in try reply(to: UserManager.environment) }) == true
    }
}
