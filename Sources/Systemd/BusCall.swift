// SPDX-License-Identifier: MIT
import CSystemd
import Glibc

package struct BusCall: Equatable, Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [BusValue]
    /// Whether the bus starts the service if the name has no owner (NO_AUTO_START is not set).
    package var startsService: Bool

    package init(
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

/// The error reply to a method call.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error's name: `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String
    package let message: String

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Creates the error from a reply. The replies of sd-bus itself, after the end of the connection or a timeout, get
    /// the name `NoReply`, because newer versions use a different name for each.
    package init(answer name: String, message: String) {
        let isNew = ["org.freedesktop.DBus.Error.Disconnected", "org.freedesktop.DBus.Error.Timeout"].contains(name)
        self.init(name: isNew ? Self.noReply : name, message: message)
    }

    package init(_ error: SystemError) { self.init(name: Self.failed, message: "\(error)") }

    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// There was no reply in time, or before the callee left the bus.
    package static let noReply = "org.freedesktop.DBus.Error.NoReply"
    package static let failed = "org.freedesktop.DBus.Error.Failed"
    /// The name has no owner, and no service can be started for it.
    package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The reply cannot be read.
    package static let inconsistentMessage = "org.freedesktop.DBus.Error.InconsistentMessage"

    /// The error of sd-bus itself if the connection ends before the reply (process_closing in its sd-bus.c).
    package static let connectionTerminated = BusError(name: noReply, message: "Connection terminated")

    package var description: String { "\(name): \(message)" }

    /// Whether the message contains a text. Some senders use one name for different errors.
    package func messageContains(_ text: String) -> Bool { strstr(message, text) != nil }
}

/// A pending call or a subscription (sd_bus_slot_set_userdata(3)), which ends when this object is released. The handler
/// is called on a separate turn of the main queue.
@MainActor
package final class BusSlot {
    private var slot: OpaquePointer?
    private let handler: (Message) -> Void

    /// The contents of a reply or a signal, copied from the message.
    fileprivate typealias Message = Result<[BusValue], BusError>

    fileprivate init(_ handler: @escaping (Message) -> Void) {
        self.handler = handler
    }

    isolated deinit {
        sd_bus_slot_unref(slot)
    }

    /// Creates the slot with one of sd-bus's functions, which takes the callback and its argument.
    fileprivate func make(
        _ call: String,
        _ makeSlot: (_ slot: inout OpaquePointer?, sd_bus_message_handler_t, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemError) {
        let callback: sd_bus_message_handler_t = { message, context, _ in
            guard let message, let context else { return 0 }
            let received = BusSlot.copy(message)
            let slot = Unmanaged<BusSlot>.fromOpaque(context).takeUnretainedValue()
            // Not inside sd-bus's own callback, because the handler may release the bus.
            onNextTurn { [weak slot] in slot?.handler(received) }
            return 0
        }
        try checked(call, makeSlot(&slot, callback, Unmanaged.passUnretained(self).toOpaque()))
    }

    private nonisolated static func copy(_ message: OpaquePointer) -> Message {
        if let error = sd_bus_message_get_error(message) {
            let (name, text) = (error.pointee.name, error.pointee.message)
            return .failure(
                BusError(
                    answer: name.map { String(cString: $0) } ?? "", message: text.map { String(cString: $0) } ?? ""))
        }
        return BusValue.all(of: message).map { .success($0) }
            ?? .failure(BusError(name: BusError.inconsistentMessage, message: "the message cannot be read"))
    }
}

extension Bus {
    /// Calls a method. The handler is called once, on a later turn of the main queue, unless the slot is released
    /// first.
    ///
    /// - Parameter deadline: the time after which the call fails with `BusError.noReply`.
    package func call(
        _ call: BusCall, deadline: Duration, then answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) throws(SystemError) -> BusSlot {
        let message = try call.message(on: bus)
        defer { sd_bus_message_unref(message) }
        let slot = BusSlot { [weak self] received in
            self?.note(received)
            answer(received)
        }
        try slot.make("sd_bus_call_async") { slot, callback, context in
            sd_bus_call_async(bus, &slot, message, callback, context, UInt64(max(1, deadline.microseconds)))
        }
        loop.pump()
        return slot
    }

    /// Calls a method without expecting a reply.
    package func send(_ call: BusCall) throws(SystemError) {
        let message = try call.message(on: bus)
        defer { sd_bus_message_unref(message) }
        try checked("sd_bus_message_set_expect_reply", sd_bus_message_set_expect_reply(message, 0))
        try checked("sd_bus_send", sd_bus_send(bus, message, nil))
        loop.pump()
    }

    /// Calls the handler with the arguments of each of these signals, until the slot is released.
    package func listen(
        sender: String, path: String, interface: String, signal: String,
        _ handler: @escaping ([BusValue]) -> Void
    ) throws(SystemError) -> BusSlot {
        let rule = "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',member='\(signal)'"
        return try listen(rule: rule, handler)
    }

    /// Calls the handler with the arguments of each signal that matches the rule (D-Bus Specification, "Match Rules"),
    /// until the slot is released.
    package func listen(rule: String, _ handler: @escaping ([BusValue]) -> Void) throws(SystemError) -> BusSlot {
        let slot = BusSlot { received in
            if case .success(let values) = received { handler(values) }
        }
        try slot.make("sd_bus_add_match_async") { slot, callback, context in
            sd_bus_add_match_async(bus, &slot, rule, callback, nil, context)
        }
        loop.pump()
        return slot
    }
}

extension BusCall {
    /// Creates the message for a connection. The caller must unreference it.
    package func message(on bus: OpaquePointer) throws(SystemError) -> OpaquePointer {
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
