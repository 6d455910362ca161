import LinuxPlatform
import Systemd
import Tracker
import Wording

extension NotificationServerOnBus {
    /// Connects to the session bus.
    init(in context: CommandContext) throws(CommandError) {
        let bus: BusClient
        do { bus = try .session() } catch { throw .notification(error.noSessionBus) }
        self.init(bus: bus, environment: context.environment)
    }

    /// Shows a notification, and returns when the server has accepted it. As for any notification, the bus starts a
    /// server if none is running.
    func show(_ popup: WrittenPopup) throws(CommandError) {
        var client = self
        client.startsServer = true
        let server = client.server
        if let obstacle = server.obstacle { throw .notification(obstacle) }
        let icons = InstalledIcons(environment: environment, program: linkTarget("/proc/self/exe"))
        let message = PopupMessage(popup, to: server.kind, icon: icons.popup, staysOnBus: false)
        do throws(BusError) {
            // The same time limit as in libnotify.
            _ = try bus.call(BusCall(notifying: message), deadline: .seconds(25))
        } catch {
            throw .notification(error.reason)
        }
    }
}

extension BusCall {
    /// The call that shows a notification. It does not replace another notification, has no actions, and expires as the
    /// server decides.
    init(notifying message: PopupMessage) {
        let name = "org.freedesktop.Notifications"
        self.init(
            name, "/org/freedesktop/Notifications", name, "Notify",
            [
                .string(PopupMessage.sender), .unsigned(0), .string(message.icon ?? ""), .string(message.summary),
                .string(message.body), .array(of: "s", []), .dictionary(message.hints), .signed(-1),
            ], startsService: true)
    }
}

extension NotificationServer {
    /// The properties of the server that determine how a notification is sent.
    fileprivate var kind: PopupMessage.Server {
        guard case .running(let identity) = self else { return PopupMessage.Server(title: nil, capabilities: []) }
        return PopupMessage.Server(title: identity.name, capabilities: Set(identity.capabilities))
    }
}
