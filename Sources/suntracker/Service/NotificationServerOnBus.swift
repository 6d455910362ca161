import CommandPlatform
import Reports
import Systemd

/// The notification server, asked itself.
struct NotificationServerOnBus {
    private let bus: BusClient
    private let startsServer: Bool
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// A server that hangs is as good as none, and somebody waits.
    private static let patience = Duration.seconds(2)
    /// One that has to be started takes longer.
    private static let patienceWithStart = Duration.seconds(10)

    /// - Parameter startsServer: whether the bus starts one that does not run, as it does for a notification.
    init(_ bus: BusClient, startsServer: Bool = false) {
        self.bus = bus
        self.startsServer = startsServer
    }

    /// What there is.
    var server: NotificationServer {
        do throws(BusError) {
            return try ask(Self.patience, startsServer: false)
        } catch  where error.saysNobodyIsThere {
            guard isStartedOnDemand else { return .absent }
            return startsServer ? startedServer : .startedOnDemand
        } catch {
            return .silent(error.reason)
        }
    }

    private var startedServer: NotificationServer {
        do throws(BusError) {
            return try ask(Self.patienceWithStart, startsServer: true)
        } catch {
            return .startFails(error.reason)
        }
    }

    private func ask(_ patience: Duration, startsServer: Bool) throws(BusError) -> NotificationServer {
        // Name, vendor, version, version of the specification.
        let identity = try call("GetServerInformation", patience, startsServer).map { $0.text ?? "" }
        guard identity.count >= 3,
            case .array("s", let capabilities)? = try call("GetCapabilities", patience, startsServer).first
        else {
            return .silent("its answer is not that of the specification")
        }
        return .running(
            NotificationServer.Identity(
                name: identity[0], vendor: identity[1], version: identity[2],
                capabilities: capabilities.compactMap(\.text)))
    }

    private func call(_ member: String, _ patience: Duration, _ startsServer: Bool) throws(BusError) -> [BusValue] {
        try bus.call(
            BusCall(Self.name, Self.path, Self.name, member, startsService: startsServer), deadline: patience)
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
