import CLibnotify
import Tracker

/// The conversation with the notification server: what is said to it, and which of its popups are ours.
///
/// To be used on one thread, which it blocks while the server takes its time.
final class NotificationSession {
    private let applicationName: String
    private let desktopEntry: String
    private let environment: Environment
    /// The server's number of the last popup of each tag, by which the next one replaces it.
    private var numbers: [String: Int32] = [:]

    init(applicationName: String, desktopEntry: String, environment: Environment) {
        self.environment = environment
        self.applicationName = applicationName
        self.desktopEntry = desktopEntry
    }

    /// Shows the popup in the place of the last one of its tag; nil if the server has taken it.
    func show(_ popup: Popup) -> Popup.Failure? {
        // Where there is no session bus GDBus would start one, of its own and for nobody else (dbus-launch(1)).
        guard environment.hasSessionBus else { return .refused("there is no session bus") }
        // GDBus would end the process together with the bus.
        var busError: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &busError) else {
            return failure(busError)
        }
        g_dbus_connection_set_exit_on_close(bus, 0)
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }

        guard notify_init(applicationName) != 0 else { return .refused("libnotify cannot be used") }
        // libnotify listens to the server's signals, and some servers broadcast them: every popup of any program would
        // wake this process. So it is let go of as soon as the server has answered.
        defer { notify_uninit() }

        let body = serverReadsMarkup() ? popup.body.escapedForMarkup : popup.body
        let notification = notify_notification_new(popup.summary, body, popup.icon)
        defer { g_object_unref(notification) }
        if let number = numbers[popup.tag] { suntracker_notification_set_id(notification, number) }
        notify_notification_set_category(notification, popup.category)
        notify_notification_set_urgency(
            notification, popup.urgency == .low ? NOTIFY_URGENCY_LOW : NOTIFY_URGENCY_NORMAL)
        notify_notification_set_hint(notification, "desktop-entry", g_variant_new_string(desktopEntry))
        // By this a server also replaces the popup of an earlier run, whose number is not known any more.
        notify_notification_set_hint(
            notification, "x-canonical-private-synchronous", g_variant_new_string("suntracker-\(popup.tag)"))

        var error: UnsafeMutablePointer<GError>?
        guard notify_notification_show(notification, &error) != 0 else { return failure(error) }
        numbers[popup.tag] = suntracker_notification_id(notification)
        return nil
    }

    /// Whether the server takes the body for markup ("body-markup", section "Markup").
    private func serverReadsMarkup() -> Bool {
        let capabilities = notify_get_server_caps()
        defer { g_list_free_full(capabilities, g_free) }
        var next = capabilities
        while let item = next?.pointee {
            if let name = item.data, String(cString: name.assumingMemoryBound(to: CChar.self)) == "body-markup" {
                return true
            }
            next = item.next
        }
        return false
    }

    private func failure(_ error: UnsafeMutablePointer<GError>?) -> Popup.Failure {
        defer { g_error_free(error) }
        guard let error else { return .refused("libnotify gives no reason") }
        let reason = String(cString: error.pointee.message)
        // The server has the message and may show it yet. Any other error says that nobody has it.
        return suntracker_timed_out(error) != 0 ? .unanswered(reason) : .refused(reason)
    }
}

extension String {
    /// The text with `&`, `<` and `>` as XML writes them.
    fileprivate var escapedForMarkup: String {
        var escaped = ""
        for character in self {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
