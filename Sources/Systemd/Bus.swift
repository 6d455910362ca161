// SPDX-License-Identifier: MIT
import CSystemd
import Dispatch
import Glibc

/// A connection to a D-Bus message bus (sd-bus(3)), served by its own `EventLoop`.
@MainActor
package final class Bus {
    package let bus: OpaquePointer
    package let loop: EventLoop
    /// The subscriptions for the life of the connection.
    private var slots: [BusSlot] = []
    /// Called when the bus has closed the connection, unless this object was released earlier.
    package var onDisconnect: () -> Void = {}
    package var isOpen: Bool { sd_bus_is_open(bus) > 0 }
    /// Whether the bus has ever responded, and so is known to work.
    package private(set) var hasResponded = false

    /// The user's session bus. Connecting does not wait for a response.
    package static func openUser() throws(SystemError) -> Bus { try Bus("sd_bus_open_user", sd_bus_open_user) }

    /// The system bus. Connecting does not wait for a response.
    package static func openSystem() throws(SystemError) -> Bus { try Bus("sd_bus_open_system", sd_bus_open_system) }

    /// The bus at an address (D-Bus Specification, "Server Addresses"): `unix:path=/run/user/1000/bus`. Connecting does
    /// not wait for a response.
    ///
    /// - Parameter timeout: the time within which the bus must respond to the first call (`Hello`), and this process must
    ///   read the response. Otherwise, the connection ends.
    package static func open(address: String, timeout: Duration) throws(SystemError) -> Bus {
        try Bus("sd_bus_new", sd_bus_new) { bus throws(SystemError) in
            try checked("sd_bus_set_address", sd_bus_set_address(bus, address))
            let timeout = UInt64(timeout.microseconds)
            try checked("sd_bus_set_method_call_timeout", sd_bus_set_method_call_timeout(bus, timeout))
            try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
            try checked("sd_bus_start", sd_bus_start(bus))
        }
    }

    /// - Parameters:
    ///   - name: the name, in errors, of the function that creates the connection.
    ///   - start: further calls before the connection is served.
    private init(
        _ name: String, _ make: (UnsafeMutablePointer<OpaquePointer?>?) -> Int32,
        start: (OpaquePointer) throws(SystemError) -> Void = { _ in }
    ) throws(SystemError) {
        loop = try EventLoop()
        var made: OpaquePointer?
        try checked(name, make(&made))
        guard let made else { throw SystemError(name, number: ENOMEM) }
        bus = made
        try start(bus)
        sd_bus_set_exit_on_disconnect(bus, 0)
        try checked("sd_bus_attach_event", sd_bus_attach_event(bus, loop.event, 0))
        slots = [
            try listen(
                sender: "org.freedesktop.DBus.Local", path: "/org/freedesktop/DBus/Local",
                interface: "org.freedesktop.DBus.Local", signal: "Disconnected"
            ) { [weak self] _ in self?.onDisconnect() }
        ]
    }

    isolated deinit {
        sd_bus_detach_event(bus)
        sd_bus_close_unref(bus)
    }

    /// Returns the object path that encodes any name below a prefix (sd_bus_path_encode(3)).
    package nonisolated static func path(_ prefix: String, of name: String) throws(SystemError) -> String {
        var path: UnsafeMutablePointer<CChar>?
        try checked("sd_bus_path_encode", sd_bus_path_encode(prefix, name, &path))
        guard let path else { throw SystemError("sd_bus_path_encode", number: ENOMEM) }
        defer { free(path) }
        return String(cString: path)
    }

    /// Requests a well-known name, without waiting for the reply and without queueing for the name.
    package func requestName(_ name: String) throws(SystemError) {
        let doNotQueue: UInt32 = 4
        let request = BusCall(
            Self.service, "/org/freedesktop/DBus", Self.service, "RequestName", [.string(name), .unsigned(doNotQueue)],
            startsService: false)
        slots.append(try call(request, deadline: .seconds(60)) { _ in })
    }

    /// Records that the bus works. A reply after the end of the connection, or after a timeout, does not count, because
    /// it comes from sd-bus itself.
    func note(_ answer: Result<[BusValue], BusError>) {
        if case .failure(let error) = answer, error.name == BusError.noReply, sd_bus_is_ready(bus) <= 0 { return }
        hasResponded = true
    }

    /// Calls the handler whenever the owner of a well-known name changes. The bus filters the signals by their first
    /// argument, so other names do not wake up the process.
    package func watchName(_ name: String, _ handler: @escaping (_ hasOwner: Bool) -> Void) throws(SystemError) {
        let rule =
            "type='signal',sender='\(Self.service)',path='/org/freedesktop/DBus',interface='\(Self.service)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
        slots.append(
            try listen(rule: rule) { values in
                if values.count == 3, case .string(let newOwner) = values[2] { handler(!newOwner.isEmpty) }
            })
    }

    private static let service = "org.freedesktop.DBus"
}

/// Runs a closure on the next turn of the main queue.
package func onNextTurn(_ run: @escaping @MainActor () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(run) }
}

/// An `sd_event` loop inside Dispatch. Its descriptor is a read source on the main queue, so the loop needs no thread,
/// and causes no additional wakeups.
@MainActor
package final class EventLoop {
    let event: OpaquePointer
    private let source: any DispatchSourceRead

    package init() throws(SystemError) {
        var event: OpaquePointer?
        try checked("sd_event_new", sd_event_new(&event))
        guard let event else { throw SystemError("sd_event_new", number: ENOMEM) }
        self.event = event
        source = DispatchSource.makeReadSource(fileDescriptor: sd_event_get_fd(event), queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.pump() }
        }
        // Dispatch watches the descriptor until this handler. If it were closed earlier, its number could be reused,
        // and Dispatch would watch the wrong file, or stop watching it (dispatch_source_set_cancel_handler(3)).
        nonisolated(unsafe) let last = event
        source.setCancelHandler { @Sendable in
            sd_event_unref(last)
        }
        source.activate()
        pump()
    }

    isolated deinit {
        source.cancel()
    }

    /// Dispatches pending events, and arms the loop again. Call this after sending a message or adding a source,
    /// because the descriptor of an unarmed `sd_event` does not become readable.
    package func pump() {
        // The states of sd_event_get_state(3). A loop that is armed needs sd_event_wait first: preparing it again would
        // stall it.
        if sd_event_get_state(event) == SD_EVENT_ARMED {
            sd_event_wait(event, 0)
        }
        while true {
            let result: Int32
            switch Int(sd_event_get_state(event)) {
            case SD_EVENT_INITIAL: result = sd_event_prepare(event)
            case SD_EVENT_PENDING: result = sd_event_dispatch(event)
            default: return
            }
            if result < 0 { return }
        }
    }
}
