// SPDX-License-Identifier: MIT
import Glibc
import Systemd
import Tracker

/// Reports when the machine may have moved, according to the system bus: when it joins a network, and when the user's
/// graphical session starts.
///
/// The bus delivers no other signals, and none while nothing changes. The routes and addresses of the kernel
/// (rtnetlink(7)) would cover all network managers. But they change far more often, for containers and with each
/// renewal of an IPv6 address, and the service's sandbox allows only Unix sockets.
@MainActor
final class LocationTriggers {
    private let report: @MainActor (LocationTrigger) -> Void
    private let timer: any Countdown
    private let onAbsence: @MainActor (String?) -> Void
    private lazy var connection = KeptConnection(open: Bus.openSystem, timer: timer, onAbsence: onAbsence) {
        [unowned self] bus in
        try LocationTriggerSignal.allCases.map { signal in
            try bus.listen(rule: signal.rule) { [weak self] in self?.receive(signal, $0) }
        }
    }
    /// The pending requests about new sessions, by the paths of the sessions.
    private var questions: [String: BusSlot] = [:]

    init(
        timer: any Countdown = OneShotTimer(), onAbsence: @escaping @MainActor (String?) -> Void,
        report: @escaping @MainActor (LocationTrigger) -> Void
    ) {
        (self.timer, self.onAbsence, self.report) = (timer, onAbsence, report)
    }

    func connect() { connection.connect() }

    private func receive(_ signal: LocationTriggerSignal, _ values: [BusValue]) {
        switch signal {
        case .networkManager, .networkd:
            if signal.saysOnline(values) { report(.networkChanged) }
        case .newSession:
            guard values.count == 2, case .objectPath(let path) = values[1] else { return }
            ask(about: path)
        }
    }

    /// Most new sessions are not this user's desktop, but cron jobs, SSH logins, or sessions of other users.
    private func ask(about session: String) {
        questions[session] = try? connection.current?.bus.call(
            LocationTriggerSignal.properties(ofSession: session), deadline: .seconds(10)
        ) { [weak self] answer in
            self?.questions[session] = nil
            guard case .success(let values) = answer, LocationTriggerSignal.isDesktop(values, of: getuid()) else {
                return
            }
            self?.report(.sessionBegan)
        }
    }
}

/// A signal of the system bus that may be a trigger.
enum LocationTriggerSignal: CaseIterable {
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
            // Not PropertiesChanged, because the properties also change with each container's interface.
            "type='signal',sender='org.freedesktop.NetworkManager',path='/org/freedesktop/NetworkManager',"
                + "interface='org.freedesktop.NetworkManager',member='StateChanged'"
        case .networkd:
            // Not the properties of the links, for the same reason.
            "type='signal',sender='org.freedesktop.network1',path='/org/freedesktop/network1',"
                + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',"
                + "arg0='org.freedesktop.network1.Manager'"
        case .newSession:
            "type='signal',sender='org.freedesktop.login1',path='/org/freedesktop/login1',"
                + "interface='org.freedesktop.login1.Manager',member='SessionNew'"
        }
    }

    /// Whether the arguments of the signal mean that the machine is online now.
    func saysOnline(_ values: [BusValue]) -> Bool {
        switch self {
        case .networkManager:
            // NM_STATE_CONNECTED_GLOBAL is not reached behind a hotel's login page.
            return values.first == .unsigned(70)
        case .networkd:
            guard values.count >= 2, case .dictionary(let properties) = values[1] else { return false }
            // Not OnlineState=online, for which a link-local address is sufficient.
            return properties["OperationalState"] == .string("routable")
        case .newSession:
            return false
        }
    }

    static func properties(ofSession path: String) -> BusCall {
        BusCall(
            "org.freedesktop.login1", path, "org.freedesktop.DBus.Properties", "GetAll",
            [.string("org.freedesktop.login1.Session")], startsService: false)
    }

    static func isDesktop(_ values: [BusValue], of user: UInt32) -> Bool {
        guard case .dictionary(let properties)? = values.first, case .string(let type) = properties["Type"],
            case .structure(let owner) = properties["User"]
        else { return false }
        return owner.first == .unsigned(user) && properties["Class"] == .string("user")
            && ["x11", "wayland", "mir"].contains(type)
    }
}
