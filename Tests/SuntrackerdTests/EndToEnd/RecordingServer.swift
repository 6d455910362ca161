// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import Testing

@testable import Systemd

/// A notification server without a screen, which records the requests. It replies only while one of its methods runs,
/// on the caller's thread, so a test decides what happens before a reply.
///
/// As Plasma, it replaces an expired popup in its history, where nobody sees it. Kinder than a real server: it refuses
/// nothing, answers immediately, and closes a popup only when a test says so. NotificationServerTests run the service
/// with twelve real servers, and FaultTests with a server that refuses, hangs or dies.
///
/// As a panel, a user manager or GeoClue it is kinder, too: it starts no unit, shows no icon, has no agent and no rules,
/// and answers only what a test asks for. StatusIconTests, HookTests and GeoClueTests run the service with the real ones.
nonisolated final class RecordingServer {
    /// A request to show a popup.
    struct Request: Hashable {
        let summary: String
        /// The tag; a popup replaces an earlier one with the same tag.
        let tag: String
        /// The number of the popup that it replaces; 0 for none.
        let replaces: UInt32
        /// The milliseconds until the popup expires; -1 if the server decides.
        var expires: Int32 = -1
        /// The URI of the picture; empty for none.
        var image = ""
    }

    /// How a server treats a popup that replaces another one.
    enum Kind: String, CaseIterable {
        /// By its tag, as mako and dunst.
        case tags = "recorder"
        /// By its number; one that is not on the screen appears, as in xfce4-notifyd.
        case numbers
        /// By its number; one that has expired is replaced in the history, and does not appear.
        case plasma = "Plasma"
    }

    /// A unit that the service asks the user manager to start.
    struct Unit: Hashable {
        let command: [String]
        let environment: [String]
    }

    private static let service = "io.github.suntracker.Suntracker1"
    private let bus: OpaquePointer
    private var serviceHasName = false
    private(set) var requests: [Request] = []
    /// The bus names of registered status icons that the test has not read yet.
    private(set) var icons: [String] = []
    /// The service's signals about events.
    private(set) var events: [String] = []
    /// The requested units that the test has not read yet.
    private var units: [Unit] = []

    private let kind: Kind
    /// The popups on the screen, by their numbers.
    private(set) var screen: [UInt32: Request] = [:]
    /// The numbers of the popups that have expired.
    private var history: Set<UInt32> = []
    /// The last popup's number.
    private(set) var last: UInt32 = 0
    /// The connection that sent the last popup.
    private(set) var sender = ""
    /// The requests to show a popup ("shows", "replaces 1") and to close one ("closes 1").
    private(set) var calls: [String] = []
    /// The connections that left the bus, of those that `close` waits for.
    private var departed: Set<String> = []

    init(at address: String, as kind: Kind = .tags) throws {
        self.kind = kind
        var made: OpaquePointer?
        try checked("sd_bus_new", sd_bus_new(&made))
        bus = try #require(made)
        try checked("sd_bus_set_address", sd_bus_set_address(bus, address))
        try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
        try checked("sd_bus_start", sd_bus_start(bus))
        let rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.service)'"
        try checked("sd_bus_add_match", sd_bus_add_match(bus, nil, rule, nil, nil))
        let events = "type='signal',interface='\(Self.service)',member='EventFired'"
        try checked("sd_bus_add_match", sd_bus_add_match(bus, nil, events, nil, nil))
        try checked("sd_bus_request_name", sd_bus_request_name(bus, "org.freedesktop.Notifications", 0))
    }

    deinit { sd_bus_close_unref(bus) }

    /// The next request for a popup. The server replies to it after `beforeAnswer`.
    func popup(beforeAnswer: (Request) -> Void = { _ in }) throws -> Request {
        while true {
            let message = try message()
            defer { sd_bus_message_unref(message) }
            if let request = try answer(message, before: beforeAnswer) { return request }
        }
    }

    /// Asks the service, which was just started, for a preview, and returns when the preview is shown. By then, the
    /// service has requested all earlier popups.
    ///
    /// - Parameter isFirst: whether the service may not have its name yet.
    func preview(isFirst: Bool = true) throws -> Request? {
        if isFirst { try awaitService() }
        // The next run of the service must request the name again.
        serviceHasName = false
        let earlier = requests.count
        _ = try call(
            BusCall(
                Self.service, "/io/github/suntracker/Suntracker1", Self.service, "Preview", [.string("sunset")],
                startsService: false))
        return requests.dropFirst(earlier).last
    }

    /// Returns when the service, which was just started, has its name.
    func awaitService() throws { while !serviceHasName { try answerNext() } }

    /// Reloads the service's settings, and returns when they apply.
    func reload() throws {
        _ = try call(
            BusCall(
                Self.service, "/io/github/suntracker/Suntracker1", Self.service, "Reload", startsService: false))
    }

    /// Calls the service, and handles the service's own calls until the reply arrives. Throws the error in the reply.
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
                if let error = sd_bus_message_get_error(message)?.pointee {
                    throw BusError(name: String(cString: error.name), message: String(cString: error.message))
                }
                return try #require(BusValue.all(of: message))
            }
            _ = try answer(message)
        }
    }

    /// Takes another bus name, to stand for a panel, the user manager or GeoClue.
    func own(_ name: String) throws {
        try checked("sd_bus_request_name", sd_bus_request_name(bus, name, 0))
    }

    /// The bus name of the next status icon, if the server stands for a panel.
    func icon() throws -> String {
        while icons.isEmpty { try answerNext() }
        return icons.removeFirst()
    }

    /// The next requested unit, if the server stands for the user manager.
    func unit() throws -> Unit {
        while units.isEmpty { try answerNext() }
        return units.removeFirst()
    }

    /// Replies to the next call of this method.
    func reply(to member: String, _ reply: Result<[BusValue], BusError>) throws {
        while true {
            let message = try message()
            defer { sd_bus_message_unref(message) }
            if sd_bus_message_is_method_call(message, nil, member) > 0 {
                switch reply {
                case .success(let values): return try self.reply(to: message, values)
                case .failure(let error): return try refuse(message, because: error)
                }
            }
            _ = try answer(message)
        }
    }

    private func refuse(_ message: OpaquePointer, because error: BusError) throws {
        var reason = sd_bus_error()
        defer { sd_bus_error_free(&reason) }
        sd_bus_error_set(&reason, error.name, error.message)
        try checked("sd_bus_reply_method_error", sd_bus_reply_method_error(message, &reason))
    }

    /// Broadcasts a signal, or sends it to one connection.
    func emit(
        _ member: String, of object: (path: String, interface: String), _ arguments: [BusValue],
        to receiver: String? = nil
    ) throws {
        var made: OpaquePointer?
        try checked(
            "sd_bus_message_new_signal", sd_bus_message_new_signal(bus, &made, object.path, object.interface, member))
        defer { sd_bus_message_unref(made) }
        for argument in arguments { try argument.append(to: try #require(made)) }
        if let receiver {
            try checked("sd_bus_message_set_destination", sd_bus_message_set_destination(made, receiver))
        }
        try checked("sd_bus_send", sd_bus_send(bus, made, nil))
    }

    private static let object = ("/org/freedesktop/Notifications", "org.freedesktop.Notifications")

    /// Clicks the popup with this number; a signal with the window's token comes first. As mako, it broadcasts them.
    func clickPopup(_ number: UInt32, token: String) throws {
        try emit("ActivationToken", of: Self.object, [.unsigned(number), .string(token)])
        try emit("ActionInvoked", of: Self.object, [.unsigned(number), .string("default")])
    }

    /// How a popup ends (section "NotificationClosed").
    enum End: UInt32, CaseIterable {
        case expires = 1
        case isDismissed = 2
        case isClosed = 3
    }

    /// Takes the last popup, which is the only one, from the screen. Returns when its sender has left the bus.
    ///
    /// - Parameter isBroadcast: whether the server broadcasts the signal, as Plasma, or sends it to the sender, as
    ///   dunst.
    func close(by end: End, isBroadcast: Bool = false) throws {
        screen[last] = nil
        if end == .expires { history.insert(last) }
        let question = BusCall(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(sender)],
            startsService: false)
        let rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(sender)'"
        try checked("sd_bus_add_match", sd_bus_add_match(bus, nil, rule, nil, nil))
        try emit(
            "NotificationClosed", of: Self.object, [.unsigned(last), .unsigned(end.rawValue)],
            to: isBroadcast ? nil : sender)
        guard try call(question) == [.boolean(true)] else { return }
        while !departed.contains(sender) { try answerNext() }
    }

    /// Shows a popup of another program; returns its number.
    func showOther() -> UInt32 {
        last += 1
        screen[last] = Request(summary: "Other", tag: "", replaces: 0)
        return last
    }

    private func answerNext() throws {
        let message = try message()
        defer { sd_bus_message_unref(message) }
        _ = try answer(message)
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

    /// Handles a call to the notification server, the panel or the user manager; returns a request for a popup.
    private func answer(_ message: OpaquePointer, before: (Request) -> Void = { _ in }) throws -> Request? {
        let arguments = try #require(BusValue.all(of: message))
        if sd_bus_message_is_signal(message, nil, "NameOwnerChanged") > 0 {
            if arguments.first == .string(Self.service) {
                serviceHasName = arguments.last != .string("")
            } else if case .string(let name)? = arguments.first {
                departed.insert(name)
            }
        }
        if sd_bus_message_is_signal(message, Self.service, "EventFired") > 0,
            case .string(let event)? = arguments.first, case .unsigned64(let time)? = arguments.last
        {
            events.append("\(event) \(time)")
        }
        if sd_bus_message_is_method_call(message, nil, "RegisterStatusNotifierItem") > 0 {
            icons.append(String(cString: try #require(sd_bus_message_get_sender(message))))
            try reply(to: message, [])
        }
        if sd_bus_message_is_method_call(message, nil, "StartTransientUnit") > 0 {
            units.append(try #require(Unit(arguments)))
            try reply(to: message, [.objectPath("/job")])
        }
        guard sd_bus_message_is_method_call(message, "org.freedesktop.Notifications", nil) > 0 else { return nil }
        switch sd_bus_message_get_member(message).map({ String(cString: $0) }) {
        case "GetCapabilities":
            let known = ["body", "actions"] + (kind == .tags ? ["x-canonical-private-synchronous"] : [])
            try reply(to: message, [.array(of: "s", known.map { .string($0) })])
        case "GetServerInformation":
            try reply(to: message, [kind.rawValue, "Suntracker", "1", "1.2"].map { .string($0) })
        case "CloseNotification":
            guard case .unsigned(let number)? = arguments.first else { break }
            calls.append("closes \(number)")
            screen[number] = nil
            history.remove(number)
            try reply(to: message, [])
        case "Notify":
            guard arguments.count == 8, case .unsigned(let replaced) = arguments[1],
                case .string(let summary) = arguments[3], case .dictionary(let hints) = arguments[6],
                case .signed(let expires) = arguments[7]
            else {
                Issue.record("\(arguments)")
                return nil
            }
            func text(_ hint: String) -> String { if case .string(let text) = hints[hint] { text } else { "" } }
            let request = Request(
                summary: summary, tag: text("x-canonical-private-synchronous"), replaces: replaced, expires: expires,
                image: text("image-path"))
            requests.append(request)
            calls.append(replaced == 0 ? "shows" : "replaces \(replaced)")
            sender = String(cString: try #require(sd_bus_message_get_sender(message)))
            before(request)
            let number = replaced == 0 ? last + 1 : replaced
            last = max(last, number)
            if kind == .tags { screen = screen.filter { $0.value.tag != request.tag } }
            if kind != .plasma || !history.contains(number) { screen[number] = request }
            try reply(to: message, [.unsigned(number)])
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

extension RecordingServer.Unit {
    /// The unit in the arguments of StartTransientUnit; nil if they do not follow this method's interface.
    nonisolated fileprivate init?(_ arguments: [BusValue]) {
        guard arguments.count == 4, case .array(_, let properties) = arguments[2] else { return nil }
        var values: [String: BusValue] = [:]
        for case .structure(let property) in properties {
            guard property.count == 2, case .string(let name) = property[0] else { return nil }
            values[name] = property[1]
        }
        guard case .array(_, let commands)? = values["ExecStart"], case .structure(let command)? = commands.first,
            command.count == 3, case .array(_, let words) = command[1],
            case .array(_, let environment)? = values["Environment"]
        else { return nil }
        func texts(_ values: [BusValue]) -> [String] {
            values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        self.init(command: texts(words), environment: texts(environment))
    }
}
