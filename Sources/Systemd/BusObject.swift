import CSystemd
import Glibc

/// An object on a bus with one interface (sd_bus_add_object_vtable(3)), which exists as long as this value.
///
/// The standard interfaces (Introspectable, Properties, Peer) come from sd-bus.
@MainActor
package final class BusObject {
    /// A read-only property.
    package struct Property {
        let name: StaticString
        let signature: StaticString
        let isConstant: Bool
        let value: () -> BusValue

        /// A property of that type, whose changes are signalled (EmitsChangedSignal) unless it is constant. The value is computed
        /// at each read.
        package init(
            _ name: StaticString, _ signature: StaticString, isConstant: Bool = false,
            _ value: @escaping () -> BusValue
        ) {
            (self.name, self.signature, self.isConstant, self.value) = (name, signature, isConstant, value)
        }

        /// A property whose value never changes.
        package static func constant(
            _ name: StaticString, _ signature: StaticString, _ value: BusValue
        ) -> Property {
            Property(name, signature, isConstant: true) { value }
        }
    }

    /// Answers a method call, with values of the result's types. To be called exactly once, at any time.
    package typealias Reply = @MainActor (Result<[BusValue], BusError>) -> Void

    /// A method.
    package struct Method {
        let name: StaticString
        let signature: StaticString
        let resultSignature: StaticString
        let argumentNames: StaticString
        let handler: @MainActor ([BusValue], @escaping Reply) -> Void

        /// - Parameters:
        ///   - result: the types of the result.
        ///   - names: the names of the arguments and then of the values of the result, each followed by a NUL.
        ///   - handler: called on a turn of the main queue of its own.
        package init(
            _ name: StaticString, _ signature: StaticString, returns result: StaticString = "",
            _ names: StaticString, _ handler: @escaping @MainActor ([BusValue], @escaping Reply) -> Void
        ) {
            (self.name, self.signature, resultSignature, argumentNames) = (name, signature, result, names)
            self.handler = handler
        }
    }

    package struct Signal {
        let name: StaticString
        let signature: StaticString
        let argumentNames: StaticString

        /// - Parameter argumentNames: the names of the arguments, each followed by a NUL.
        package init(_ name: StaticString, _ signature: StaticString, _ argumentNames: StaticString) {
            self.name = name
            self.signature = signature
            self.argumentNames = argumentNames
        }
    }

    private let bus: Bus
    private let path: String
    private let interface: String
    private let properties: [Property]
    private let methods: [Method]
    private let vtable: UnsafeMutablePointer<sd_bus_vtable>
    private var slot: OpaquePointer?

    package init(
        on bus: Bus, path: String, interface: String, properties: [Property], methods: [Method], signals: [Signal]
    ) throws(SystemError) {
        self.bus = bus
        self.path = path
        self.interface = interface
        self.properties = properties
        self.methods = methods
        let rows =
            [suntracker_vtable_start()]
            + properties.map {
                suntracker_vtable_property($0.name.text, $0.signature.text, Self.get, $0.isConstant ? 1 : 0)
            }
            + methods.map {
                suntracker_vtable_method(
                    $0.name.text, $0.signature.text, $0.resultSignature.text, $0.argumentNames.text, Self.call)
            }
            + signals.map { suntracker_vtable_signal($0.name.text, $0.signature.text, $0.argumentNames.text) }
            + [suntracker_vtable_end()]
        // sd-bus keeps the address, not a copy.
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
        var names = properties.filter { !$0.isConstant }.map { strdup($0.name.text) } + [nil]
        defer { names.forEach { free($0) } }
        try checked(
            "sd_bus_emit_properties_changed_strv",
            sd_bus_emit_properties_changed_strv(bus.bus, path, interface, &names))
        bus.loop.pump()
    }

    /// Sends a signal.
    package func emit(_ signal: String, _ arguments: [BusValue]) throws(SystemError) {
        var made: OpaquePointer?
        try checked("sd_bus_message_new_signal", sd_bus_message_new_signal(bus.bus, &made, path, interface, signal))
        guard let message = made else { throw SystemError("sd_bus_message_new_signal", number: ENOMEM) }
        defer { sd_bus_message_unref(message) }
        for argument in arguments { try argument.append(to: message) }
        try checked("sd_bus_send", sd_bus_send(bus.bus, message, nil))
        bus.loop.pump()
    }

    /// sd-bus reads a property. It calls from `EventLoop.pump`, which runs on the main queue.
    private nonisolated static let get: sd_bus_property_get_t = { _, _, _, name, reply, context, _ in
        guard let name, let reply, let context else { return -EINVAL }
        let requested = String(cString: name)
        let object = Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
        let value = MainActor.assumeIsolated { object.properties.first { $0.name.description == requested }?.value() }
        guard let value else { return -ENOENT }
        do throws(SystemError) {
            try value.append(to: reply)
            return 1
        } catch {
            return -error.number
        }
    }

    /// sd-bus delivers a method call.
    private nonisolated static let call: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context, let member = sd_bus_message_get_member(message) else { return -EINVAL }
        let requested = String(cString: member)
        guard let arguments = BusValue.all(of: message) else { return -EBADMSG }
        let object = Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
        let call = Call(message, on: object.bus)
        // Not inside sd-bus's own callback, since the handler may release the bus.
        onNextTurn { [weak object] in
            object?.methods.first { $0.name.description == requested }?.handler(arguments, call.reply)
        }
        return 1
    }

    /// A method call to be answered, which may outlive the object.
    private final class Call: Sendable {
        /// Used on the main actor alone, like all of the connection.
        private nonisolated(unsafe) let message: OpaquePointer
        private let bus: Bus

        init(_ message: OpaquePointer, on bus: Bus) {
            self.message = sd_bus_message_ref(message)
            self.bus = bus
        }

        deinit { sd_bus_message_unref(message) }

        /// Errors are ignored: an answer that cannot be sent means that the connection is gone.
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
    /// The text as a C string: a literal ends in a NUL, and is never deallocated.
    fileprivate var text: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}
