import CSystemd
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Systemd

/// A bus at a socket, with one other program on it, whose answers the test determines.
///
/// It is served by a queue of its own, so that an answer can come before the function returns that has sent the call.
final class FakeBus: Sendable {
    /// A call of a client, which is answered on the queue of the bus.
    struct Call {
        let member: String
        let path: String
        let arguments: [BusValue]
        let client: Client
        fileprivate let message: OpaquePointer

        func answer(_ values: BusValue...) {
            var made: OpaquePointer?
            sd_bus_message_new_method_return(message, &made)
            client.send(made, values, from: nil)
        }

        func fail(_ name: String, _ text: String) {
            var error = sd_bus_error()
            sd_bus_error_set(&error, name, text)
            sd_bus_reply_method_error(message, &error)
            sd_bus_error_free(&error)
        }
    }

    /// The connection of a client.
    final class Client: Sendable {
        fileprivate let queue: DispatchQueue
        // Used on the queue alone.
        fileprivate nonisolated(unsafe) let bus: OpaquePointer

        fileprivate init(_ descriptor: Int32, on queue: DispatchQueue) throws {
            self.queue = queue
            var made: OpaquePointer?
            try checked("sd_bus_new", sd_bus_new(&made))
            bus = try #require(made)
            try checked("sd_bus_set_fd", sd_bus_set_fd(bus, descriptor, descriptor))
            try checked("sd_bus_set_server", sd_bus_set_server(bus, 1, sd_id128_t()))
            try checked("sd_bus_start", sd_bus_start(bus))
        }

        deinit { sd_bus_close_unref(bus) }

        /// Sends a signal, after what was sent before.
        func emit(_ path: String, _ interface: String, _ member: String, from sender: String, _ values: BusValue...) {
            queue.async { [self] in
                var made: OpaquePointer?
                sd_bus_message_new_signal(bus, &made, path, interface, member)
                send(made, values, from: sender)
            }
        }

        fileprivate func send(_ message: OpaquePointer?, _ values: [BusValue], from sender: String?) {
            defer { sd_bus_message_unref(message) }
            do {
                if let sender { sd_bus_message_set_sender(message, sender) }
                for value in values { try value.append(to: try #require(message)) }
                // A client that has left gets nothing.
                sd_bus_send(bus, message, nil)
            } catch {
                Issue.record(error)
            }
        }

        /// Handles what has arrived; returns whether the connection goes on.
        fileprivate func serve(_ handle: (Call) -> Bool) -> Bool {
            var message: OpaquePointer?
            while sd_bus_process(bus, &message) > 0 {
                guard let received = message else { continue }
                defer { sd_bus_message_unref(received) }
                guard let arguments = BusValue.all(of: received), let member = sd_bus_message_get_member(received),
                    let path = sd_bus_message_get_path(received)
                else { continue }
                let call = Call(
                    member: String(cString: member), path: String(cString: path), arguments: arguments, client: self,
                    message: received)
                switch call.member {
                case "Hello": call.answer(.string(":1.1"))
                // Without an answer sd-bus would report no signal, and close the connection after 25 s.
                case "AddMatch": call.answer()
                default: if !handle(call) { return false }
                }
            }
            return sd_bus_is_open(bus) > 0
        }
    }

    private let count = Mutex(0)
    private let queue = DispatchQueue(label: "bus")
    // Activated once, and cancelled once.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// The number of connections so far.
    var connections: Int { count.withLock { $0 } }

    init(at path: String) throws {
        let listener = try boundSocket(SOCK_STREAM, at: path)
        try #require(listen(listener, 8) == 0)
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue)
        source.setCancelHandler { @Sendable in close(listener) }
    }

    deinit { source.cancel() }

    /// Accepts clients. To be called once.
    ///
    /// - Parameter handle: called with each call that is not for the bus; returns whether the bus keeps the connection.
    func serve(_ handle: @escaping @Sendable (Call) -> Bool) {
        source.setEventHandler { @Sendable [weak self, queue, listener = Int32(source.handle)] in
            let descriptor = accept(listener, nil, nil)
            self?.count.withLock { $0 += 1 }
            guard let client = try? Client(descriptor, on: queue) else { return }
            nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            // The descriptor is closed with the client, after Dispatch has released it.
            source.setCancelHandler { @Sendable in withExtendedLifetime(client) {} }
            source.setEventHandler { @Sendable in
                if !client.serve(handle) { source.cancel() }
            }
            source.activate()
            // sd_bus_start has read what was there.
            if !client.serve(handle) { source.cancel() }
        }
        source.activate()
    }
}
