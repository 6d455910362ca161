import Systemd

/// A signal of the system bus that may be an occasion to ask for the location.
enum OccasionSignal: CaseIterable {
    /// The state of NetworkManager has changed (org.freedesktop.NetworkManager in its D-Bus reference).
    case networkManager
    /// The state of systemd-networkd has changed (org.freedesktop.network1(5)).
    case networkd
    /// A session was created (org.freedesktop.login1(5)).
    case newSession

    /// The match rule (D-Bus Specification, "Match Rules"). The bus delivers nothing else.
    var rule: String {
        switch self {
        case .networkManager:
            // Not its properties, which also change with each container's interface.
            "type='signal',sender='org.freedesktop.NetworkManager',path='/org/freedesktop/NetworkManager',"
                + "interface='org.freedesktop.NetworkManager',member='StateChanged'"
        case .networkd:
            // Not those of its links, for the same reason.
            "type='signal',sender='org.freedesktop.network1',path='/org/freedesktop/network1',"
                + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
                + "arg0='org.freedesktop.network1.Manager'"
        case .newSession:
            "type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',"
                + "interface='org.freedesktop.login1.Manager',member='SessionNew'"
        }
    }

    /// Whether the arguments of the signal say that the machine has come online.
    func saysOnline(_ values: [BusValue]) -> Bool {
        switch self {
        case .networkManager:
            // NM_STATE_CONNECTED_GLOBAL: not while a hotel's login page is in between.
            return values.first == .unsigned(70)
        case .networkd:
            guard values.count >= 2, case .dictionary(let properties) = values[1] else { return false }
            // Not OnlineState=online, which an address on the link alone is enough for.
            return properties["OperationalState"] == .string("routable")
        case .newSession:
            return false
        }
    }

    /// The call that returns the properties of a session.
    static func properties(ofSession path: String) -> BusCall {
        BusCall(
            "org.freedesktop.login1", path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string("org.freedesktop.login1.Session")], startsService: false)
    }

    /// Whether the properties of a session are those of a desktop of that user.
    static func isDesktop(_ values: [BusValue], of user: UInt32) -> Bool {
        guard case .dictionary(let properties)? = values.first, case .string(let type) = properties["Type"],
            case .structure(let owner) = properties["User"]
        else { return false }
        return owner.first == .unsigned(user) && properties["Class"] == .string("user")
            && ["x11", "wayland", "mir"].contains(type)
    }
}
