import CSystemd
import Glibc

/// A method call on a D-Bus bus.
public struct BusCall: Hashable, Sendable {
    /// The bus name that is called.
    public var destination: String
    /// The object.
    public var path: String
    /// The interface.
    public var interface: String
    /// The method.
    public var member: String
    /// The arguments.
    public var arguments: [BusValue]
    /// Whether the bus starts a service for the name if it has no owner (NO_AUTO_START is not set).
    public var startsService: Bool

    /// The call of a method.
    public init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        startsService: Bool
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.startsService = startsService
    }
}

/// An error that a method call was answered with.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name: `org.freedesktop.DBus.Error.AccessDenied`.
    public let name: String
    /// What the sender says about it.
    public let message: String

    /// An error of that name.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The arguments of a call are not such as it takes.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// No answer has come: in time, or before the callee left the bus.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// Something has failed, in no particular way.
    public static let failed = "org.freedesktop.DBus.Error.Failed"
    /// Nobody has the name that is called, and nobody can be started for it.
    public static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// Nobody has the name that is called.
    public static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The answer cannot be read.
    public static let inconsistentMessage = "org.freedesktop.DBus.Error.InconsistentMessage"

    /// The error that sd-bus itself answers a call with when the connection ends before the answer (process_closing in its
    /// sd-bus.c).
    public static let connectionTerminated = BusError(name: noReply, message: "Connection terminated")

    /// `org.freedesktop.DBus.Error.AccessDenied: Geolocation disabled for UID 1000`.
    public var description: String { "\(name): \(message)" }

    /// Whether the message contains a text. Some senders give different errors the same name.
    public func messageContains(_ text: String) -> Bool { strstr(message, text) != nil }
}

/// Something that a bus calls back for (sd_bus_slot_set_userdata(3)): as long as this lives, and no longer.
@MainActor
public final class BusSlot {
    private var slot: OpaquePointer?
    private let handler: (Message) -> Void

    /// What came: an answer or a signal, copied out of the message.
    fileprivate typealias Message = Result<[BusValue], BusError>

    fileprivate init(_ handler: @escaping (Message) -> Void) {
        self.handler = handler
    }

    isolated deinit {
        sd_bus_slot_unref(slot)
    }

    /// Has sd-bus make the slot, with the callback and its argument.
    fileprivate func make(
        _ call: String,
        _ makeSlot: (_ slot: inout OpaquePointer?, sd_bus_message_handler_t, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemError) {
        let callback: sd_bus_message_handler_t = { message, context, _ in
            guard let message, let context else { return 0 }
            let received = BusSlot.copy(message)
            let slot = Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
            // sd-bus calls back from `EventLoop.pump`, which runs on the main queue.
            MainActor.assumeIsolated { slot.handler(received) }
            return 0
        }
        try checked(call, makeSlot(&slot, callback, Unmanaged.passUnretained(self).toOpaque()))
    }

    private nonisolated static func copy(_ message: OpaquePointer) -> Message {
        if let error = sd_bus_message_get_error(message) {
            let (name, text) = (error.pointee.name, error.pointee.message)
            return .failure(
                BusError(name: name.map { String(cString: $0) } ?? "", message: text.map { String(cString: $0) } ?? ""))
        }
        return BusValue.all(of: message).map { .success($0) }
            ?? .failure(BusError(name: BusError.inconsistentMessage, message: "the message cannot be read"))
    }
}

extension Bus {
    /// Calls a method. The answer comes later, once, unless the slot is let go of before: then it never comes.
    ///
    /// - Parameter deadline: after this time without an answer the call is answered with `BusError.noReply`.
    public func call(
        _ call: BusCall, deadline: Duration, then answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) throws(SystemError) -> BusSlot {
        let message = try call.message(on: bus)
        defer { sd_bus_message_unref(message) }
        let slot = BusSlot(answer)
        try slot.make("sd_bus_call_async") { slot, callback, context in
            sd_bus_call_async(bus, &slot, message, callback, context, UInt64(max(1, deadline.microseconds)))
        }
        loop.pump()
        return slot
    }

    /// Calls a method whose answer nobody waits for.
    public func send(_ call: BusCall) throws(SystemError) {
        let message = try call.message(on: bus)
        defer { sd_bus_message_unref(message) }
        try checked("sd_bus_message_set_expect_reply", sd_bus_message_set_expect_reply(message, 0))
        try checked("sd_bus_send", sd_bus_send(bus, message, nil))
        loop.pump()
    }

    /// Calls the handler with the arguments of each such signal, until the slot is let go of.
    public func listen(
        sender: String, path: String, interface: String, signal: String,
        _ handler: @escaping ([BusValue]) -> Void
    ) throws(SystemError) -> BusSlot {
        let slot = BusSlot { received in
            if case .success(let values) = received { handler(values) }
        }
        try slot.make("sd_bus_match_signal_async") { slot, callback, context in
            sd_bus_match_signal_async(bus, &slot, sender, path, interface, signal, callback, nil, context)
        }
        loop.pump()
        return slot
    }

    /// Calls the handler with the arguments of each signal that the rule matches (D-Bus Specification, "Match Rules"), until
    /// the slot is let go of.
    public func listen(rule: String, _ handler: @escaping ([BusValue]) -> Void) throws(SystemError) -> BusSlot {
        let slot = BusSlot { received in
            if case .success(let values) = received { handler(values) }
        }
        try slot.make("sd_bus_add_match_async") { slot, callback, context in
            sd_bus_add_match_async(bus, &slot, rule, callback, nil, context)
        }
        loop.pump()
        return slot
    }

    /// Waits until what was sent is on its way: for a process that is about to end.
    public func flush() {
        sd_bus_flush(bus)
    }
}

extension BusCall {
    /// The message to be sent on a connection.
    func message(on bus: OpaquePointer) throws(SystemError) -> OpaquePointer {
        var made: OpaquePointer?
        try checked(
            "sd_bus_message_new_method_call",
            sd_bus_message_new_method_call(bus, &made, destination, path, interface, member))
        guard let message = made else { throw SystemError("sd_bus_message_new_method_call", number: ENOMEM) }
        do throws(SystemError) {
            try checked("sd_bus_message_set_auto_start", sd_bus_message_set_auto_start(message, startsService ? 1 : 0))
            for argument in arguments { try argument.append(to: message) }
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
        return message
    }
}
