import CSystemd
import Glibc

/// A connection to a D-Bus message bus (sd-bus(3)), served by an `EventLoop`.
@MainActor
public final class Bus {
    let bus: OpaquePointer
    let loop: EventLoop
    private var nameHandlers: [String: (_ hasOwner: Bool) -> Void] = [:]
    /// Called when the bus has closed the connection. Nothing more comes from it then.
    public var onDisconnect: () -> Void = {}

    /// The user's session bus. Connecting does not wait for the bus to answer.
    public static func openUser(on loop: EventLoop) throws(SystemError) -> Bus {
        var bus: OpaquePointer?
        try checked("sd_bus_open_user", sd_bus_open_user(&bus))
        guard let bus else { throw SystemError("sd_bus_open_user", number: ENOMEM) }
        return try Bus(bus, on: loop)
    }

    /// The system bus. Connecting does not wait for the bus to answer.
    public static func openSystem(on loop: EventLoop) throws(SystemError) -> Bus {
        var bus: OpaquePointer?
        try checked("sd_bus_open_system", sd_bus_open_system(&bus))
        guard let bus else { throw SystemError("sd_bus_open_system", number: ENOMEM) }
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

    /// Asks to own a well-known name, without waiting for the answer and without queueing for it.
    public func requestName(_ name: String) throws(SystemError) {
        try checked("sd_bus_request_name_async", sd_bus_request_name_async(bus, nil, name, 0, { _, _, _ in 0 }, nil))
        loop.pump()
    }

    /// Calls the handler whenever a well-known name gets another owner, or none. Only that name's signals wake the
    /// process: the bus filters by the first argument.
    public func watchName(_ name: String, _ handler: @escaping (_ hasOwner: Bool) -> Void) throws(SystemError) {
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
