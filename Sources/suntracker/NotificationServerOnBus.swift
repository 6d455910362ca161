import Reports
import Systemd

/// The notification server, asked itself. Asking starts none.
struct NotificationServerOnBus {
    private let bus: BusClient
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// A server that hangs is as good as none, and somebody waits.
    private static let patience = Duration.seconds(2)

    init(_ bus: BusClient) {
        self.bus = bus
    }

    /// What there is.
    var server: NotificationServer {
        do throws(BusError) {
            return try ask()
        } catch  where error.saysNobodyIsThere {
            return isStartedOnDemand ? .startedOnDemand : .absent
        } catch {
            return .silent(error.reason)
        }
    }

    private func ask() throws(BusError) -> NotificationServer {
        // Name, vendor, version, version of the specification.
        let identity = try call("GetServerInformation").map { $0.text ?? "" }
        guard identity.count >= 3, case .array("s", let capabilities)? = try call("GetCapabilities").first else {
            return .silent("its answer is not that of the specification")
        }
        return .running(
            NotificationServer.Identity(
                name: identity[0], vendor: identity[1], version: identity[2],
                capabilities: capabilities.compactMap(\.text)))
    }

    private func call(_ member: String) throws(BusError) -> [BusValue] {
        try bus.call(
            BusCall(Self.name, Self.path, Self.name, member, startsService: false), deadline: Self.patience)
    }

    private var isStartedOnDemand: Bool { bus.starts(Self.name) }
}

extension BusClient {
    /// Whether somebody owns the name now.
    func hasOwner(_ name: String) throws(BusError) -> Bool {
        let bus = "org.freedesktop.DBus"
        return try call(
            BusCall(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)], startsService: false)
        ) == [.boolean(true)]
    }

    /// Whether the bus starts a service for the name when one is asked for; false where it does not say.
    func starts(_ name: String) -> Bool {
        let bus = "org.freedesktop.DBus"
        let call = BusCall(bus, "/org/freedesktop/DBus", bus, "ListActivatableNames", startsService: false)
        guard case .array("s", let names)? = try? self.call(call).first else { return false }
        return names.contains(.string(name))
    }
}
