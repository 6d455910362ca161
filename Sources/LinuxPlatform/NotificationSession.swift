import CLibnotify
import Tracker

/// The conversation with the notification server: what is said to it, and which of its popups are ours.
///
/// To be used on one thread, which it blocks while the server takes its time.
final class NotificationSession {
    /// What the server shows as the sender.
    private static let applicationName = "Suntracker"
    /// The name of the desktop file, without `.desktop`.
    private static let desktopEntry = "io.github.suntracker.Suntracker"

    private let environment: Environment
    /// Is told when a person activates a popup.
    private let handler: PopupWatch.Handler?
    /// The unique name of the server that was asked last.
    private var server: String?
    /// That server's number of the last popup of each tag, by which the next one replaces it.
    private var numbers: [String: Int32] = [:]
    /// Hears what becomes of the popups that can be on the screen.
    private var watch: PopupWatch?

    /// - Parameter handler: is told when a person activates a popup; nil in a program that does not wait for that.
    init(environment: Environment, handler: PopupWatch.Handler?) {
        self.environment = environment
        self.handler = handler
    }

    /// Shows the popup in the place of the last one of its tag; nil if the server has taken it.
    func show(_ popup: Popup) -> Popup.Failure? {
        // Where there is no session bus GDBus would start one, of its own and for nobody else (dbus-launch(1)).
        guard environment.hasSessionBus else { return .noBus("there is no session bus") }
        // GDBus would give out the connection that was lost as long as anybody has it.
        if watch?.isDeaf == true { watch = nil }
        var busError: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &busError) else {
            return .noBus("the session bus cannot be reached: \(failure(busError).reason)")
        }
        // GDBus would end the process together with the bus.
        g_dbus_connection_set_exit_on_close(bus, 0)
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }

        guard notify_init(Self.applicationName) != 0 else { return .refused("libnotify cannot be used") }
        // libnotify listens to all of the server's signals, and some servers broadcast them: every popup of any program
        // would wake this process. So it is let go of as soon as the server has answered, and `PopupWatch` listens.
        defer { notify_uninit() }

        // Asking for them starts a server that is not there yet.
        let capabilities = Self.capabilities()
        turnToServer(on: bus)
        let body = capabilities.contains("body-markup") ? popup.body.escapedForMarkup : popup.body
        let notification = notify_notification_new(popup.summary, body, popup.icon)
        defer { g_object_unref(notification) }
        if let number = numbers[popup.tag] { suntracker_notification_set_id(notification, number) }
        notify_notification_set_category(notification, popup.category)
        notify_notification_set_urgency(notification, popup.urgency.forLibnotify)
        switch popup.sound {
        case .named(let name): notify_notification_set_hint(notification, "sound-name", g_variant_new_string(name))
        case .file(let path): notify_notification_set_hint(notification, "sound-file", g_variant_new_string(path))
        case .silent: notify_notification_set_hint(notification, "suppress-sound", g_variant_new_boolean(1))
        case nil: break
        }
        // GNOME Shell takes the popups of an application that it knows away when their sender leaves.
        if handler != nil {
            notify_notification_set_hint(notification, "desktop-entry", g_variant_new_string(Self.desktopEntry))
        }
        // By this a server also replaces the popup of an earlier run, whose number is not known any more.
        notify_notification_set_hint(
            notification, "x-canonical-private-synchronous", g_variant_new_string("suntracker-\(popup.tag)"))
        if watch != nil, capabilities.contains("actions"), let activation = popup.activation {
            suntracker_notification_add_action(notification, PopupWatch.action, activation.label)
        }

        var error: UnsafeMutablePointer<GError>?
        guard notify_notification_show(notification, &error) != 0 else {
            if watch?.isIdle == true { watch = nil }
            return failure(error)
        }
        let number = suntracker_notification_id(notification)
        let earlier = numbers.updateValue(number, forKey: popup.tag)
        watch?.add(
            UInt32(bitPattern: number), popup.activation, inPlaceOf: earlier.map { UInt32(bitPattern: $0) })
        return nil
    }

    /// Turns to the server that runs now.
    private func turnToServer(on bus: OpaquePointer) {
        let server = PopupWatch.server(on: bus)
        // A new one counts from 1 again: a number of the old one may be the popup of another program.
        if server != self.server { numbers = [:] }
        self.server = server
        guard let handler, let server else {
            watch = nil
            return
        }
        guard watch?.hears(server, by: bus) != true else { return }
        watch = PopupWatch(connection: bus, server: server, handler: handler) { [weak self] in self?.watch = nil }
    }

    /// What the server can do ("GetCapabilities").
    private static func capabilities() -> Set<String> {
        let list = notify_get_server_caps()
        defer { g_list_free_full(list, g_free) }
        var capabilities: Set<String> = []
        var next = list
        while let item = next?.pointee {
            if let name = item.data { capabilities.insert(String(cString: name.assumingMemoryBound(to: CChar.self))) }
            next = item.next
        }
        return capabilities
    }

    private func failure(_ error: UnsafeMutablePointer<GError>?) -> Popup.Failure {
        defer { g_error_free(error) }
        guard let error else { return .refused("libnotify gives no reason") }
        let reason = String(cString: error.pointee.message)
        // The server has the message and may show it yet. Any other error says that nobody has it.
        return suntracker_timed_out(error) != 0 ? .unanswered(reason) : .refused(reason)
    }
}

extension Popup.Urgency {
    fileprivate var forLibnotify: NotifyUrgency {
        switch self {
        case .low: NOTIFY_URGENCY_LOW
        case .normal: NOTIFY_URGENCY_NORMAL
        case .critical: NOTIFY_URGENCY_CRITICAL
        }
    }
}

extension String {
    /// The text with `&`, `<` and `>` as XML writes them. Scalar by scalar: with an accent they are other characters to
    /// Swift, but not to a reader of markup.
    var escapedForMarkup: String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
