import CLibnotify
import Solar
import Tracker

/// The conversation with the notification server: what is said to it, and which of its popups are ours.
///
/// To be used on one thread, which it blocks while the server takes its time.
final class NotificationSession {
    /// What the server shows as the sender.
    private static let applicationName = "Suntracker"
    /// A server that does not say within so many milliseconds what it can do is not asked for the popup: then nobody has
    /// it, and it can be tried again. libnotify would wait for 25 s, and leave open whether it is shown.
    private static let patience: gint = 5000

    private let environment: Environment
    private let now: @Sendable () -> Instant
    /// Is told when a person activates a popup.
    private let handler: PopupWatch.Handler?
    /// Where the numbers outlive the process, and who is told what is wrong with them.
    private let memory: Memory?
    /// What the server that was asked last is.
    private var server: Server?
    /// That server's number of the last popup of each tag, by which the next one replaces it.
    private var numbers: PopupNumbers?
    /// Hears what becomes of the popups that can be on the screen.
    private var watch: PopupWatch?

    /// A memory that outlives the process.
    struct Memory: Sendable {
        let file: PopupNumbersFile
        let onTrouble: @Sendable (String) -> Void
    }

    private struct Server {
        /// Its unique name.
        let name: String
        /// What it calls itself ("GetServerInformation"); nil where it does not say.
        let title: String?
    }

    /// - Parameters:
    ///   - memory: nil in a program that shows one popup and ends.
    ///   - now: the clock that the popups' deadlines are meant by.
    ///   - handler: is told when a person activates a popup; nil in a program that does not wait for that.
    init(
        environment: Environment, memory: Memory?, now: @escaping @Sendable () -> Instant, handler: PopupWatch.Handler?
    ) {
        self.environment = environment
        self.memory = memory
        self.now = now
        self.handler = handler
    }

    /// Shows the popup in the place of the last one of its tag; nil if the server has taken it.
    func show(_ popup: Popup) -> Popup.Failure? {
        // Where there is no session bus GDBus would start one, of its own and for nobody else (dbus-launch(1)).
        guard environment.hasSessionBus else { return .noBus("there is no session bus") }
        // It may have waited behind others for a server that hangs.
        guard isTimely(popup) else { return Self.late }
        // GDBus would give out the connection that was lost as long as anybody has it.
        if watch?.isDeaf == true { watch = nil }
        var busError: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &busError) else {
            return .noBus("the session bus cannot be reached: \(Self.reason(busError))")
        }
        // GDBus would end the process together with the bus.
        g_dbus_connection_set_exit_on_close(bus, 0)
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }

        let capabilities: Set<String>
        switch Self.capabilities(on: bus) {
        case .success(let known): capabilities = known
        case .failure(let error): return .unreachable(error.reason)
        }
        turnToServer(on: bus)
        return isTimely(popup) ? show(popup, as: capabilities) : Self.late
    }

    private func isTimely(_ popup: Popup) -> Bool { now() <= popup.deadline }

    private static let late = Popup.Failure.unreachable("the notification server did not answer until it was too late")

    /// Asks a server that has just answered for the popup.
    private func show(_ popup: Popup, as capabilities: Set<String>) -> Popup.Failure? {
        guard notify_init(Self.applicationName) != 0 else { return .unreachable("libnotify cannot be used") }
        // libnotify listens to all of the server's signals, and some servers broadcast them: every popup of any program
        // would wake this process. So it is let go of as soon as the server has answered, and `PopupWatch` listens.
        defer { notify_uninit() }

        let icon = PopupIcon(
            own: popup.icon,
            installed: PopupIcon.installedFile(environment: environment, program: linkTarget("/proc/self/exe")),
            server: server?.title)
        let body = capabilities.contains("body-markup") ? popup.body.escapedForMarkup : popup.body
        let summary = server?.title == "fnott" ? popup.summary.withoutMarkup : popup.summary
        let notification = notify_notification_new(summary, body, icon.name)
        defer { g_object_unref(notification) }
        notify_notification_set_category(notification, popup.category)
        notify_notification_set_urgency(notification, popup.urgency.forLibnotify)
        func set(_ hint: String, _ value: OpaquePointer?) { notify_notification_set_hint(notification, hint, value) }
        switch popup.sound {
        case .named(let name): set("sound-name", g_variant_new_string(name))
        case .file(let path): set("sound-file", g_variant_new_string(path))
        case .silent: set("suppress-sound", g_variant_new_boolean(1))
        case nil: break
        }
        if let uri = icon.file.flatMap({ g_filename_to_uri($0, nil, nil) }) {
            defer { g_free(uri) }
            set("image-path", g_variant_new_string(uri))
        }
        // GNOME Shell takes the popups of an application that it knows away when their sender leaves.
        if handler != nil { set("desktop-entry", g_variant_new_string(PopupIcon.program)) }
        let tagHint = Self.tagHint(capabilities)
        if let tagHint {
            set(tagHint, g_variant_new_string("suntracker-\(popup.tag)"))
        } else if let number = numbers?[popup.tag] {
            suntracker_notification_set_id(notification, gint(bitPattern: number))
        }
        if watch != nil, capabilities.contains("actions"), let activation = popup.activation {
            suntracker_notification_add_action(notification, PopupWatch.action, activation.label)
        }

        var error: UnsafeMutablePointer<GError>?
        guard notify_notification_show(notification, &error) != 0 else {
            if watch?.isIdle == true { watch = nil }
            return Self.failure(error)
        }
        note(UInt32(bitPattern: suntracker_notification_id(notification)), of: popup, isKept: tagHint == nil)
        return nil
    }

    /// The hint by which the server has a popup take the place of the last one of the same tag, also of an earlier run; nil
    /// for a server that does not know it, which is told the number instead.
    ///
    /// Never both: mako crashes where a popup has the tag of another one and replaces it by its number too (emersion/mako#653).
    static func tagHint(_ capabilities: Set<String>) -> String? {
        ["x-canonical-private-synchronous", "x-dunst-stack-tag"].first(where: capabilities.contains)
    }

    /// Notes the number under which the server shows the popup.
    private func note(_ number: UInt32, of popup: Popup, isKept: Bool) {
        let earlier = numbers?[popup.tag]
        let isNews = numbers?.note(number, of: popup.tag) == true
        if isNews, isKept, let numbers { memory?.file.keep(numbers) }
        watch?.add(number, popup.activation, inPlaceOf: earlier)
    }

    /// Turns to the server that runs now.
    private func turnToServer(on bus: OpaquePointer) {
        let name = PopupWatch.server(on: bus)
        if name == nil || name != server?.name {
            // A new one counts from 1 again: a number of the old one may be the popup of another program.
            numbers = name.flatMap { numbers(of: $0, on: bus) }
            server = name.map { Server(name: $0, title: Self.title(on: bus)) }
        }
        guard let handler, let name else {
            watch = nil
            return
        }
        guard watch?.hears(name, by: bus) != true else { return }
        watch = PopupWatch(connection: bus, server: name, handler: handler) { [weak self] in self?.watch = nil }
    }

    /// The numbers that this server has given, also to an earlier run.
    private func numbers(of server: String, on bus: OpaquePointer) -> PopupNumbers? {
        guard let id = PopupWatch.busID(of: bus) else { return nil }
        let server = PopupNumbers.Server(bus: id, name: server)
        let (kept, trouble) = memory?.file.load() ?? (nil, nil)
        if let trouble { memory?.onTrouble(trouble) }
        return kept.flatMap { $0.server == server ? $0 : nil } ?? PopupNumbers(of: server)
    }

    private struct Silence: Error {
        let reason: String
    }

    /// What the server can do ("GetCapabilities"). Asking for it starts a server that is not there yet.
    private static func capabilities(on bus: OpaquePointer) -> Result<Set<String>, Silence> {
        var error: UnsafeMutablePointer<GError>?
        guard let answer = suntracker_ask_server(bus, "GetCapabilities", "(as)", patience, &error) else {
            let timedOut = error.map { suntracker_timed_out($0) != 0 } ?? false
            let reason = reason(error)
            return .failure(Silence(reason: timedOut ? "the notification server does not answer" : reason))
        }
        defer { g_variant_unref(answer) }
        guard let strings = suntracker_strings(answer) else { return .success([]) }
        defer { g_strfreev(strings) }
        var capabilities: Set<String> = []
        var next = strings
        while let string = next.pointee {
            capabilities.insert(String(cString: string))
            next += 1
        }
        return .success(capabilities)
    }

    /// What the server calls itself ("GetServerInformation").
    private static func title(on bus: OpaquePointer) -> String? {
        guard let answer = suntracker_ask_server(bus, "GetServerInformation", "(ssss)", patience, nil) else {
            return nil
        }
        defer { g_variant_unref(answer) }
        return suntracker_first_string(answer).map { String(cString: $0) }
    }

    /// What the error says, which is freed.
    private static func reason(_ error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "no reason is given" }
        defer { g_error_free(error) }
        g_dbus_error_strip_remote_error(error)
        return String(cString: error.pointee.message)
    }

    /// Why libnotify could not show the popup.
    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> Popup.Failure {
        guard let error else { return .unreachable("libnotify gives no reason") }
        // The server has the message and may show it yet.
        let isOpen = suntracker_timed_out(error) != 0
        let isRefused = suntracker_comes_from_server(error) != 0
        let reason = reason(error)
        return isOpen ? .unanswered(reason) : isRefused ? .refused(reason) : .unreachable(reason)
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
    /// The text without `<` and `>`, for a server that takes a summary for markup, which it is not: with other brackets it
    /// reads the same whether or not it does.
    var withoutMarkup: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0 == "<" ? "\u{2039}" : $0 == ">" ? "\u{203A}" : $0 }))
    }

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
