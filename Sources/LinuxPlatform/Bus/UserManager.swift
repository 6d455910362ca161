import Dispatch
import Glibc
import Systemd

/// A connection to the systemd manager of the user (org.freedesktop.systemd1(5)): for all that it is asked to start, hooks
/// and the browser alike.
@MainActor
final class UserManager {
    let bus: Bus
    private let loop: EventLoop
    /// Called when the manager comes onto the bus. One that was there before has not come.
    var onArrival: () -> Void = {}

    static let service = "org.freedesktop.systemd1"
    static let path = "/org/freedesktop/systemd1"
    static let interface = "org.freedesktop.systemd1.Manager"

    /// Connects to the bus that the manager is on: the user's, in `$XDG_RUNTIME_DIR`. The session may have another one
    /// (dbus-run-session(1), dbus-launch(1)), which is asked where there is no user's. The manager's own socket is
    /// "private to systemd and should not be used in external projects" (systemd(1)).
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

    /// A call of a method of the manager, which is not started for it.
    static func call(_ member: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(service, path, interface, member, arguments, startsService: false)
    }

    /// Everything about the service of that path.
    static func propertiesOfService(_ path: String) -> BusCall {
        BusCall(
            service, path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string("org.freedesktop.systemd1.Service")], startsService: false)
    }
}
