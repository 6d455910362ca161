import CommandPlatform
import Reports
import Systemd
import Tracker

/// The client that asks the notification server for its name and its capabilities.
struct NotificationServerOnBus {
    private let bus: BusClient
    private let startsServer: Bool
    private let words: Words
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// The time limit of a call to a running server.
    private static let timeout = Duration.seconds(2)
    /// The time limit of a call for which the bus starts the server.
    private static let timeoutWithStart = Duration.seconds(10)

    /// - Parameters:
    ///   - startsServer: whether the bus may start a server that does not run, as it does for a notification.
    ///   - words: the language of the reasons for which there is no answer.
    init(_ bus: BusClient, startsServer: Bool = false, in words: Words = .english) {
        self.bus = bus
        self.words = words
        self.startsServer = startsServer
    }

    /// The state of the server.
    var server: NotificationServer {
        do throws(BusError) {
            return try ask(Self.timeout, startsServer: false)
        } catch  where error.isNoOwner {
            guard isStartedOnDemand else { return .absent }
            return startsServer ? startedServer : .startedOnDemand
        } catch {
            return .silent(error.reason(in: words))
        }
    }

    private var startedServer: NotificationServer {
        do throws(BusError) {
            return try ask(Self.timeoutWithStart, startsServer: true)
        } catch {
            return .startFails(error.reason(in: words))
        }
    }

    private func ask(_ timeout: Duration, startsServer: Bool) throws(BusError) -> NotificationServer {
        // The name, the vendor, the version, and the version of the specification.
        let identity = try call("GetServerInformation", timeout, startsServer).map { $0.text ?? "" }
        guard identity.count >= 3,
            case .array("s", let capabilities)? = try call("GetCapabilities", timeout, startsServer).first
        else {
            return .silent(words("its answer does not follow the specification"))
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

    private var isStartedOnDemand: Bool { bus.starts(Self.name) }
}

extension BusClient {
    /// Whether the name has an owner.
    func hasOwner(_ name: String) throws(BusError) -> Bool {
        let bus = "org.freedesktop.DBus"
        return try call(
            BusCall(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)], startsService: false)
        ) == [.boolean(true)]
    }

    /// Whether the bus can start a service for the name; false if it does not answer.
    func starts(_ name: String) -> Bool {
        let bus = "org.freedesktop.DBus"
        let call = BusCall(bus, "/org/freedesktop/DBus", bus, "ListActivatableNames", startsService: false)
        guard case .array("s", let names)? = try? self.call(call).first else { return false }
        return names.contains(.string(name))
    }
}
