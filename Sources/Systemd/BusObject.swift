// SPDX-License-Identifier: MIT
import CSystemd
import Glibc

/// An object on a bus with one interface (sd_bus_add_object_vtable(3)). It exists on the bus until this object is
/// released.
///
/// The standard interfaces (Introspectable, Properties, Peer) come from sd-bus.
@MainActor
package final class BusObject {
    /// Replies to a method call with values of the result's types. Call it exactly once, at any time.
    package typealias Reply = @MainActor (Result<[BusValue], BusError>) -> Void

    /// A member of the interface, with its name and signature. Each name of an argument is followed by a NUL.
    package enum Member {
        /// A read-only property whose value is computed at each read. Unless it is constant, changes are signalled
        /// (EmitsChangedSignal).
        case property(
            _ name: StaticString, _ signature: StaticString, isConstant: Bool = false, _ value: () -> BusValue)
        /// A method. The names of the arguments are followed by the names of the result's values. The handler is called
        /// on a separate turn of the main queue.
        case method(
            _ name: StaticString, _ signature: StaticString, returns: StaticString = "", _ names: StaticString,
            _ handler: @MainActor (_ arguments: [BusValue], _ reply: @escaping Reply) -> Void)
        case signal(_ name: StaticString, _ signature: StaticString, _ names: StaticString)

        package static func constant(
            _ name: StaticString, _ signature: StaticString, _ value: BusValue
        ) -> Member {
            .property(name, signature, isConstant: true) { value }
        }

        fileprivate var row: sd_bus_vtable {
            switch self {
            case .property(let name, let signature, let isConstant, _):
                suntracker_vtable_property(name.text, signature.text, BusObject.get, isConstant ? 1 : 0)
            case .method(let name, let signature, let result, let names, _):
                suntracker_vtable_method(name.text, signature.text, result.text, names.text, BusObject.call)
            case .signal(let name, let signature, let names):
                suntracker_vtable_signal(name.text, signature.text, names.text)
            }
        }
    }

    private let bus: Bus
    private let path: String
    private let interface: String
    private let members: [Member]
    private let vtable: UnsafeMutablePointer<sd_bus_vtable>
    private var slot: OpaquePointer?

    package init(on bus: Bus, path: String, interface: String, members: [Member]) throws(SystemError) {
        self.bus = bus
        self.path = path
        self.interface = interface
        self.members = members
        let rows = [suntracker_vtable_start()] + members.map(\.row) + [suntracker_vtable_end()]
        // sd-bus keeps the address instead of a copy.
        vtable = .allocate(capacity: rows.count)
        vtable.initialize(from: rows, count: rows.count)
        let context = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_bus_add_object_vtable",
            sd_bus_add_object_vtable(bus.bus, &slot, path, interface, vtable, context))
    }

    isolated deinit {
        sd_bus_slot_unref(slot)
        vtable.deallocate()
    }

    /// Signals a change of every property that is not constant.
    package func emitPropertiesChanged() throws(SystemError) {
        var names: [UnsafeMutablePointer<CChar>?] = []
        for case .property(let name, _, isConstant: false, _) in members { names.append(strdup(name.text)) }
        names.append(nil)
        defer { names.forEach { free($0) } }
        try checked(
            "sd_bus_emit_properties_changed_strv",
            sd_bus_emit_properties_changed_strv(bus.bus, path, interface, &names))
        bus.loop.pump()
    }

    package func emit(_ signal: String, _ arguments: [BusValue]) throws(SystemError) {
        var made: OpaquePointer?
        try checked("sd_bus_message_new_signal", sd_bus_message_new_signal(bus.bus, &made, path, interface, signal))
        guard let message = made else { throw SystemError("sd_bus_message_new_signal", number: ENOMEM) }
        defer { sd_bus_message_unref(message) }
        for argument in arguments { try argument.append(to: message) }
        try checked("sd_bus_send", sd_bus_send(bus.bus, message, nil))
        bus.loop.pump()
    }

    private func value(of property: String) -> BusValue? {
        for case .property(let name, _, _, let value) in members where name.description == property { return value() }
        return nil
    }

    private func handler(of method: String) -> (@MainActor ([BusValue], @escaping Reply) -> Void)? {
        for case .method(let name, _, _, _, let handler) in members where name.description == method { return handler }
        return nil
    }

    /// The callback of sd-bus that reads a property. It is called from `EventLoop.pump`, which runs on the main queue.
    private nonisolated static let get: sd_bus_property_get_t = { _, _, _, name, reply, context, _ in
        guard let name, let reply, let context else { return -EINVAL }
        let requested = String(cString: name)
        let object = Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
        guard let value = MainActor.assumeIsolated({ object.value(of: requested) }) else { return -ENOENT }
        do throws(SystemError) {
            try value.append(to: reply)
            return 1
        } catch {
            return -error.number
        }
    }

    private nonisolated static let call: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context, let member = sd_bus_message_get_member(message) else { return -EINVAL }
        let requested = String(cString: member)
        guard let arguments = BusValue.all(of: message) else { return -EBADMSG }
        let object = Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
        let call = Call(message, on: object.bus)
        // Not inside sd-bus's own callback, because the handler may release the bus.
        onNextTurn { [weak object] in object?.handler(of: requested)?(arguments, call.reply) }
        return 1
    }

    /// A method call without a reply yet, which may outlive the object.
    private final class Call: Sendable {
        /// Used only on the main actor, like the whole connection.
        private nonisolated(unsafe) let message: OpaquePointer
        private let bus: Bus

        init(_ message: OpaquePointer, on bus: Bus) {
            self.message = sd_bus_message_ref(message)
            self.bus = bus
        }

        deinit { sd_bus_message_unref(message) }

        /// A failure is ignored: if a reply cannot be sent, the connection is lost.
        @MainActor
        func reply(_ answer: Result<[BusValue], BusError>) {
            switch answer {
            case .failure(let error):
                var failure = sd_bus_error()
                sd_bus_error_set(&failure, error.name, error.message)
                sd_bus_reply_method_error(message, &failure)
                sd_bus_error_free(&failure)
            case .success(let values):
                send(values)
            }
            bus.loop.pump()
        }

        @MainActor
        private func send(_ values: [BusValue]) {
            var made: OpaquePointer?
            sd_bus_message_new_method_return(message, &made)
            guard let answer = made else { return }
            defer { sd_bus_message_unref(answer) }
            do throws(SystemError) {
                for value in values { try value.append(to: answer) }
                sd_bus_send(nil, answer, nil)
            } catch {
                sd_bus_reply_method_errno(message, -error.number, nil)
            }
        }
    }
}

extension StaticString {
    /// The text as a C string. A literal ends with a NUL, and is never deallocated.
    fileprivate var text: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
