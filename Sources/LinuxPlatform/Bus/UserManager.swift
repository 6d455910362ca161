import Dispatch
import Glibc
import Systemd

/// A connection to the user's systemd manager (org.freedesktop.systemd1(5)), which starts hooks and the browser.
@MainActor
final class UserManager {
    let bus: Bus
    private let loop: EventLoop
    /// Called when the manager comes onto the bus after this connection was made.
    var onArrival: () -> Void = {}

    static let service = "org.freedesktop.systemd1"
    static let path = "/org/freedesktop/systemd1"
    static let interface = "org.freedesktop.systemd1.Manager"

    /// Connects to the user's bus in `$XDG_RUNTIME_DIR`, which the manager is on. If that does not exist, connects to the
    /// session's bus, which can be another one (dbus-run-session(1), dbus-launch(1)). The manager's own socket is "private
    /// to systemd and should not be used in external projects" (systemd(1)).
    init(environment: Environment) throws(SystemError) {
        loop = try EventLoop()
        if let socket = environment["XDG_RUNTIME_DIR"].map({ $0 + "/bus" }), access(socket, F_OK) == 0 {
            bus = try Bus.open(address: "unix:path=\(socket)", on: loop)
        } else {
            bus = try Bus.openUser(on: loop)
        }
        try bus.watchName(Self.service) { [weak self] hasOwner in
            if hasOwner { self?.onArrival() }
        }
    }

    /// A call of a method of the manager, which does not start the manager.
    static func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(service, path, interface, member, arguments, startsService: false)
    }

    /// A call that returns all properties of the service at that path.
    static func propertiesOfService(_ path: String) -> BusCall {
        BusCall(
            service, path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string("org.freedesktop.systemd1.Service")], startsService: false)
    }
}
