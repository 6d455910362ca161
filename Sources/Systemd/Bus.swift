import CSystemd
import Dispatch
import Glibc

/// A connection to a D-Bus message bus (sd-bus(3)), served by an `EventLoop`.
@MainActor
package final class Bus {
    let bus: OpaquePointer
    let loop: EventLoop
    private var nameHandlers: [String: (_ hasOwner: Bool) -> Void] = [:]
    /// Called when the bus has closed the connection.
    package var onDisconnect: () -> Void = {}
    /// Whether the connection is open, as far as sd-bus knows.
    package var isOpen: Bool { sd_bus_is_open(bus) > 0 }
    /// Whether the bus has answered a request for a name, and so is known to work.
    package private(set) var hasAnswered = false

    /// The user's session bus. Connecting does not wait for the bus to answer.
    package static func openUser(on loop: EventLoop) throws(SystemError) -> Bus {
        var bus: OpaquePointer?
        try checked("sd_bus_open_user", sd_bus_open_user(&bus))
        guard let bus else { throw SystemError("sd_bus_open_user", number: ENOMEM) }
        return try Bus(bus, on: loop)
    }

    /// The system bus. Connecting does not wait for the bus to answer.
    package static func openSystem(on loop: EventLoop) throws(SystemError) -> Bus {
        var bus: OpaquePointer?
        try checked("sd_bus_open_system", sd_bus_open_system(&bus))
        guard let bus else { throw SystemError("sd_bus_open_system", number: ENOMEM) }
        return try Bus(bus, on: loop)
    }

    /// The bus at an address (D-Bus Specification, "Server Addresses"): `unix:path=/run/user/1000/bus`. Connecting does
    /// not wait for the bus to answer.
    package static func open(address: String, on loop: EventLoop) throws(SystemError) -> Bus {
        var bus: OpaquePointer?
        try checked("sd_bus_new", sd_bus_new(&bus))
        guard let bus else { throw SystemError("sd_bus_new", number: ENOMEM) }
        do throws(SystemError) {
            try checked("sd_bus_set_address", sd_bus_set_address(bus, address))
            try checked("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
            try checked("sd_bus_start", sd_bus_start(bus))
        } catch {
            sd_bus_close_unref(bus)
            throw error
        }
        return try Bus(bus, on: loop)
    }

    private init(_ bus: OpaquePointer, on loop: EventLoop) throws(SystemError) {
        self.bus = bus
        self.loop = loop
        sd_bus_set_exit_on_disconnect(bus, 0)
        try checked("sd_bus_attach_event", sd_bus_attach_event(bus, loop.event, 0))
        let context = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_bus_match_signal",
            sd_bus_match_signal(
                bus, nil, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
                "Disconnected",
                { _, context, _ in
                    Bus.onMain(context) { $0.onDisconnect() }
                    return 0
                }, context))
        loop.pump()
    }

    isolated deinit {
        sd_bus_detach_event(bus)
        sd_bus_close_unref(bus)
    }

    /// The object path that encodes a name of any characters below a prefix (sd_bus_path_encode(3)).
    package nonisolated static func path(_ prefix: String, of name: String) throws(SystemError) -> String {
        var path: UnsafeMutablePointer<CChar>?
        try checked("sd_bus_path_encode", sd_bus_path_encode(prefix, name, &path))
        guard let path else { throw SystemError("sd_bus_path_encode", number: ENOMEM) }
        defer { free(path) }
        return String(cString: path)
    }

    /// Requests a well-known name, without waiting for the answer and without queueing for the name.
    package func requestName(_ name: String) throws(SystemError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_bus_request_name_async",
            sd_bus_request_name_async(
                bus, nil, name, 0,
                { message, context, _ in
                    // When the connection ends before the answer, sd-bus itself answers with an error.
                    guard sd_bus_message_is_method_error(message, nil) == 0 else { return 0 }
                    Bus.onMain(context) { $0.hasAnswered = true }
                    return 0
                }, context))
        loop.pump()
    }

    /// Calls the handler whenever the owner of a well-known name changes. The bus filters the signals by their first
    /// argument, so those of other names do not wake the process.
    package func watchName(_ name: String, _ handler: @escaping (_ hasOwner: Bool) -> Void) throws(SystemError) {
        nameHandlers[name] = handler
        let rule =
            "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
            + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
        let context = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_bus_add_match_async",
            sd_bus_add_match_async(
                bus, nil, rule,
                { message, context, _ in
                    var name: UnsafePointer<CChar>?
                    var newOwner: UnsafePointer<CChar>?
                    guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &name) > 0,
                        sd_bus_message_skip(message, "s") > 0,
                        sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &newOwner) > 0,
                        let name, let newOwner
                    else { return 0 }
                    let (changed, hasOwner) = (String(cString: name), newOwner.pointee != 0)
                    Bus.onMain(context) { $0.nameHandlers[changed]?(hasOwner) }
                    return 0
                }, nil, context))
        loop.pump()
    }

    /// sd-bus calls back from `EventLoop.pump`, which runs on the main queue.
    private nonisolated static func onMain(_ context: UnsafeMutableRawPointer?, _ body: @MainActor (Bus) -> Void) {
        guard let context else { return }
        let bus = Unmanaged<Bus>.fromOpaque(context).takeUnretainedValue()
        MainActor.assumeIsolated { body(bus) }
    }
}

/// An `sd_event` loop inside Dispatch. Its descriptor is a read source on the main queue, so the loop needs no thread of
/// its own and causes no wakeups of its own.
@MainActor
package final class EventLoop {
    let event: OpaquePointer
    private let source: any DispatchSourceRead

    /// - Parameter onClose: called when the loop's descriptor has been closed.
    package init(onClose: @escaping @Sendable () -> Void = {}) throws(SystemError) {
        var event: OpaquePointer?
        try checked("sd_event_new", sd_event_new(&event))
        guard let event else { throw SystemError("sd_event_new", number: ENOMEM) }
        self.event = event
        source = DispatchSource.makeReadSource(fileDescriptor: sd_event_get_fd(event), queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.pump() }
        }
        // Dispatch watches the descriptor until then. If it were closed earlier, its number could be reused, and Dispatch
        // would watch the wrong file, or stop watching it (dispatch_source_set_cancel_handler(3)).
        nonisolated(unsafe) let last = event
        source.setCancelHandler { @Sendable in
            sd_event_unref(last)
            onClose()
        }
        source.activate()
        pump()
    }

    isolated deinit {
        source.cancel()
    }

    /// Dispatches pending events and arms the loop again. To be called after everything that sends or adds a source,
    /// since the descriptor of an `sd_event` that is not armed does not become readable.
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
