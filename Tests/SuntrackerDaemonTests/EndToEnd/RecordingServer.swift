import CSystemd
import Glibc
import Testing

@testable import Systemd

/// A notification server without a screen, which records what it is asked to show. It answers only while a method of it
/// runs, on the caller's thread, so a test decides what happens before an answer.
///
/// Kinder than a real server: it refuses nothing, answers immediately, knows tags, and never closes a popup.
/// NotificationServerTests run the service with ten real servers, and FaultTests with a server that refuses, hangs or
/// dies.
nonisolated final class RecordingServer {
    /// A request to show a popup.
    struct Request: Hashable {
        let summary: String
        /// The tag by which it replaces an earlier one.
        let tag: String
        /// The number of the popup that it replaces; 0 for none.
        let replaces: UInt32
    }

    private static let service = "io.github.suntracker.Suntracker1"
    private let bus: OpaquePointer
    private var serviceHasName = false
    private(set) var requests: [Request] = []

    /// How many popups are on the screen: popups with the same tag replace each other, as in GNOME Shell and mako.
    var visible: Int { Set(requests.map(\.tag)).count }

    init(at address: String) throws {
        var made: OpaquePointer?
        try checked("sd_bus_new", sd_bus_new(&made))
        bus = try #require(made)
        try checked("sd_bus_set_address", sd_bus_set_address(bus, address))
        try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
        try checked("sd_bus_start", sd_bus_start(bus))
        let rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'"
        try checked("sd_bus_add_match", sd_bus_add_match(bus, nil, rule, nil, nil))
        try checked("sd_bus_request_name", sd_bus_request_name(bus, "org.freedesktop.Notifications", 0))
    }

    deinit { sd_bus_close_unref(bus) }

    /// The next request for a popup, which is answered afterwards.
    func popup(beforeAnswer: (Request) -> Void = { _ in }) throws -> Request {
        while true {
            let message = try message()
            defer { sd_bus_message_unref(message) }
            if let request = try answer(message, before: beforeAnswer) { return request }
        }
    }

    /// Asks the service that has just started for a preview, and returns when it has shown it: the popups that it
    /// should show earlier have been requested by then.
    func preview() throws -> Request? {
        while !serviceHasName {
            let message = try message()
            defer { sd_bus_message_unref(message) }
            _ = try answer(message)
        }
        // The next run of the service has to request the name again.
        serviceHasName = false
        let earlier = requests.count
        _ = try call(
            BusCall(
                Self.service, "/io/github/suntracker/Suntracker1", Self.service, "Preview", [.string("sunset")],
                startsService: false))
        return requests.dropFirst(earlier).last
    }

    /// Makes the service read its settings again, and returns when they apply.
    func reload() throws {
        _ = try call(
            BusCall(
                Self.service, "/io/github/suntracker/Suntracker1", Self.service, "Reload", startsService: false))
    }

    /// Calls the service, and answers its requests until it has answered.
    func call(_ call: BusCall) throws -> [BusValue] {
        let message = try call.message(on: bus)
        defer { sd_bus_message_unref(message) }
        var cookie: UInt64 = 0
        try checked("sd_bus_send", sd_bus_send(bus, message, &cookie))
        while true {
            let message = try self.message()
            defer { sd_bus_message_unref(message) }
            var answered: UInt64 = 0
            if sd_bus_message_get_reply_cookie(message, &answered) >= 0, answered == cookie {
                try #require(sd_bus_message_is_method_error(message, nil) == 0)
                return try #require(BusValue.all(of: message))
            }
            _ = try answer(message)
        }
    }

    /// Becomes a panel, and returns the bus name of the first status icon.
    func icon() throws -> String {
        try checked("sd_bus_request_name", sd_bus_request_name(bus, "org.kde.StatusNotifierWatcher", 0))
        while true {
            let message = try message()
            defer { sd_bus_message_unref(message) }
            let member = "RegisterStatusNotifierItem"
            if sd_bus_message_is_method_call(message, "org.kde.StatusNotifierWatcher", member) > 0 {
                try reply(to: message, [])
                return String(cString: try #require(sd_bus_message_get_sender(message)))
            }
            _ = try answer(message)
        }
    }

    /// The next message.
    private func message() throws -> OpaquePointer {
        while true {
            var message: OpaquePointer?
            if try checked("sd_bus_process", sd_bus_process(bus, &message)) == 0 {
                let hasMore = try checked("sd_bus_wait", sd_bus_wait(bus, 60_000_000)) > 0
                try #require(hasMore, "no message after \(requests)")
            } else if let message {
                return message
            }
        }
    }

    /// Answers a call of the notification server; returns the request if it is for a popup.
    private func answer(_ message: OpaquePointer, before: (Request) -> Void = { _ in }) throws -> Request? {
        let arguments = try #require(BusValue.all(of: message))
        if sd_bus_message_is_signal(message, nil, "NameOwnerChanged") > 0 {
            serviceHasName = arguments.last != .string("")
        }
        guard sd_bus_message_is_method_call(message, "org.freedesktop.Notifications", nil) > 0 else { return nil }
        switch sd_bus_message_get_member(message).map({ String(cString: $0) }) {
        case "GetCapabilities":
            let known = ["body", "actions", "x-canonical-private-synchronous"]
            try reply(to: message, [.array(of: "s", known.map { .string($0) })])
        case "GetServerInformation":
            try reply(to: message, ["recorder", "Suntracker", "1", "1.2"].map { .string($0) })
        case "Notify":
            guard arguments.count == 8, case .unsigned(let replaced) = arguments[1],
                case .string(let summary) = arguments[3], case .dictionary(let hints) = arguments[6],
                case .string(let tag) = hints["x-canonical-private-synchronous"]
            else {
                Issue.record("\(arguments)")
                return nil
            }
            let request = Request(summary: summary, tag: tag, replaces: replaced)
            requests.append(request)
            before(request)
            try reply(to: message, [.unsigned(UInt32(requests.count))])
            return request
        default:
            sd_bus_reply_method_errno(message, -ENOSYS, nil)
        }
        return nil
    }

    private func reply(to message: OpaquePointer, _ values: [BusValue]) throws {
        var made: OpaquePointer?
        try checked("sd_bus_message_new_method_return", sd_bus_message_new_method_return(message, &made))
        defer { sd_bus_message_unref(made) }
        for value in values { try value.append(to: try #require(made)) }
        try checked("sd_bus_send", sd_bus_send(bus, made, nil))
    }
}
