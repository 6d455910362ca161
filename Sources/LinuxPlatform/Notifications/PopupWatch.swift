import CLibnotify
import Tracker

/// Hears what becomes of the popups of this process, while one of them can be on the screen.
///
/// It keeps the connection to the bus that they were shown by: GNOME Shell takes a popup away together with its sender.
/// What comes by it, and so wakes the process, is
/// - what the server sends to this connection: that one of these popups is activated, or closed;
/// - where a server broadcasts instead, as mako and phosh do, that a person has activated a popup of whichever
///   program. A match rule can tell a server and a signal, but not a number, which would be the popup's.
///
/// That the popups of others are shown, replaced and closed wakes nobody: there is no match for NotificationClosed. So
/// the end of a popup is heard where it is sent to this connection alone. Where it is broadcast the watch goes on until
/// the server leaves the bus or the next popup comes, which costs nothing before somebody clicks on a popup.
///
/// To be used on one thread, whose main context it is called back in.
final class PopupWatch {
    /// What is told: what the popup stands for, and the token with which a window may come to the front
    /// (`xdg-activation-v1`); nil for none.
    typealias Handler = @Sendable (_ activation: Popup.Activation, _ token: String?) -> Void

    private let connection: OpaquePointer
    /// The unique name of the server, which no other will ever have: a new one counts its popups from 1 again.
    private let server: String
    private let handler: Handler
    private let ended: () -> Void
    private var subscriptions: [guint] = []
    private var popups: [UInt32: Popup.Activation?] = [:]
    private var tokens: [UInt32: String] = [:]

    /// A watch of the popups that the server of that unique name is going to show to this connection.
    init(connection: OpaquePointer, server: String, handler: @escaping Handler, ended: @escaping () -> Void) {
        self.connection = connection
        self.server = server
        self.handler = handler
        self.ended = ended
        g_object_ref(UnsafeMutableRawPointer(connection))
        subscribe("ActionInvoked", G_DBUS_SIGNAL_FLAGS_NONE)
        subscribe("ActivationToken", G_DBUS_SIGNAL_FLAGS_NONE)
        subscribe("NotificationClosed", G_DBUS_SIGNAL_FLAGS_NO_MATCH_RULE)
    }

    deinit {
        for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Whether it hears that server by that connection.
    func hears(_ server: String, by connection: OpaquePointer) -> Bool {
        self.server == server && self.connection == connection
    }

    /// Whether the bus has closed the connection.
    var isDeaf: Bool { g_dbus_connection_is_closed(connection) != 0 }

    /// Whether it knows of no popup that can be on the screen.
    var isIdle: Bool { popups.isEmpty }

    /// Takes in a popup that the server now shows, and forgets the one whose place it takes.
    func add(_ number: UInt32, _ activation: Popup.Activation?, inPlaceOf earlier: UInt32?) {
        if let earlier { popups[earlier] = nil }
        popups.updateValue(activation, forKey: number)
    }

    private func subscribe(_ signal: String, _ flags: GDBusSignalFlags) {
        subscriptions.append(
            g_dbus_connection_signal_subscribe(
                connection, server, "org.freedesktop.Notifications", signal, "/org/freedesktop/Notifications", nil,
                flags,
                { _, _, _, _, signal, parameters, context in
                    guard let signal, let parameters, let context else { return }
                    Unmanaged<WeakWatch>.fromOpaque(context).takeUnretainedValue().watch?
                        .receive(String(cString: signal), parameters)
                }, Unmanaged.passRetained(WeakWatch(self)).toOpaque(),
                { context in
                    guard let context else { return }
                    Unmanaged<WeakWatch>.fromOpaque(context).release()
                }))
    }

    private func receive(_ signal: String, _ parameters: OpaquePointer) {
        let number = suntracker_signal_number(parameters)
        guard let activation = popups[number] else { return }
        let text = suntracker_signal_text(parameters).map { String(cString: $0) }
        switch signal {
        case "NotificationClosed":
            popups[number] = nil
            tokens[number] = nil
            if isIdle { ended() }
        case "ActivationToken":
            tokens[number] = text
        case "ActionInvoked" where text == Self.action:
            if let activation { handler(activation, tokens.removeValue(forKey: number)) }
        default:
            break
        }
    }

    /// The action that activating the popup itself stands for (Desktop Notifications Specification, "default").
    static let action = "default"

    /// What the subscriptions hold, which may call back once more after they were given up.
    private final class WeakWatch {
        weak var watch: PopupWatch?

        init(_ watch: PopupWatch) { self.watch = watch }
    }
}

extension PopupWatch {
    /// The unique name of the notification server that runs; nil for none.
    static func server(on connection: OpaquePointer) -> String? {
        answer(suntracker_ask_bus(connection, "GetNameOwner", "org.freedesktop.Notifications"))
    }

    /// The id of the bus, which no other bus has; nil where it does not say.
    static func busID(of connection: OpaquePointer) -> String? { answer(suntracker_ask_bus(connection, "GetId", nil)) }

    private static func answer(_ text: UnsafeMutablePointer<gchar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
