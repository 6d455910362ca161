// SPDX-License-Identifier: MIT
import CLibnotify

/// Receives the server's signals for the popups of this process, while one of them may be on the screen.
///
/// It retains the connection over which the popups were sent, because GNOME Shell removes a popup when its sender
/// leaves the bus. The signals that arrive, and so wake up the process, are
/// - the signals sent to this connection when one of these popups is activated or closed;
/// - from a server that broadcasts its signals, such as mako or Plasma, the signals when a popup of any program is
///   activated or closed. A match rule can select a server and a signal, but not the number of a popup.
///
/// So release it as soon as none of its popups is on the screen.
///
/// Use it on one thread. The handlers are called in its main context.
final class PopupWatch {
    /// Called for a click that opens the page, with the token that lets a window come to the front (`xdg-activation-v1`); nil
    /// for none.
    typealias Handler = @Sendable (_ token: String?) -> Void

    private let connection: OpaquePointer
    /// The server's unique name. It changes when the server restarts, and counts its popups from 1 again.
    private let server: String
    private let handler: Handler
    private let closed: (UInt32) -> Void
    private var subscriptions: [guint] = []
    /// The popups that may be on the screen, and whether a click opens the page.
    private var popups: [UInt32: Bool] = [:]
    private var tokens: [UInt32: String] = [:]

    /// Watches the popups that will be sent to this server over this connection.
    init(connection: OpaquePointer, server: String, handler: @escaping Handler, closed: @escaping (UInt32) -> Void) {
        self.connection = connection
        self.server = server
        self.handler = handler
        self.closed = closed
        g_object_ref(UnsafeMutableRawPointer(connection))
        subscribe("ActionInvoked")
        subscribe("ActivationToken")
        subscribe("NotificationClosed")
    }

    deinit {
        for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(connection, subscription) }
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    func isWatch(of server: String, on connection: OpaquePointer) -> Bool {
        self.server == server && self.connection == connection
    }

    var isClosed: Bool { g_dbus_connection_is_closed(connection) != 0 }

    /// Whether there is no popup on the screen, as far as is known.
    var isIdle: Bool { popups.isEmpty }

    /// Adds a popup that the server now shows, and removes the one that it replaces.
    func add(_ number: UInt32, opensPage: Bool, replacing earlier: UInt32?) {
        if let earlier { popups[earlier] = nil }
        popups[number] = opensPage
    }

    /// Closes the popup. Does not wait for the server.
    func close(_ number: UInt32) { suntracker_close_popup(connection, server, number) }

    private func subscribe(_ signal: String) {
        subscriptions.append(
            g_dbus_connection_signal_subscribe(
                connection, server, "org.freedesktop.Notifications", signal, "/org/freedesktop/Notifications", nil,
                suntracker_no_signal_flags,
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
        guard let opensPage = popups[number] else { return }
        let text = suntracker_signal_text(parameters).map { String(cString: $0) }
        switch signal {
        case "NotificationClosed":
            popups[number] = nil
            tokens[number] = nil
            closed(number)
        case "ActivationToken":
            tokens[number] = text
        case "ActionInvoked" where text == Self.action:
            if opensPage { handler(tokens.removeValue(forKey: number)) }
        default:
            break
        }
    }

    /// The action for a click on the popup itself (Desktop Notifications Specification, "default").
    static let action = "default"

    /// The context of the subscriptions, whose callback may be called once more after they are cancelled.
    private final class WeakWatch {
        weak var watch: PopupWatch?

        init(_ watch: PopupWatch) { self.watch = watch }
    }
}

extension PopupWatch {
    /// The unique name of the running notification server; nil if there is none.
    static func server(on connection: OpaquePointer) -> String? {
        answer(suntracker_ask_bus(connection, "GetNameOwner", "org.freedesktop.Notifications"))
    }

    /// The globally unique ID of the bus; nil if it does not respond.
    static func busID(of connection: OpaquePointer) -> String? { answer(suntracker_ask_bus(connection, "GetId", nil)) }

    private static func answer(_ text: UnsafeMutablePointer<gchar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
