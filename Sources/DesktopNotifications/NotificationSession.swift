// SPDX-License-Identifier: MIT
import CLibnotify
import LinuxPlatform
import Solar
import Systemd
import Tracker
import Wording

/// The connection to the notification server, with the popups of this process.
///
/// Use it on one thread, which it blocks until the server replies.
final class NotificationSession: @unchecked Sendable {
    /// The time within which the server must report its capabilities, in milliseconds. Otherwise, the popup is not
    /// sent, and can be retried. libnotify would wait for 25 s, and then it would be unknown whether the popup is
    /// shown.
    private static let timeout: gint = 5000

    /// The number of descriptors that a popup may need: to the bus, and for GLib to wake up threads. GLib ends the process
    /// if it cannot open the latter.
    static let descriptors = 8

    private let environment: Environment
    private let now: @Sendable () -> Instant
    private let handler: PopupWatch.Handler
    /// The numbers that this run or an earlier one last stored, and the function that stores them. It does not wait for
    /// a disk.
    private var memory: Memory
    private var server: Server?
    /// The server's number of the last popup with each tag, with which the next popup replaces it.
    private var numbers: PopupNumbers?
    /// Receives the signals for popups that may be on the screen.
    private var watch: PopupWatch?

    /// The numbers that are stored beyond the life of the process.
    struct Memory: Sendable {
        var earlier: PopupNumbers?
        var keep: @Sendable (PopupNumbers) -> Void = { _ in }
    }

    private struct Server {
        let name: String
        /// The name that it reports ("GetServerInformation"); nil if it does not respond.
        let title: String?
    }

    init(
        environment: Environment, memory: Memory, now: @escaping @Sendable () -> Instant,
        handler: @escaping PopupWatch.Handler
    ) {
        self.environment = environment
        self.memory = memory
        self.now = now
        self.handler = handler
    }

    /// Shows the popup, replacing the last one with its tag. Returns nil if the server has accepted it.
    func show(_ popup: WrittenPopup, until deadline: Instant, icon: String?) -> Popup.Failure? {
        do { try checkDescriptors(Self.descriptors) } catch { return .unreachable("\(error)") }
        // Without a session bus, GDBus would start a bus that no other program uses (dbus-launch(1)).
        guard environment.hasSessionBus else { return .noBus("there is no session bus") }
        // The popup may have waited for earlier ones while the server was hanging.
        guard now() <= deadline else { return Self.late }
        // GDBus returns a lost connection as long as it is retained.
        if watch?.isClosed == true { watch = nil }
        var busError: UnsafeMutablePointer<GError>?
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &busError) else {
            return .noBus("cannot reach the session bus: \(Self.reason(busError))")
        }
        // Otherwise, GDBus would terminate the process when the bus ends.
        g_dbus_connection_set_exit_on_close(bus, 0)
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }

        let capabilities: Set<String>
        switch Self.capabilities(on: bus) {
        case .success(let known): capabilities = known
        case .failure(let failure): return failure
        }
        switchToServer(on: bus)
        return now() <= deadline ? show(popup, icon, as: capabilities, on: bus) : Self.late
    }

    /// Removes the last popup with this tag from the screen, if it may still be there.
    func withdraw(tag: String) {
        guard let number = numbers?[tag] else { return }
        watch?.close(number)
    }

    private static let late = Popup.Failure.unreachable("the notification server did not respond in time")

    /// Sends the popup to a server that has just replied.
    private func show(
        _ popup: WrittenPopup, _ installedIcon: String?, as capabilities: Set<String>, on bus: OpaquePointer
    ) -> Popup.Failure? {
        guard notify_init(PopupMessage.sender) != 0 else { return .unreachable("cannot initialise libnotify") }
        // libnotify subscribes to all of the server's signals. Some servers broadcast them, so every popup of any
        // program would wake up this process. So libnotify is released as soon as the server has replied; `PopupWatch`
        // receives the signals instead.
        defer { notify_uninit() }

        let kind = PopupMessage.Server(title: server?.title, capabilities: capabilities)
        let message = PopupMessage(popup, to: kind, icon: installedIcon)
        let notification = notify_notification_new(message.summary, message.body, message.icon)
        defer { g_object_unref(notification) }
        for (name, value) in message.hints { notify_notification_set_hint(notification, name, value.hint) }
        if let seconds = popup.seconds { notify_notification_set_timeout(notification, 1000 * seconds) }
        if !message.hasTag, let number = numbers?[popup.tag] {
            // libnotify accepts only numbers below 2^31; in the specification, they have 32 bits.
            if !message.replacesByClosing, let number = gint(exactly: number) {
                suntracker_notification_set_id(notification, number)
            } else if let server {
                suntracker_close_popup(bus, server.name, number)
            }
        }
        if watch != nil, capabilities.contains("actions"), let label = popup.pageLabel {
            suntracker_notification_add_action(notification, PopupWatch.action, label)
        }

        var error: UnsafeMutablePointer<GError>?
        guard notify_notification_show(notification, &error) != 0 else {
            if watch?.isIdle == true { watch = nil }
            return Self.failure(error)
        }
        record(UInt32(bitPattern: suntracker_notification_id(notification)), of: popup, isKept: !message.hasTag)
        return nil
    }

    /// Records the number that the server has assigned to the popup.
    private func record(_ number: UInt32, of popup: WrittenPopup, isKept: Bool) {
        let earlier = numbers?[popup.tag]
        let hasChanged = numbers?.set(number, for: popup.tag) == true
        if hasChanged, isKept, let numbers {
            memory.earlier = numbers
            memory.keep(numbers)
        }
        watch?.add(number, opensPage: popup.pageLabel != nil, replacing: earlier)
    }

    private func switchToServer(on bus: OpaquePointer) {
        let name = PopupWatch.server(on: bus)
        if name == nil || name != server?.name {
            // A new server counts from 1 again, so an old number may belong to another program's popup.
            numbers = name.flatMap { numbers(of: $0, on: bus) }
            server = name.map { Server(name: $0, title: Self.title(on: bus)) }
        }
        guard let name else {
            watch = nil
            return
        }
        guard watch?.isWatch(of: name, on: bus) != true else { return }
        watch = PopupWatch(connection: bus, server: name, handler: handler) { [weak self] in self?.forget($0) }
    }

    /// Forgets a popup that was closed. The stored numbers follow with the next popup, because a write now would wake up
    /// the disk, and a stored number is not known to be of an open popup anyway.
    private func forget(_ number: UInt32) {
        numbers?.forget(number)
        memory.earlier?.forget(number)
        if watch?.isIdle == true { watch = nil }
    }

    /// Returns the numbers that this server has assigned, even during an earlier run.
    private func numbers(of server: String, on bus: OpaquePointer) -> PopupNumbers? {
        guard let id = PopupWatch.busID(of: bus) else { return nil }
        let server = PopupNumbers.Server(bus: id, name: server)
        return memory.earlier.flatMap { $0.server == server ? $0 : nil } ?? PopupNumbers(of: server)
    }

    /// Requests the server's capabilities ("GetCapabilities"). The call starts a server if none is running.
    private static func capabilities(on bus: OpaquePointer) -> Result<Set<String>, Popup.Failure> {
        var error: UnsafeMutablePointer<GError>?
        guard let answer = suntracker_ask_server(bus, "GetCapabilities", "(as)", timeout, &error) else {
            let timedOut = error.map { suntracker_timed_out($0) != 0 } ?? false
            let isMissing = error.map { suntracker_has_no_server($0) != 0 } ?? false
            let reason = reason(error)
            if isMissing { return .failure(.noServer("there is no notification server")) }
            return .failure(.unreachable(timedOut ? "the notification server does not respond" : reason))
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

    /// Requests the name that the server reports ("GetServerInformation").
    private static func title(on bus: OpaquePointer) -> String? {
        guard let answer = suntracker_ask_server(bus, "GetServerInformation", "(ssss)", timeout, nil) else {
            return nil
        }
        defer { g_variant_unref(answer) }
        return suntracker_first_string(answer).map { String(cString: $0) }
    }

    /// Returns the message of the error, and frees the error.
    private static func reason(_ error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "no reason given" }
        defer { g_error_free(error) }
        g_dbus_error_strip_remote_error(error)
        return String(cString: error.pointee.message)
    }

    /// Returns why libnotify could not show the popup.
    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> Popup.Failure {
        guard let error else { return .unreachable("libnotify gave no reason") }
        if suntracker_has_no_server(error) != 0 {
            g_error_free(error); return .noServer("there is no notification server")
        }
        // The server has received the popup and may still show it.
        let isOpen = suntracker_timed_out(error) != 0
        let isRefused = suntracker_comes_from_server(error) != 0
        let reason = reason(error)
        return isOpen ? .noResponse(reason) : isRefused ? .refused(reason) : .unreachable(reason)
    }
}

extension BusValue {
    /// The value for libnotify, which takes over the reference; nil for a type that hints do not use.
    fileprivate var hint: OpaquePointer? {
        switch self {
        case .string(let text): g_variant_new_string(text)
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .byte(let value): g_variant_new_byte(value)
        default: nil
        }
    }
}
