import CSystemd
import Glibc
import Solar
import Systemd

/// A connection to a bus with blocking calls (sd_bus_call(3)). A call returns at its deadline at the latest, even if
/// the bus itself hangs.
///
/// Use it on one thread only.
final class BusClient {
    private let bus: OpaquePointer

    /// The user's session bus.
    static func session() throws(SystemError) -> BusClient {
        try opened("sd_bus_open_user") { sd_bus_open_user(&$0) }
    }

    static func system() throws(SystemError) -> BusClient {
        try opened("sd_bus_open_system") { sd_bus_open_system(&$0) }
    }

    /// The bus at an address (D-Bus Specification, "Server Addresses").
    static func bus(at address: String) throws(SystemError) -> BusClient {
        let client = try opened("sd_bus_new") { sd_bus_new(&$0) }
        try checked("sd_bus_set_address", sd_bus_set_address(client.bus, address))
        try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(client.bus, 1))
        try checked("sd_bus_start", sd_bus_start(client.bus))
        return client
    }

    private static func opened(
        _ call: String, _ open: (inout OpaquePointer?) -> Int32
    ) throws(SystemError) -> BusClient {
        var bus: OpaquePointer?
        try checked(call, open(&bus))
        guard let bus else { throw SystemError(call, number: ENOMEM) }
        return BusClient(bus)
    }

    private init(_ bus: OpaquePointer) {
        self.bus = bus
    }

    deinit {
        sd_bus_close_unref(bus)
    }

    /// Calls a method, and returns the values of the reply.
    ///
    /// - Throws: the error in the reply; `BusError.noReply` if there is no reply in time.
    func call(_ call: BusCall, deadline: Duration = .seconds(5)) throws(BusError) -> [BusValue] {
        let end = monotonicMicroseconds() + deadline.microseconds
        try becomeReady(until: end)
        let message: OpaquePointer
        do { message = try call.message(on: bus) } catch { throw BusError(error) }
        defer { sd_bus_message_unref(message) }
        var failure = sd_bus_error()
        defer { sd_bus_error_free(&failure) }
        var answer: OpaquePointer?
        let left = UInt64(max(1, end - monotonicMicroseconds()))
        let result = sd_bus_call(bus, message, left, &failure, &answer)
        guard result >= 0, let answer else { throw BusError(failure, of: "sd_bus_call", result) }
        defer { sd_bus_message_unref(answer) }
        guard let values = BusValue.all(of: answer) else { throw .unreadable }
        return values
    }

    /// Returns the properties of an object's interface. Does not start a service.
    func properties(
        of interface: String, at path: String, on destination: String, deadline: Duration = .seconds(5)
    ) throws(BusError) -> [String: BusValue] {
        let call = BusCall(
            destination, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)], startsService: false)
        guard case .dictionary(let properties)? = try self.call(call, deadline: deadline).first else {
            throw .unreadable
        }
        return properties
    }

    /// Completes the handshake with the bus. sd_bus_call(3) itself would wait for it without a time limit.
    private func becomeReady(until end: Int64) throws(BusError) {
        while true {
            var result = sd_bus_is_ready(bus)
            if result > 0 { return }
            if result == 0 {
                result = sd_bus_process(bus, nil)
                if result > 0 { continue }
            }
            if result == 0 {
                let left = end - monotonicMicroseconds()
                guard left > 0 else { throw BusError(name: BusError.noReply, message: "the bus does not respond") }
                result = sd_bus_wait(bus, UInt64(left))
            }
            guard result >= 0 || result == -EINTR else { throw BusError(sd_bus_error(), of: "connect", result) }
        }
    }
}

extension BusError {
    fileprivate static let unreadable = BusError(name: inconsistentMessage, message: "the reply cannot be read")

    fileprivate init(_ error: SystemError) {
        self.init(name: Self.failed, message: "\(error)")
    }

    /// The error of a call that failed.
    fileprivate init(_ error: sd_bus_error, of call: String, _ result: Int32) {
        guard let name = error.name else {
            self.init(SystemError(call, number: -result))
            return
        }
        // If a call times out, the name of the error depends on the version of sd-bus.
        self.init(
            name: result == -ETIMEDOUT ? Self.noReply : String(cString: name),
            message: error.message.map { String(cString: $0) } ?? "")
    }
}
