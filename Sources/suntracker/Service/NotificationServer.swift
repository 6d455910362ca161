// SPDX-License-Identifier: MIT
import LinuxPlatform
import Systemd

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

    var json: JSONObject {
        switch self {
        case .running(let server):
            [
                "state": "running", "name": server.name, "vendor": server.vendor, "version": server.version,
                "capabilities": server.capabilities,
            ]
        case .startedOnDemand: ["state": "started-on-demand"]
        case .absent: ["state": "absent"]
        case .noDesktop: ["state": "no-desktop"]
        case .silent: ["state": "silent"]
        case .startFails: ["state": "start-fails"]
        }
    }

    /// The reason why notifications cannot be shown, and what to do; nil if they can.
    var obstacle: String? {
        switch (self, check) {
        case (.noDesktop, _): Self.absence.line
        case (_, .problem(let problem)): problem.line
        case (_, .well), (_, .skipped): nil
        }
    }
}

/// The client that requests the name and the capabilities of the notification server.
struct NotificationServerOnBus {
    let bus: BusClient
    /// The environment of the command, which shows whether there is a graphical session.
    let environment: Environment
    /// Whether the bus may start a server that is not running, as it does for a notification.
    var startsServer = false
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    var server: NotificationServer {
        do throws(BusError) {
            return try ask(.seconds(2), startsServer: false)
        } catch  where error.isNoOwner {
            guard bus.starts(Self.name) else { return hasDesktop ? .absent : .noDesktop }
            guard startsServer else { return .startedOnDemand }
        } catch {
            return .silent(error.reason)
        }
        // The bus starts the server for this call.
        do throws(BusError) { return try ask(.seconds(10), startsServer: true) } catch {
            return .startFails(error.reason)
        }
    }

    /// Whether the command runs in a graphical session, or the user manager knows one.
    private var hasDesktop: Bool {
        environment["WAYLAND_DISPLAY"] != nil || environment["DISPLAY"] != nil
            || UserManager.hasSession(Result { () throws(BusError) in try bus.call(UserManager.environment) }) == true
    }

    private func ask(_ timeout: Duration, startsServer: Bool) throws(BusError) -> NotificationServer {
        // The name, the vendor, the version, and the version of the specification.
        let identity = try call("GetServerInformation", timeout, startsServer).map { $0.text ?? "" }
        guard identity.count >= 3,
            case .array("s", let capabilities)? = try call("GetCapabilities", timeout, startsServer).first
        else {
            return .silent("its reply does not follow the specification")
        }
        return .running(
            NotificationServer.Identity(
                name: identity[0], vendor: identity[1], version: identity[2],
                capabilities: capabilities.compactMap(\.text)))
    }

    private func call(_ member: String, _ timeout: Duration, _ startsServer: Bool) throws(BusError) -> [BusValue] {
        try bus.call(
            BusCall(Self.name, Self.path, Self.name, member, startsService: startsServer), deadline: timeout)
    }
}

extension BusClient {
    func hasOwner(_ name: String) throws(BusError) -> Bool {
        let bus = "org.freedesktop.DBus"
        return try call(
            BusCall(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)], startsService: false)
        ) == [.boolean(true)]
    }

    /// Whether the bus can start a service for the name; false if it does not respond.
    func starts(_ name: String) -> Bool {
        let bus = "org.freedesktop.DBus"
        let call = BusCall(bus, "/org/freedesktop/DBus", bus, "ListActivatableNames", startsService: false)
        guard case .array("s", let names)? = try? self.call(call).first else { return false }
        return names.contains(.string(name))
    }
}
